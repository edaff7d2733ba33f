/** Returns a function that returns pseudo-random integers from 0 to below `bound`. Equal seeds give equal series. */
export function series(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
