import { queryErrorAt } from "./error.js";
import type { NamePattern } from "./language-file.js";
import type { Pattern } from "./pattern.js";
import { listed, type Role } from "./role.js";

/** A name without which some findings cannot be. */
export interface GateWord {
  readonly word: string;
  /** Its capitals do not count. */
  readonly anyCase?: true;
  /** It is what names of this kind begin with. */
  readonly isBeginning?: true;
  /** It is the name of a command, which stands by itself: `fetch x`, and neither `prefetch` nor `fetch:`. */
  readonly isCommand?: true;
  /** It is called with an address, or a variable that may hold one: `include "https://…"`, and not `require("./x")`. */
  readonly isAddressed?: true;
  /** Words that stand behind it: `exec` of `npm exec`. */
  readonly subcommand?: readonly string[];
  /** Lists of which one each stands in the same text: the rest of a path, the codec that is asked for. */
  readonly beside?: readonly (readonly string[])[];
}

/** A pattern, and whether each of its matches holds a capture. */
export interface GatedPattern {
  readonly pattern: Pattern;
  readonly isCertain: (capture: string) => boolean;
}

/** Words of which every match of a pattern for one of the captures holds one; null where a pattern names none. */
export function necessaryWords(patterns: readonly GatedPattern[], captures: readonly string[]): readonly GateWord[] | null {
  const words = patterns.map((each) => wordsOfPattern(each, captures));
  return words.includes(null) ? null : unique(words.flatMap((each) => each ?? []).map(({ word }) => ({ word })));
}

/** The shortest beginning of an expression that is worth looking for in a text. */
const shortest = 2;

/**
 * Words of which every text with a finding holds one.
 * @throws QueryError where a pattern of a gate capture names none: no text could be told from one without anything to find
 */
export function gateWordsOf(
  patterns: readonly GatedPattern[],
  languages: ReadonlyMap<string, readonly NamePattern[]>,
  gate: readonly string[],
): readonly GateWord[] {
  const words: GateWord[] = [];
  for (const of of languages.values()) {
    for (const { roles, names } of of) {
      const gated = [...roles.values()].find(({ capture }) => gate.includes(capture));
      if (gated === undefined) continue;
      const isAddressed = gated.capture === "source.address" || gated.settings["of"] === "address";
      const told = isAddressed ? { isAddressed: true as const } : {};
      for (const name of names) words.push({ ...telling(name), ...told });
    }
  }
  for (const each of patterns) {
    const necessary = wordsOfPattern(each, gate);
    if (necessary === null) throw untold(each.pattern, gate);
    const asked = [...each.pattern.roles.values()].filter(({ capture }) => gate.includes(capture));
    words.push(...necessary.map((word) => asked.reduce(askingFor, word)));
  }
  return unique(words);
}

function untold({ roles, source: { file, start } }: Pattern, gate: readonly string[]): Error {
  const gated = [...roles.keys()].filter((capture) => gate.includes(capture));
  const problem = `no word tells when a text has to be looked at for @${gated.join(", @")}`;
  return queryErrorAt(file, start, "query-predicate", problem,
    "name words with #any-of?, or let the expression begin with two or more plain characters");
}

/** What the settings of a role ask for beside the name: a subcommand, one of the codecs that make it a decoder. */
function askingFor(word: GateWord, role: Role): GateWord {
  const [subcommand, codecs] = [listed(role, "subcommand"), listed(role, "with")];
  // letters that were turned round are a text again when they are joined
  const rest = role.capture === "source.letters.method" ? ["join"] : codecs;
  const beside = [...(word.beside ?? []), ...(rest.length > 0 ? [rest] : [])];
  return { ...word, ...(subcommand.length > 0 && { subcommand }), ...(beside.length > 0 && { beside }) };
}

/**
 * One of these words is in every match of the pattern, empty where it is for none of the captures. The source's own come
 * first, then those of any capture that is always there.
 */
function wordsOfPattern({ pattern, isCertain }: GatedPattern, captures: readonly string[]): readonly GateWord[] | null {
  const gated = [...pattern.roles.keys()].filter((capture) => captures.includes(capture));
  if (gated.length === 0) return [];
  const lists = pattern.predicates.flatMap(({ wordList }) => wordList ?? []);
  const list = lists.find(({ capture }) => gated.includes(capture)) ?? lists.find(({ capture }) => isCertain(capture));
  if (list !== undefined) {
    const isCommand = list.shell && !list.capture.endsWith(".method");
    const told = { ...(list.anyCase === true && { anyCase: true as const }), ...(isCommand && { isCommand: true as const }) };
    return list.words.map((word) => (list.shell ? { word, ...told } : telling(word)));
  }
  const expressions = pattern.predicates.flatMap(({ expression }) => expression ?? []);
  const beginning = expressions.find(({ capture }) => gated.includes(capture))?.beginning ?? "";
  return beginning.length >= shortest ? [{ word: beginning, isBeginning: true }] : null;
}

/**
 * The name in a path that an import cannot rename unseen (the last one, or the longest where that one is short), and the
 * others, which some line imports.
 */
function telling(path: string): GateWord {
  const names = path.split(".").map((name) => name.replace(/\(\)$/, "")).filter((name) => name !== "");
  const last = names.at(-1) ?? path;
  const word = last.length > 3 ? last : names.reduce((longest, name) => (name.length > longest.length ? name : longest), last);
  const others = names.filter((name) => name !== word);
  return others.length === 0 ? { word } : { word, beside: others.map((name) => [/\w/.test(name) ? name : `${name}.`]) };
}

/** Each once, and none that another word tells without asking for anything. */
function unique(words: readonly GateWord[]): readonly GateWord[] {
  const plain = new Set(words.filter((each) => Object.keys(each).length === 1).map(({ word }) => word));
  const least = words.map((each): GateWord => (plain.has(each.word) ? { word: each.word } : each));
  const byKey = new Map(least.map((each) => [JSON.stringify(each), each]));
  return [...byKey.values()].sort((a, b) => (a.word < b.word ? -1 : Number(a.word > b.word)));
}
