import type { TraceStep } from "../model.js";
import { wordsIn } from "../scan.js";

/** What `#set!` says of a capture, by setting. Lists are separated by blanks. */
export type Settings = Readonly<Record<string, string>>;

/** What a pattern says of a node: the only way a command, a call or a shape gets a part in a finding. */
export interface Role {
  /** The capture's name: `source.fetcher`. */
  readonly capture: string;
  readonly settings: Settings;
  /** The rule that a match supports; null if the pattern names none. */
  readonly rule: string | null;
  /** Where the pattern stands, for the trace: `contract/bash/fetchers.scm:4`. */
  readonly pattern: string;
}

export type Roles = readonly Role[];

/**
 * The role of one kind among those of a node. Where several patterns give it, the first says how it is read (the
 * package's come first: nobody's own file makes the detector know less) and the last one that names a rule names the rule.
 */
export function roleOf(roles: Roles, capture: string): Role | null {
  const first = roles.find((role) => role.capture === capture);
  if (first === undefined) return null;
  const { rule } =
    roles.findLast((role) => role.capture === capture && role.rule !== null) ?? first;
  return rule === first.rule ? first : { ...first, rule };
}

/** The words of a setting that is a list; empty where it is not set. */
export function listed(role: Role, setting: string): readonly string[] {
  return wordsIn(role.settings[setting] ?? "");
}

/** The patterns of some roles, for a trace. */
export function patternsOf(...roles: readonly (Role | null)[]): Pick<TraceStep, "patterns"> {
  const patterns = roles.flatMap((role) => (role === null ? [] : [role.pattern]));
  return patterns.length === 0 ? {} : { patterns };
}
