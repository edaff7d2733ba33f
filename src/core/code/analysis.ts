import type { NamingGrammar } from "../assets.js";
import type { Limit, Match, Note, TraceStep } from "../model.js";
import type { Source } from "../source.js";

/** A string of one language that is read as code of another: `os.system("…")`, `python3 -c '…'`. */
export interface Injection {
  readonly language: "shell" | "python" | "javascript" | "powershell" | NamingGrammar;
  readonly source: Source;
  /** The call that hands the string on. */
  readonly via: TraceStep;
}

/** What one reading of a region yields. */
export interface Analysis {
  readonly matches: readonly Match[];
  readonly notes: readonly Note[];
  readonly injections: readonly Injection[];
  /** The code runs what it reads from its standard input, which was said to be remote. */
  readonly executesStdin?: boolean;
  /** The parser met something it could not read: the source may be of another language. */
  readonly broken?: boolean;
  /** Bounds that were hit; absent where the whole source was read. */
  readonly limits?: readonly Limit[];
}

/** A reading that found nothing. */
export const NOTHING: Analysis = { matches: [], notes: [], injections: [] };
