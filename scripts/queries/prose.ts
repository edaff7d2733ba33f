import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { QueryFile } from "../../src/core/assets.js";
import { queryErrorAt } from "../../src/core/query/query-error.js";
import { readProse, type Entry } from "../../src/core/context/language/prose-file.js";
import { Language } from "../../src/core/context/language/prose-language.js";
import { SHARED } from "../../src/core/context/language/share-continuations.js";
import { COMMAND, NAME, PAD } from "../../src/core/context/sentence/mask-characters.js";
import { slowPart } from "./slow-part.js";
import { alternativeWithout } from "./alternative-without.js";

/** The names of the groups and shapes that the code of the context stage uses. */
export const usedNames: ReadonlySet<string> = new Set(
  readdirSync("src/core/context", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => namesIn(readFileSync(join("src/core/context", name), "utf8")))
    .flatMap((names) => names.split("+").map((group) => group.replace(/\..*/, ""))),
);

/** Returns the names in calls such as `language.test("asks", …)` and `shapeNames("hearsay", "hearsay-met")`. */
function namesIn(code: string): string[] {
  const calls = code.matchAll(/\.(?:all|each|exec|expression|has|list|test)\(\s*("[a-z.+-]+")/g);
  const tables = code.matchAll(/\bshapeNames\(([^)]*)\)/g);
  return [...calls, ...tables].flatMap(([, names = ""]) =>
    Array.from(names.matchAll(/"([^"]+)"/g), ([, name = ""]) => name),
  );
}

/**
 * Checks all files of one language: every shape compiles and cannot take very long, every phrase of a group is valid, and
 * everything is used. A detector reads only the parts that it needs, so this check is for the authors of these files.
 * @throws QueryError for the first mistake
 */
export function checkProse(tag: string, files: readonly QueryFile[]): void {
  const entries = readProse(files);
  const language = asWritten(new Language(tag, entries));
  const referred = new Set(
    [...entries.values()].flatMap((entry) =>
      entry.kind === "shape" ? referencesIn(entry.source) : [],
    ),
  );
  for (const [name, entry] of entries) {
    if (!usedNames.has(name) && !referred.has(name))
      throw refused(
        entry,
        `"${name}" is not used`,
        "compare its name with that of another language, or remove it",
      );
    if (entry.kind === "shape") checkShape(entry, name, language);
    else checkPhrases(entry, name, language);
  }
  for (const name of JUDGING_SHAPES) checkJudging(entries.get(name), name, language);
}

/** Returns a language whose expressions list all phrases of a group, so that a problem can be shown with the phrase that has it. */
function asWritten(language: Language): Language {
  const choices = Array.from(language.choicesOfShapes().keys(), (names): [string, string] => {
    const phrases = [...language.list(names)].sort((a, b) => b.length - a.length);
    return [names, `(?:${phrases.join("|").replaceAll(" ", "\\s+") || "(?!)"})`];
  });
  return new Language(language.tag, language.entries, new Map(choices));
}

/** Returns an expression without the lookaheads that the compiler of shapes inserts. */
function withoutSharing(source: string): string {
  return source.replaceAll(SHARED, "");
}

/** The shapes that forbid, condemn or reject a command. */
const JUDGING_SHAPES = [
  "negation",
  "contrast",
  "passive",
  "predicate",
  "called",
  "attribute",
  "reject",
  "bad-label",
  "trailing-label",
  "aside",
  "elliptic-end",
  "answer",
];

/** Checks that each match of a shape contains a word of "judging": a text without such a word is not searched for the shape. */
function checkJudging(entry: Entry | undefined, name: string, language: Language): void {
  const expression = language.expression(name);
  const judging = language.list("judging");
  if (entry === undefined || judging.length === 0) return;
  const alternative = alternativeWithout(
    [...judging, "?"],
    withoutSharing(expression.source).replaceAll(`${PAD}*`, ""),
  );
  if (alternative !== null)
    throw refused(
      entry,
      `"${name}" is not recognized in a text that contains no word of "judging" but ${alternative}`,
      'add a part of it to "judging"',
    );
}

/** Returns the groups and shapes that an expression names. */
function referencesIn(source: string): string[] {
  return Array.from(source.matchAll(/\{([a-z][a-z.+-]*)\}/g), ([, names = ""]) =>
    names.split("+").map((name) => name.replace(/\..*/, "")),
  ).flat();
}

function checkShape(
  entry: Extract<Entry, { kind: "shape" }>,
  name: string,
  language: Language,
): void {
  const expression = language.expression(name);
  const group = slowGroup(language.source(entry));
  if (group !== null)
    throw refused(
      entry,
      `"${name}" can take exponential time: ${group} repeats what is repeated itself`,
      "require something between the repetitions, or repeat only once",
    );
  const slow = slowPart(withoutSharing(expression.source));
  if (slow !== null)
    throw refused(
      entry,
      `"${name}" can take quadratic time: ${withPlaceholders(slow)} can divide one run of characters in many ways`,
      "require a character between the runs that is in neither, or end a run with (?!…)",
    );
  const isWhole = /^\^/.test(expression.source) || /\$\)*$/.test(expression.source);
  const isPart = !usedNames.has(name);
  if (!isWhole && !isPart && new RegExp(expression.source, expression.flags).test(""))
    throw refused(entry, `"${name}" matches the empty string`, "require at least one character");
}

/** Returns an expression in which the mask characters are written as in a .prose file. */
function withPlaceholders(source: string): string {
  return source
    .replaceAll(COMMAND, "{command}")
    .replaceAll(NAME, "{name}")
    .replaceAll(PAD, "{pad}");
}

function checkPhrases(entry: Entry, name: string, language: Language): void {
  for (const phrase of language.list(entry.kind === "verbs" ? `${name}.base` : name)) {
    let expression: RegExp;
    try {
      expression = new RegExp(`^(?:${phrase})$`);
    } catch (cause) {
      throw refused(
        entry,
        `"${phrase}" in "${name}" is not a valid expression (${cause instanceof Error ? cause.message : String(cause)})`,
        "correct it",
      );
    }
    if (expression.test(""))
      throw refused(
        entry,
        `"${phrase}" in "${name}" matches the empty string`,
        "require at least one word",
      );
    if (phrase !== phrase.toLowerCase() && !/\\[A-Z]/.test(phrase))
      throw refused(
        entry,
        `"${phrase}" in "${name}" contains an upper-case letter, but masks are in lower case`,
        "write it in lower case",
      );
    if (slowGroup(phrase) !== null)
      throw refused(
        entry,
        `"${phrase}" in "${name}" can take exponential time`,
        "require something between the repetitions, or repeat only once",
      );
  }
}

/**
 * Returns a group that is repeated without a bound and in which each round can be a single unbounded repetition, as in
 * `(?:[a-z]+,?)*`: such a group can divide a run of letters into rounds in every possible way. Returns null if there is none.
 * Repeated whitespace counts as a single space, because it is bounded when a shape is compiled.
 */
function slowGroup(source: string): string | null {
  const simple = source
    .replace(/\\./g, (escaped) => (escaped === "\\s" ? " " : "a"))
    .replace(/\[[^\]]*\]/g, "a")
    .replace(/ [*+]/g, " ");
  return /\((?:\?:)?(?:\w\??)?\w[*+](?:[^\w\s()|+*][?*])*\)[*+]/.exec(simple)?.[0] ?? null;
}

function refused({ file, start }: Entry, problem: string, advice: string): Error {
  return queryErrorAt(file, start, "query-name", problem, advice);
}
