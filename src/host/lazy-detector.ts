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

/** Thrown when a part is used that is not loaded yet. */
class NotLoaded extends Error {
  constructor(readonly loading: Promise<void>) {
    super("it has not been loaded yet");
  }
}

/** Returns a function for what `load` loads, once it is available; until then, it makes {@link whenLoaded} wait for it. */
export function loadedLater<T>(load: () => Promise<T>): () => T {
  let loaded: { readonly value: T } | undefined;
  let loading: Promise<void> | undefined;
  const start = async (): Promise<void> => {
    try {
      loaded = { value: await load() };
    } finally {
      // a load that failed may succeed the next time
      loading = undefined;
    }
  };
  return () => {
    if (loaded === undefined) throw new NotLoaded((loading ??= start()));
    return loaded.value;
  };
}

/** Returns the result of a function, which is called again each time that a part it needed was loaded. */
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

/** @param make creates the detector; some of its parts are {@link loadedLater} */
export async function lazyDetector(make: () => Promise<Detector>): Promise<LazyDetector> {
  const detector = await whenLoaded(make);
  return {
    ...detector,
    detect: (text, options) => whenLoaded(() => detector.detect(text, options)),
    explain: (text, options) => whenLoaded(() => detector.explain(text, options)),
    takesComment: (text, tag, comment) =>
      whenLoaded(() => detector.takesComment(text, tag, comment)),
  };
}
