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
class NotBrought extends Error {
  constructor(readonly arrival: Promise<void>) {
    super("it has not been loaded yet");
  }
}

/** Returns what `bring` loads once it is available; until then, makes {@link whenBrought} wait for it. */
export function broughtLate<T>(bring: () => Promise<T>): () => T {
  let brought: { readonly value: T } | undefined;
  let arrival: Promise<void> | undefined;
  const start = async (): Promise<void> => {
    try {
      brought = { value: await bring() };
    } finally {
      // what failed once may come the next time
      arrival = undefined;
    }
  };
  return () => {
    if (brought === undefined) throw new NotBrought((arrival ??= start()));
    return brought.value;
  };
}

/** The result of a function, which is called again each time that something it needed was loaded. */
export async function whenBrought<T>(ask: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const missing =
        error instanceof Error && error.cause instanceof NotBrought ? error.cause : error;
      if (!(missing instanceof NotBrought)) throw error;
      await missing.arrival;
    }
  }
}

/** @param make creates the detector; some of its parts are {@link broughtLate} */
export async function lazyDetector(make: () => Promise<Detector>): Promise<LazyDetector> {
  const detector = await whenBrought(make);
  return {
    ...detector,
    detect: (text, options) => whenBrought(() => detector.detect(text, options)),
    explain: (text, options) => whenBrought(() => detector.explain(text, options)),
    takesComment: (text, tag, comment) =>
      whenBrought(() => detector.takesComment(text, tag, comment)),
  };
}
