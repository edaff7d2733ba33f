import { fnv1a } from "../../fnv1a.js";

/** Returns a number in [0, 1) that depends only on the seed and the name. It is the same in every run, on any thread or machine. */
export function seededRandom(seed: string, name: string): number {
  return mix(fnv1a(`${seed}\n${name}`)) / 2 ** 32;
}

/** Mixes the bits of a number, so that the results for similar numbers are very different. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
