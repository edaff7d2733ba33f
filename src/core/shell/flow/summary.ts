import type { Downloaded } from "../../downloads.js";
import type { Match } from "../../model.js";
import { ContextReads } from "./call-context.js";
import type { Effects } from "./running-call.js";
import type { Runner, Scope } from "./runner.js";
import { fields, signatureOfText, type Signatures } from "./signatures.js";
import { hasVariables, silent, type CodeText, type Input, type Stream } from "./stream.js";
import { isPossibleValue, textsOf, type Value } from "./values.js";

/** The effects of a call, which every call that reads the same has. A summary contains no environment. */
export interface Summary {
  readonly reads: ContextReads;
  /** The standard input of the call; null if its text was unknown. */
  readonly input: Input | null;
  /** Whether the call executes the fetched bytes of its standard input. */
  readonly claimsInput: boolean;
  readonly written: Stream;
  /** The output to each of the open channels. */
  readonly sent: readonly Stream[];
  readonly effects: Effects;
  readonly files: ReadonlyMap<string, Downloaded>;
  /** Matches by identity, each with the trace of the first call. */
  readonly matches: ReadonlyMap<string, Match>;
}

/** The summary of a call whose effects are not known yet. */
export const nothing: Summary = {
  reads: new ContextReads(),
  input: null,
  claimsInput: false,
  written: silent,
  sent: [],
  effects: { variables: new Map(), functions: new Map() },
  files: new Map(),
  matches: new Map(),
};

/** Whether a call with this standard input has the same effects. */
export function admits({ input }: Pick<Summary, "input">, { stdin: { text } }: Scope): boolean {
  return input === null || text === null ? input === text : isInPlaceOf(text, input);
}

/** Whether a text is equivalent to the input of a call. */
function isInPlaceOf(text: CodeText, { before, partial, inherited, isRead }: Input): boolean {
  if (partial !== (text.partial === true) || inherited !== (text.inherited === true)) return false;
  if (hasVariables(before) !== hasVariables(text)) return false;
  return !isRead || signatureOfText(before) === signatureOfText(text);
}

/** Whether a round had the same effects as the round before, and no new matches. */
export function isSettled(
  before: Summary | null,
  now: Summary,
  runner: Runner,
  signatures: Signatures,
): boolean {
  return (
    [...now.matches.keys()].every((key) => before?.matches.has(key) === true) &&
    outcomeOf(before ?? nothing, runner, signatures) === outcomeOf(now, runner, signatures)
  );
}

/**
 * Returns the parts of a summary that may become a match: fetched and decoded bytes, and texts that name something that fetches
 * or executes.
 */
function outcomeOf(
  { written, sent, effects, claimsInput }: Summary,
  runner: Runner,
  signatures: Signatures,
): string {
  const carried = ({ remote }: Pick<Stream, "remote">): string =>
    remote === null ? "-" : fields(remote.origin, remote.rule, remote.executed);
  const known = (value: Value | undefined): string => {
    if (value === undefined) return "";
    const texts = textsOf(value).filter((text) => runner.mentions(text));
    return value.remote === null && texts.length === 0 ? "" : fields(carried(value), ...texts);
  };
  const variables = [...effects.variables].map(([name, stored]) => {
    const value = isPossibleValue(stored)
      ? known(stored.ahead) + known(stored.behind)
      : known(stored);
    return value === "" ? "" : fields(name, value);
  });
  const functions = [...effects.functions].map(([name, { definition }]) =>
    fields(name, definition && signatures.ofIdentity(definition)),
  );
  const streams = [written, ...sent].map(carried).filter((stream) => stream !== "-");
  return fields(claimsInput, ...variables.filter((each) => each !== ""), ...functions, ...streams);
}
