import type { Profile } from "../model.js";
import type { Parsers } from "../parse/parse-scope.js";
import type { Gate } from "../query/gate.js";
import type { Queries } from "../query/load-queries.js";

/** What evaluation takes from a detector: its profile, and the compiled grammars and queries. All detections share them. */
export interface Engine {
  readonly profile: Profile;
  readonly queries: Queries;
  readonly parsers: Parsers;
  readonly gate: Gate;
  /** Rules that would be active but are disabled. */
  readonly off: ReadonlySet<string>;
  /** Whether a text names a command that executes what it is given. */
  readonly runs: (text: string) => boolean;
  /** Whether a shell text, in a document that passed the gate, may contain a finding. */
  readonly executes: (text: string) => boolean;
}
