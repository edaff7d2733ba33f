/**
 * A number in [0, 1) that depends on nothing but the seed and the name. What has one keeps it in every run, on
 * whatever thread or machine.
 */
export function chance(seed: string, name: string): number {
  let hash = 0x811c9dc5;
  const text = `${seed}\n${name}`;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mix(hash) / 2 ** 32;
}

/** Spreads the bits of a number over all of them, so that near numbers come far apart. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
