import type { QueryFile } from "../../src/core/assets.js";
import { lineOf, shortened, TEXT_KEYS, type Mutant } from "./mutants.js";

/** A value of a JSON file, with its offsets. */
interface Value {
  /** The offsets in the file, in UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The content of a string; null for any other value. */
  readonly string: string | null;
  /** The properties of an object or the items of a list. */
  readonly members: readonly Member[];
}

/** An item of a list, or a property with its key. */
interface Member {
  readonly start: number;
  readonly end: number;
  readonly key: string | null;
  readonly value: Value;
}

/**
 * Returns the mutants of a JSON file: for each property and for each item of a list, the file without it. Properties in
 * {@link TEXT_KEYS} are not removed, and of "set" only the settings below it are. The only item of a list is not removed, because there
 * is also a mutant without the property that contains the list.
 */
export function jsonMutants(file: QueryFile): Mutant[] {
  return below(file, new Reader(file).whole());
}

function below(file: QueryFile, holder: Value): Mutant[] {
  return holder.members.flatMap((member, index) => {
    if (member.key !== null && TEXT_KEYS.has(member.key)) return [];
    // The settings below "set" apply to the words beside it.
    if (member.key === "set")
      return member.value.members.map((set, at) =>
        mutant(file, member.value, at, set, wordsOf(holder)),
      );
    const inner = below(file, member.value);
    return member.key === null && holder.members.length === 1
      ? inner
      : [mutant(file, holder, index, member), ...inner];
  });
}

function mutant(
  { path, text }: QueryFile,
  holder: Value,
  index: number,
  member: Member,
  names?: readonly string[],
): Mutant {
  const { start, end, key, value } = member;
  // The comma after the member is also removed; for the last member, the comma before it.
  const next = holder.members[index + 1];
  const before = holder.members[index - 1];
  const [from, to] = next !== undefined ? [start, next.start] : [before?.end ?? start, end];
  const kind = kindOf(member);
  const about =
    names ??
    (kind === "setting" ? wordsOf(holder) : [...(key === null ? [] : [key]), ...wordsOf(value)]);
  const words = about.length > 0 ? about : null;
  const mutated = text.slice(0, from) + text.slice(to);
  return {
    path,
    line: lineOf(text, start),
    kind,
    missing: shortened(text.slice(start, end)),
    words,
    text: mutated,
  };
}

/** Returns the kind of a member: a string in a list is a word, a scalar with a key is a setting, anything else is a pattern. */
function kindOf({ key, value }: Member): Mutant["kind"] {
  if (key === null) return value.string === null ? "pattern" : "word";
  return value.members.length === 0 ? "setting" : "pattern";
}

/** Returns the strings in the lists of a value, and the keys whose values are not scalars. */
function wordsOf({ string, members }: Value): string[] {
  if (string !== null) return [string];
  return members.flatMap(({ key, value }) => {
    if (key === null) return wordsOf(value);
    return value.members.length === 0 ? [] : [key, ...wordsOf(value)];
  });
}

/** Reads values with their offsets, which JSON.parse does not return. JSON.parse is called first, to check the syntax. */
class Reader {
  private at = 0;

  constructor(private readonly file: QueryFile) {
    try {
      JSON.parse(file.text);
    } catch (cause) {
      throw new Error(`${file.path} is not valid JSON: ${String(cause)}`, { cause });
    }
  }

  whole(): Value {
    this.skip();
    return this.value();
  }

  private value(): Value {
    const start = this.at;
    const first = this.file.text[start];
    if (first === "{" || first === "[") return this.members(start, first);
    const [written = ""] =
      /"(?:[^"\\]|\\.)*"|[^\s,\]}]+/y[Symbol.match](this.file.text.slice(start)) ?? [];
    this.at += written.length;
    const parsed: unknown = JSON.parse(written);
    return { start, end: this.at, string: typeof parsed === "string" ? parsed : null, members: [] };
  }

  private members(start: number, open: string): Value {
    const members: Member[] = [];
    this.at++;
    for (this.skip(); !"]}".includes(this.file.text[this.at] ?? "]"); this.skip()) {
      const begin = this.at;
      const key = open === "{" ? this.value().string : null;
      this.skip();
      const value = this.value();
      members.push({ start: begin, end: value.end, key, value });
    }
    this.at++;
    return { start, end: this.at, string: null, members };
  }

  /** Skips whitespace, commas and colons; JSON.parse has checked that they are where JSON requires them. */
  private skip(): void {
    while (/[\s,:]/.test(this.file.text[this.at] ?? "")) this.at++;
  }
}
