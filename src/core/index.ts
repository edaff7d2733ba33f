import type { Assets, QueryFile } from "./assets.js";
import { detect } from "./detect.js";
import { createEngine } from "./engine.js";
import { checkInput, checkProfile, InputError, type DetectOptions } from "./input.js";
import type { Detection, Profile, Revision } from "./model.js";

export type * from "./model.js";
export type { Assets, GrammarName, QueryFile, Registry } from "./assets.js";
export { InputError, maximumLength, type DetectOptions } from "./input.js";
export { GrammarError } from "./parse/error.js";
export { QueryError } from "./query/error.js";
export { encodeOffsets } from "./span/encode.js";

export interface DetectorOptions {
  /** Grammars, queries and the registry, as a host brings them. */
  readonly assets: Assets;
  /** `contract` by default. */
  readonly profile?: Profile;
  /** Query files of the user's own, in force beside the profile's. */
  readonly queries?: readonly QueryFile[];
}

/** Finds instructions that fetch remote content and execute it, or execute a payload decoded at run time. */
export interface Detector {
  /**
   * Analyses one text. Synchronous; nothing in the text is run, fetched or loaded.
   * Offsets are UTF-16 code units unless `offsetEncoding` says otherwise.
   * @throws InputError where the text is no string, an option is none of its values, or the detector was disposed of
   */
  detect(text: string, options?: DetectOptions): Detection;
  readonly revision: Revision;
  /** Frees parsers and queries. The detector refuses texts afterwards. */
  dispose(): void;
}

/**
 * Makes a detector.
 * @throws InputError where the profile is none
 * @throws GrammarError where the runtime or a grammar does not start
 * @throws QueryError where a query file is refused, with file, line and column
 */
export async function createDetector({ assets, profile = "contract", queries = [] }: DetectorOptions): Promise<Detector> {
  checkProfile(profile);
  const engine = await createEngine(assets, profile, queries);
  let disposed = false;
  return {
    detect: (text, options = {}) => {
      if (disposed) throw new InputError("detector", "this detector was disposed of: make another one");
      checkInput(text, options);
      return detect(text, engine, options);
    },
    revision: engine.revision,
    dispose: () => {
      if (!disposed) engine.dispose();
      disposed = true;
    },
  };
}
