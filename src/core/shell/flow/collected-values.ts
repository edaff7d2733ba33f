import { oncePerName } from "../../once.js";
import type { Signatures } from "./signatures.js";
import { MAX_POSSIBLE_LENGTH, possibleOf, textsOf, unknownValue, type Value } from "./values.js";

/** Maximum number of different values of a name that collects text; calls see all further ones as the same value. */
const MAX_COLLECTED = 16;

/** Maximum number of texts of a value that are compared with those of the next one. */
const MAX_COMPARED = 16;

/** Matches the end of a line in a value, where `\n` is often written for `printf`, unless the command continues on the next one. */
const LINE_END = /(?<![\\|&])(?:\n|\\n)/;

/** What is known about a name. */
interface Collected {
  /** The texts of the value that was seen last. */
  texts: readonly string[];
  /** The signatures of the values that have grown. */
  readonly grown: Set<string>;
  /** The relevant lines of all values since there are too many. */
  readonly lines: Set<string>;
  /** Their total length. */
  length: number;
  /** The value that consists of these lines, without and with export. */
  joined: readonly [Value, Value];
}

/**
 * Joins the values of names that collect text (`MESSAGES="$MESSAGES\n$*"`), which would otherwise differ in each call. The joined value
 * contains the relevant lines of all values. It is marked as cut, so that a limit is recorded if it is executed.
 */
export class CollectedValues {
  private readonly names = new Map<string, Collected>();
  /** The relevant lines of a text. */
  private readonly linesOf: (text: string) => readonly string[];

  /** @param isRelevant whether a line may be a command, an option or a finding by itself */
  constructor(
    private readonly signatures: Signatures,
    isRelevant: (line: string) => boolean,
  ) {
    const isKept = oncePerName(isRelevant);
    this.linesOf = oncePerName((text) =>
      text.split(LINE_END).filter((line) => line !== "" && isKept(line)),
    );
  }

  /** Returns the value that a call sees under a name. */
  seen(name: string, value: Value): Value {
    const texts = textsOf(value);
    const known = this.names.get(name);
    if (known === undefined) {
      this.names.set(name, {
        texts,
        grown: new Set(),
        lines: new Set(),
        length: 0,
        joined: joinedOf([]),
      });
      return value;
    }
    if (known.grown.size <= MAX_COLLECTED) {
      if (hasGrown(known.texts, texts)) known.grown.add(this.signatures.ofValue(value));
      known.texts = texts;
      if (known.grown.size <= MAX_COLLECTED) return value;
    }
    const { size } = known.lines;
    for (const line of texts.flatMap(this.linesOf)) {
      if (known.lines.has(line) || known.length + line.length >= MAX_POSSIBLE_LENGTH) continue;
      known.lines.add(line);
      known.length += line.length + 1;
    }
    if (known.lines.size > size) known.joined = joinedOf([...known.lines]);
    return known.joined[value.exported ? 1 : 0];
  }
}

/** Returns the value that is any of some lines or of others that are not known, without and with export. */
function joinedOf(lines: readonly string[]): readonly [Value, Value] {
  const value: Value = {
    ...unknownValue,
    ...possibleOf(lines.map((text) => ({ text }))),
    isCut: true,
  };
  return [value, { ...value, exported: true }];
}

/** Whether values have a text in common, or a text of one begins or ends with one of the other. */
function hasGrown(before: readonly string[], now: readonly string[]): boolean {
  return before
    .slice(0, MAX_COMPARED)
    .some(
      (text) => text !== "" && now.some((each) => contains(each, text) || contains(text, each)),
    );
}

function contains(text: string, part: string): boolean {
  return part !== "" && (text.startsWith(part) || text.endsWith(part));
}
