import { fnv1a } from "../../fnv.js";

/**
 * A number in [0, 1) that depends on nothing but the seed and the name. What has one keeps it in every run, on
 * whatever thread or machine.
 */
export function chance(seed: string, name: string): number {
  return mix(fnv1a(`${seed}\n${name}`)) / 2 ** 32;
}

/** Spreads the bits of a number over all of them, so that near numbers come far apart. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
