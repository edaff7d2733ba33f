import type { NamingGrammar } from "../assets.js";
import type { Limit, Match, Note, TraceStep } from "../model.js";
import type { Source } from "../source.js";

/** A string in one language that is analyzed as code of another: `os.system("…")`, `python3 -c '…'`. */
export interface Injection {
  /** "either" if a tool runs the string in a shell or in PowerShell, which the call does not show. */
  readonly language: "shell" | "python" | "javascript" | "powershell" | "either" | NamingGrammar;
  readonly source: Source;
  /** The call to which the string is passed. */
  readonly via: TraceStep;
}

/** The result of analyzing a region once. */
export interface Analysis {
  readonly matches: readonly Match[];
  readonly notes: readonly Note[];
  readonly injections: readonly Injection[];
  /** Whether the code executes its standard input, and that input is remote. */
  readonly executesStdin?: boolean;
  /** Whether the parser reported an error, so that the source may be in another language. */
  readonly broken?: boolean;
  /** The limits that were reached; absent if the whole source was read. */
  readonly limits?: readonly Limit[];
}

/** The result of an analysis that found nothing. */
export const NOTHING: Analysis = { matches: [], notes: [], injections: [] };
