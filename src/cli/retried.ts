/** Milliseconds between two tries. */
const PAUSE = 1;

/**
 * Calls a function until the other end of a descriptor is ready, and returns its result. @param
 * other returns the result for another error, by its code, or throws
 */
export function retried<Result>(
  call: () => Result,
  other: (code: unknown, error: unknown) => Result,
): Result {
  for (;;) {
    try {
      return call();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code !== "EAGAIN") return other(code, error);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}
