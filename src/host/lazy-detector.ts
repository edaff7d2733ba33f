import type { Detection, Detector, DetectOptions, InsertedComment, Stages } from "../core/index.js";

/** A detector that loads grammars when a text first needs them, so its results are promises. */
export interface LazyDetector extends Omit<Detector, "detect" | "explain" | "takesComment"> {
  /** Analyzes one text, as `Detector.detect` does; rejects with an `AssetError` if a grammar cannot be loaded. */
  detect(text: string, options?: DetectOptions): Promise<Detection>;
  /** Analyzes one text and returns the results of each stage, as `Detector.explain` does. */
  explain(text: string, options?: DetectOptions): Promise<Stages>;
  /** Whether a comment may be inserted in a text; see `Detector.takesComment`. */
  takesComment(text: string, tag: string, comment: InsertedComment): Promise<boolean | null>;
}

/** Thrown when a value is used that is not loaded yet. */
class NotLoaded extends Error {
  constructor(readonly loading: Promise<void>) {
    super("it has not been loaded yet");
  }
}

/** Returns a function that returns the value of `load`. Until the value is loaded, it throws an error that {@link whenLoaded} handles. */
export function loadedLater<T>(load: () => Promise<T>): () => T {
  let loaded: { readonly value: T } | undefined;
  let loading: Promise<void> | undefined;
  const start = async (): Promise<void> => {
    try {
      loaded = { value: await load() };
    } finally {
      // After a failure, the next use loads again.
      loading = undefined;
    }
  };
  return () => {
    if (loaded === undefined) throw new NotLoaded((loading ??= start()));
    return loaded.value;
  };
}

/** Returns the result of a function, which is called again each time that a value it needs has been loaded. */
export async function whenLoaded<T>(run: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const missing =
        error instanceof Error && error.cause instanceof NotLoaded ? error.cause : error;
      if (!(missing instanceof NotLoaded)) throw error;
      await missing.loading;
    }
  }
}

/** Creates a lazy detector. @param create creates the detector; some of its assets are {@link loadedLater} */
export async function lazyDetector(create: () => Promise<Detector>): Promise<LazyDetector> {
  const detector = await whenLoaded(create);
  return {
    ...detector,
    detect: (text, options) => whenLoaded(() => detector.detect(text, options)),
    explain: (text, options) => whenLoaded(() => detector.explain(text, options)),
    takesComment: (text, tag, comment) =>
      whenLoaded(() => detector.takesComment(text, tag, comment)),
  };
}
