/** Time between two attempts. */
const PAUSE_MS = 1;

/**
 * Calls a function until it does not fail with EAGAIN, that is, until the other end of a descriptor is ready, and returns its
 * result.
 * @param onError handles any other error: returns the result for it, or throws
 */
export function retryUntilReady<Result>(
  call: () => Result,
  onError: (code: unknown, error: unknown) => Result,
): Result {
  for (;;) {
    try {
      return call();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code !== "EAGAIN") return onError(code, error);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
