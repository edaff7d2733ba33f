import { isNamingGrammar, type GrammarName } from "../assets.js";
import { containsLetter } from "../scan.js";
import { queryErrorAt } from "./query-error.js";
import type { NamePattern } from "./language-file.js";
import type { Pattern } from "./pattern.js";
import type { WordList } from "./predicates.js";
import { listed, type Role } from "./role.js";
import { inAnyCase } from "./vocabulary.js";

/** One of the words of which every text with a finding contains at least one. */
export interface GateWord {
  readonly word: string;
  /** Whether it is case-insensitive. */
  readonly anyCase?: true;
  /** Whether it is only a prefix of names. */
  readonly isBeginning?: true;
  /** Whether it is the name of a command, which is a separate word: `fetch x`, and neither `prefetch` nor `fetch:`. */
  readonly isCommand?: true;
  /** Whether it is called with a URL, or a variable that may contain one: `include "https://…"`, and not `require("./x")`. */
  readonly isAddressed?: true;
  /** Words that follow it: `exec` of `npm exec`. */
  readonly subcommand?: readonly string[];
  /** Lists of words; the text must contain one word of each: the rest of a path, the required codec. */
  readonly beside?: readonly (readonly string[])[];
  /** Regular expressions, one of which must match shortly after it: a URL, an option. */
  readonly behind?: readonly string[];
  /** The kind of code in which it produces a value. It counts only if the text also executes values of that kind, or of a shell. */
  readonly valueIn?: Code;
  /** The kind of code of which it executes values: the word is a sink, not a source. */
  readonly executesIn?: Code;
  /** The name after it in its path, if it is not the last one: `run` of `subprocess.run`. */
  readonly next?: string;
  /** Whether it is the name of a type, which is in brackets: `[char]`. */
  readonly isType?: true;
  /** Whether it executes the value that is assigned to it: `script.text = x`. */
  readonly isAssigned?: true;
  /** Whether it is a property of the value of a call, not a separate function: `constructor` of `f().constructor`. */
  readonly isProperty?: true;
}

/**
 * Kinds of code: the call that executes the value of a source must be of the source's kind or run a shell. `names` stands for all
 * languages whose calls are identified only by their names; a `command` only prints, and its output must be used in any of them.
 */
export type Code = "python" | "javascript" | "names" | "powershell" | "shell" | "command";

/** A pattern with its grammar. `isCertain` returns whether every match contains a capture. */
export interface GatedPattern {
  readonly grammar: GrammarName;
  readonly pattern: Pattern;
  readonly isCertain: (capture: string) => boolean;
}

/** Returns words such that every match of a pattern with one of the captures contains at least one; null if a pattern requires no word. */
export function necessaryWords(
  patterns: readonly GatedPattern[],
  captures: readonly string[],
): readonly GateWord[] | null {
  const words = patterns.map((each) => wordsOfPattern(each, captures));
  const plain = words
    .flatMap((each) => each ?? [])
    .map(({ word, anyCase }) => ({ word, ...(anyCase && { anyCase }) }));
  return words.includes(null) ? null : unique(plain);
}

/** If there are at most this many source words, no word that executes a value is required. */
export const FEW = 8;

/** Minimum length of a prefix of an expression that is worth searching for in a text. */
const MIN_BEGINNING_LENGTH = 2;

/**
 * Returns words such that every text with a finding contains at least one.
 * @throws QueryError if a pattern of a gate capture names no word: the gate would have to be open for every text
 */
export function gateWordsOf(
  patterns: readonly GatedPattern[],
  languages: ReadonlyMap<string, readonly NamePattern[]>,
  gate: readonly string[],
): readonly GateWord[] {
  const words: GateWord[] = [];
  for (const [language, of] of languages) {
    for (const { roles, names } of of) {
      const gated = [...roles.values()].find(({ capture }) => gate.includes(capture));
      if (gated === undefined) continue;
      const isAddressed = gated.capture === "source.address" || gated.settings["of"] === "address";
      const common = {
        ...(isAddressed && { isAddressed: true as const }),
        ...(isValue(gated) && { valueIn: "names" as const }),
        ...(ANY_CASE.has(language) && { anyCase: true as const }),
      };
      for (const name of names) words.push({ ...wordOfPath(name), ...common });
    }
  }
  for (const each of patterns) {
    const necessary = wordsOfPattern(each, gate);
    if (necessary === null) throw missingWords(each.pattern, gate);
    const gated = [...each.pattern.roles.values()].filter(({ capture }) => gate.includes(capture));
    const code = gated.every(isValue) ? codeOf(each) : null;
    for (const word of necessary) {
      const valueIn = code ?? codeOfFetcher(word, gated);
      words.push({ ...gated.reduce(withRequirements, word), ...(valueIn !== null && { valueIn }) });
    }
    words.push(...wordsOfData(each));
  }
  const sources = unique(words);
  const isFew = new Set(sources.map(({ word }) => word)).size <= FEW;
  const executing = isFew ? null : executors(patterns, languages);
  return executing === null
    ? unique(words.map(({ valueIn: _, ...word }) => word))
    : unique([...sources, ...executing]);
}

/** Returns words of calls that execute a `data:` URL, and are both source and sink: `import("data:text/javascript,…")`. */
function wordsOfData(each: GatedPattern): GateWord[] {
  const data = [...each.pattern.roles.values()]
    .filter(({ settings }) => settings["of"] === "data")
    .map(({ capture }) => capture);
  const beside = ["'", '"', "`"].map((quote) => `${quote}data:`);
  return (wordsOfPattern(each, data) ?? []).map(({ word }) => ({ word, beside: [beside] }));
}

/**
 * Whether a role only produces a value, which another call must execute: the result of a call, or a file that a command copies to
 * its last operand.
 */
function isValue({ capture, settings }: Role): boolean {
  return (
    /^source\.(?:fetch|handler|decoder|letters|remote)\b/.test(capture) ||
    (settings["into"] === "last" && capture !== "source.address")
  );
}

function codeOfFetcher({ anyCase }: GateWord, gated: readonly Role[]): Code | null {
  if (!gated.every(({ capture }) => capture === "source.fetcher")) return null;
  return anyCase === true ? "powershell" : gated.every(onlyPrints) ? "command" : null;
}

/** Whether a command prints what it fetches unless an option that the gate recognizes names a file. */
function onlyPrints(role: Role): boolean {
  const { writes, hands } = role.settings;
  const outputs = listed(role, "output");
  return writes === "stdout" && hands === undefined && outputs.every((o) => /^--?\w*o/i.test(o));
}

function codeOf({ grammar }: GatedPattern): Code {
  if (grammar === "bash") return "shell";
  if (grammar === "tsx") return "javascript";
  return isNamingGrammar(grammar) ? "names" : grammar;
}

/** Languages in which the names of functions are case-insensitive. */
const ANY_CASE: ReadonlySet<string> = new Set(["php"]);

/** Returns names such that every text that executes a value contains at least one; null if a pattern requires no name. */
function executors(
  patterns: readonly GatedPattern[],
  languages: ReadonlyMap<string, readonly NamePattern[]>,
): GateWord[] | null {
  const isExecutor = (capture: string): boolean =>
    /^(?:sink\.(?!program|command|callback|self)|inject\.(?!template)|flow\.write\b)/.test(capture);
  const common = [...languages].flatMap(([language, of]) =>
    of
      .filter(({ roles }) => [...roles.keys()].some(isExecutor))
      .flatMap(({ names, roles }) =>
        names.flatMap((name) =>
          kindsOf("names", roles).map(
            (executesIn): GateWord => ({
              ...wordOfPath(name),
              executesIn,
              ...(ANY_CASE.has(language) && { anyCase: true as const }),
            }),
          ),
        ),
      ),
  );
  // a list of words is a program if its first word is an interpreter, a name for the running interpreter, or a file in a folder
  const programs = [
    ...wordsFor(patterns, ["sink.interpreter"]),
    ...wordsFor(patterns, ["sink.self"]),
    "./",
    '"/',
    "'/",
  ];
  for (const each of patterns) {
    // a file that a program writes may be run in another block
    const opener = each.pattern.roles.get("flow.open");
    const words = wordsOfPattern(
      each,
      [...each.pattern.roles.keys()].filter(
        (capture) => isExecutor(capture) || capture === "flow.open",
      ),
    );
    if (words === null) return null;
    if (opener?.settings["of"] === "path") continue;
    const isAssigned = each.pattern.roles.has("sink.property") && { isAssigned: true as const };
    const isShell = each.pattern.roles.has("sink.shell") && { behind: ["\\s[\"'{/-]"] };
    const isList = [...each.pattern.roles.keys()].some((capture) =>
      capture.startsWith("inject.list"),
    );
    const isProgram = isList && { beside: [programs] };
    const isWritten = opener !== undefined && { beside: [WRITES] };
    for (const executesIn of kindsOf(codeOf(each), each.pattern.roles))
      common.push(
        ...words.map(
          (word): GateWord => ({
            ...word,
            executesIn,
            ...isAssigned,
            ...isShell,
            ...isProgram,
            ...isWritten,
          }),
        ),
      );
  }
  return common;
}

/** Returns the kinds of code of which a call executes values; one that runs commands may also use the output of a command. */
function kindsOf(code: Code, roles: ReadonlyMap<string, Role>): readonly Code[] {
  const runsCommands = [...roles.keys()].some((capture) => capture.startsWith("inject."));
  return runsCommands && code !== "shell" ? [code, "command"] : [code];
}

/** The name of each call that writes a value to an opened file contains one of these. */
const WRITES = ["rite", "opy", "puts", "print"];

function wordsFor(
  patterns: readonly GatedPattern[],
  captures: readonly string[],
): readonly string[] {
  return unique(patterns.flatMap((each) => wordsOfPattern(each, captures) ?? [])).map(
    ({ word }) => word,
  );
}

function missingWords({ roles, source: { file, start } }: Pattern, gate: readonly string[]): Error {
  const gated = [...roles.keys()].filter((capture) => gate.includes(capture));
  const problem = `this pattern requires no word, so every text would have to be searched for @${gated.join(", @")}`;
  return queryErrorAt(
    file,
    start,
    "query-predicate",
    problem,
    "list words with #any-of?, or start the regular expression with at least two literal characters",
  );
}

/** Returns the word with what the role's settings also require: a subcommand, one of the codecs that make it a decoder. */
function withRequirements(word: GateWord, role: Role): GateWord {
  const subcommand = listed(role, "subcommand");
  // a decoder that also accepts a list of numbers needs no name of an encoding
  const numbers = role.settings["of"] === "list" ? ["[", ".map("] : [];
  const named = listed(role, "with");
  const codecs = named.length > 0 ? [...named, ...numbers] : [];
  // reversed characters become a string only when they are joined
  const rest = role.capture === "source.letters.method" ? ["join"] : codecs;
  const escapes =
    role.settings["how"] === "escapes"
      ? [Array.from("x01234567", (character) => `\\${character}`)]
      : [];
  const beside = [...(word.beside ?? []), ...(rest.length > 0 ? [rest] : []), ...escapes];
  const behind = word.isCommand === true ? neededAfter(role) : [];
  return {
    ...word,
    ...(subcommand.length > 0 && { subcommand }),
    ...(beside.length > 0 && { beside }),
    ...(behind.length > 0 && { behind }),
  };
}

/** Matches a placeholder for a URL: `{REMOTEURL}`, `<url>`, `%HOST%`. */
const PLACEHOLDER = `[<{[%][ \\w.:-]{0,40}?(?:${["uri", "url", "address", "host", "link", "path_smb"].map(inAnyCase).join("|")})`;

const URL = `[a-zA-Z+]{2}:\\S|${PLACEHOLDER}`;

/** Regular expressions for each kind of address among the arguments of a command: `owner/name` is an address, `@scope/name` is not. */
const ADDRESSES: Readonly<Record<string, string>> = {
  git: `${URL}|git@`,
  repository: "[\\s\"'=]\\w[\\w.-]*\\/[\\w.]",
  module: "\\w@\\w",
  share: `\\\\\\\\|${PLACEHOLDER}`,
};

/** Matches a URL or host as a person types it, or a placeholder for one. */
const HOST =
  ":\\/|localhost|\\s[\"']?:\\d|\\w\\.[\\w-][\\w.-]{0,100}(?:[/:?]|\\s*(?:[|\"'`)]|$))|[\\w.-]\\/\\S|[<{%[]";

/** Returns regular expressions for the arguments without which the output of a command is not a program. */
function neededAfter(role: Role): readonly string[] {
  const { settings, capture } = role;
  if (capture === "source.address")
    return listed(role, "address").flatMap((kind) => ADDRESSES[kind] ?? URL);
  if (capture === "source.encoded")
    return [
      "[-/\u2013-\u2015][\"'`^\\\\]*[eE](?:[\"'`^\\\\]*[nNcC]|[\"'\\\\]*\\s)",
      "\\s@[A-Za-z_]",
    ];
  if (settings["how"] === "rotation") return ["\\w-\\w|\\w{3}"];
  if (settings["writes"] === "nothing") return listed(role, "prints").map(optionOf);
  const needed = listed(role, "needs").map(optionOf);
  return needed.length === 0 && capture === "source.fetcher" && settings["address"] !== undefined
    ? [HOST]
    : needed;
}

/**
 * Returns a regular expression for an option or operand. It also matches a short option in a group (`-xzf`), and a long option by
 * the beginning of its name.
 */
function optionOf(written: string): string {
  const [name = "", value] = written.split("=");
  const letters = name.replace(/^-+/, "");
  if (value !== undefined || letters === name) return inAnyCase((value ?? name).toLowerCase());
  return letters.length === 1
    ? `(?<![\\w-])-[\\w"'\\\\]*${letters}`
    : `(?<![\\w-])--?["'\\\\]*${letters.slice(0, 3)}`;
}

/**
 * Returns words such that every match of the pattern contains at least one; empty if the pattern has none of the captures, null if
 * it requires no word. The words of one of the captures are preferred to those of another capture that is always present.
 */
function wordsOfPattern(
  { pattern, isCertain }: GatedPattern,
  captures: readonly string[],
): readonly GateWord[] | null {
  const gated = [...pattern.roles.keys()].filter((capture) => captures.includes(capture));
  if (gated.length === 0) return [];
  const lists = pattern.predicates.flatMap(({ wordList }) => wordList ?? []);
  const list =
    lists.find(({ capture }) => gated.includes(capture)) ??
    lists.find(({ capture }) => isCertain(capture));
  if (list !== undefined) {
    const isCommand = list.shell && !list.capture.endsWith(".method");
    const isType = pattern.structure.includes(`( type_literal ) @${list.capture} `);
    const common = {
      ...(list.anyCase === true && { anyCase: true as const }),
      ...(isCommand && { isCommand: true as const }),
      ...(isType && { isType: true as const }),
    };
    // where nothing is optional, each capture is certain, and the grammar is not needed to tell
    const isWhole = !/[[?*]/.test(pattern.structure);
    const others = isWhole ? lists.filter((each) => each !== list && !each.shell) : [];
    return list.words.map((word) =>
      list.shell ? { word, ...common } : withOthers(wordOfPath(word), others),
    );
  }
  const expressions = pattern.predicates.flatMap(({ expression }) => expression ?? []);
  const beginnings = expressions.find(({ capture }) => gated.includes(capture))?.beginnings ?? [""];
  return beginnings.every(({ length }) => length >= MIN_BEGINNING_LENGTH)
    ? beginnings.map((word) => ({ word, isBeginning: true }))
    : null;
}

/**
 * Returns the name of a path that remains in the code if an import renames the others: the last one, or the longest if the last is
 * short. The other names are required elsewhere in the text, because the import contains them.
 */
function wordOfPath(path: string): GateWord {
  const names = path
    .split(".")
    .map((name) => name.replace(/\(\)$/, ""))
    .filter((name) => name !== "");
  const last = names.at(-1) ?? path;
  const word =
    last.length > 3
      ? last
      : names.reduce((longest, name) => (name.length > longest.length ? name : longest), last);
  const others = names.filter((name) => name !== word);
  const next = names[names.indexOf(word) + 1];
  return {
    word,
    ...(others.length > 0 && {
      beside: others.map((name) => [containsLetter(name) ? name : `${name}.`]),
    }),
    ...(next !== undefined && { next }),
    ...(path === `().${word}` && { isProperty: true }),
  };
}

/** Returns the word, with the requirement of one word of each of the pattern's other lists. */
function withOthers(word: GateWord, others: readonly WordList[]): GateWord {
  if (others.length === 0) return word;
  const lists = others.map(({ words }) => words.map((each) => wordOfPath(each).word));
  return { ...word, beside: [...(word.beside ?? []), ...lists] };
}

/** Returns each word once, without those that another word covers unconditionally. */
function unique(words: readonly GateWord[]): readonly GateWord[] {
  const plain = new Set(
    words.filter((each) => Object.keys(each).length === 1).map(({ word }) => word),
  );
  const least = words.map((each): GateWord => (plain.has(each.word) ? { word: each.word } : each));
  const byKey = new Map(least.map((each) => [JSON.stringify(each), each]));
  return [...byKey.values()].sort((a, b) => (a.word < b.word ? -1 : Number(a.word > b.word)));
}
