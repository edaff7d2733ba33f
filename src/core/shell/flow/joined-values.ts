import { Source, SourceBuilder } from "../../source.js";
import { argumentOf, type Argument } from "./argument.js";
import type { Signatures } from "./signatures.js";
import { mergeRemotes, type CodeText, type Remote } from "./stream.js";
import { joinValues, unknownValue, type Value } from "./values.js";
import { joinCode } from "./word-code.js";

/** Maximum number of values of one name. */
const MAX_VALUES = 8;

/** The values of a name in several calls of a function that are evaluated as one call. */
export class JoinedValues {
  private readonly values: Value[] = [];
  /** The signatures of all values that were added or dropped. */
  private readonly added = new Set<string>();
  private joined: Value = unknownValue;

  constructor(private readonly signatures: Signatures) {}

  /** The combination of the values. */
  get value(): Value {
    return this.joined;
  }

  /**
   * Adds a value; returns false if this or another value was dropped. If there are already `MAX_VALUES` values, a fetched value
   * replaces one that is not fetched.
   */
  add(value: Value | null): boolean {
    const signature = this.signatures.ofValue(value);
    if (value === null || this.added.has(signature)) return true;
    this.added.add(signature);
    const isFull = this.values.length >= MAX_VALUES;
    const at = isFull ? this.values.findIndex(({ remote }) => remote === null) : this.values.length;
    if (isFull && (value.remote === null || at < 0)) return false;
    this.values.splice(at, 1, value);
    this.joined = this.values.reduce((first, second) => joinValues(first, second) ?? unknownValue);
    return !isFull;
  }
}

/** Returns the parameter lists of several calls as one list; its only word has all the lists as alternatives. */
export function joinedWords(lists: readonly (readonly Argument[])[]): readonly Argument[] {
  const [first = []] = lists;
  if (lists.length < 2) return first;
  const words = lists.flat();
  const span = words[0]?.span ?? [0, 0];
  const remote = words.reduce<Remote | null>(
    (merged, word) => mergeRemotes(merged, word.remote),
    null,
  );
  const code = (): CodeText => {
    const codes = lists.flatMap((list) => joinCode(list, span[0]) ?? []);
    const [one] = codes;
    if (one === undefined)
      return { source: Source.whole(""), variables: [], from: span[0], to: span[0] };
    const builder = new SourceBuilder(one.source);
    for (const { source, from } of codes) builder.append(source).insertAt("\n", from);
    return {
      source: builder.build(),
      variables: codes.flatMap(({ variables }) => variables),
      from: one.from,
      to: Math.max(...codes.map(({ to }) => to)),
    };
  };
  return [{ ...argumentOf(span, null, code, remote), alternatives: lists }];
}
