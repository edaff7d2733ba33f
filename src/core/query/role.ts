import type { TraceStep } from "../model.js";
import { wordsIn } from "../scan.js";

/** The `#set!` settings of a capture, by key. The items of a list are separated by whitespace. */
export type Settings = Readonly<Record<string, string>>;

/** The role that a pattern gives a node. A command, a call or a shape can be part of a finding only if it has a role. */
export interface Role {
  /** The capture's name: `source.fetcher`. */
  readonly capture: string;
  readonly settings: Settings;
  /** The rule that a match supports; null if the pattern names none. */
  readonly rule: string | null;
  /** The file and line of the pattern, for the trace: `contract/bash/fetchers.scm:4`. */
  readonly pattern: string;
}

export type Roles = readonly Role[];

/**
 * Returns the role with a capture among the roles of a node, or null. If several patterns give this capture, the first determines the
 * settings (the package's patterns come first, so that a user's file cannot make the detector find less), and the last pattern that
 * names a rule determines the rule.
 */
export function roleOf(roles: Roles, capture: string): Role | null {
  const first = roles.find((role) => role.capture === capture);
  if (first === undefined) return null;
  const { rule } =
    roles.findLast((role) => role.capture === capture && role.rule !== null) ?? first;
  return rule === first.rule ? first : { ...first, rule };
}

/** Returns the words of a setting that is a list; empty if it is not set. */
export function listed(role: Role, setting: string): readonly string[] {
  return wordsIn(role.settings[setting] ?? "");
}

/** Returns the patterns of some roles, for a trace. */
export function patternsOf(...roles: readonly (Role | null)[]): Pick<TraceStep, "patterns"> {
  // `flatMap` would reserve room for more elements, in each step of each finding
  const patterns = roles.filter((role) => role !== null).map(({ pattern }) => pattern);
  return patterns.length === 0 ? {} : { patterns };
}
