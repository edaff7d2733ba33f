import type { Detection, Detector, DetectOptions, InsertedComment, Stages } from "../core/index.js";

/** A detector that loads grammars when a text first needs them, so its results are promises. */
export interface LazyDetector extends Omit<Detector, "detect" | "explain" | "takesComment"> {
  /** Analyses one text, as `Detector.detect` does; rejects with an `AssetError` where a grammar cannot be brought. */
  detect(text: string, options?: DetectOptions): Promise<Detection>;
  /** The same, with what each stage made of the text. */
  explain(text: string, options?: DetectOptions): Promise<Stages>;
  /** Whether a comment may be inserted in a text; see `Detector.takesComment`. */
  takesComment(text: string, tag: string, comment: InsertedComment): Promise<boolean | null>;
}

/** A part was used that is not loaded yet. */
class NotLoaded extends Error {
  constructor(readonly loading: Promise<void>) {
    super("it has not been loaded yet");
  }
}

/** Returns what `bring` loads once it is available; until then, makes {@link whenLoaded} wait for it. */
export function loadedLater<T>(load: () => Promise<T>): () => T {
  let loaded: { readonly value: T } | undefined;
  let loading: Promise<void> | undefined;
  const start = async (): Promise<void> => {
    try {
      loaded = { value: await load() };
    } finally {
      // what failed once may come the next time
      loading = undefined;
    }
  };
  return () => {
    if (loaded === undefined) throw new NotLoaded((loading ??= start()));
    return loaded.value;
  };
}

/** The result of a function, which is called again each time that something it needed was loaded. */
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
