import type { GrammarName } from "../assets.js";
import { refusing } from "./query-error.js";
import { hasBlankAfterStart, literalStart } from "./regular-expression.js";
import { capturedTypes } from "./captured-types.js";
import type { CompiledPredicate } from "./predicates.js";
import type { PatternSource, PredicateSource } from "./read-patterns.js";
import type { Token } from "./query-tokens.js";

const refused = refusing("query-predicate");

/** The spelling of a type of node, and the advice for other spellings. */
interface Spelling {
  readonly admits: (text: string) => boolean;
  readonly advice: string;
}

/** A name without dots: a dotted path is a different node. */
const identifier: Spelling = {
  admits: (text) => /^[\p{ID_Start}_$#][\p{ID_Continue}$]*$/u.test(text),
  advice:
    "a name consists only of letters, digits, _ and $; capture the whole path for a dotted name",
};

const command: Spelling = {
  admits: (text) => !text.includes(" "),
  advice: "a command name contains no space; capture the next word as @_next",
};

/** The types of nodes whose text has a known form. */
const spellings: Readonly<Record<GrammarName, Readonly<Record<string, Spelling>>>> = {
  bash: { command_name: command },
  powershell: { command_name: command, member_name: identifier },
  python: { identifier },
  javascript: { identifier, property_identifier: identifier },
  php: { name: identifier },
  ruby: {},
  lua: { identifier },
  go: { identifier, field_identifier: identifier },
  java: { identifier, type_identifier: identifier },
  csharp: { identifier },
  tsx: {},
};

/** Rejects a word that no captured node can be, and a predicate or a word that has no effect because of the other predicates. */
export function checkWords(
  source: PatternSource,
  grammar: GrammarName,
  predicates: readonly (readonly [PredicateSource, CompiledPredicate])[],
): void {
  const types = capturedTypes(source);
  for (const [written, compiled] of predicates) {
    for (const word of wordsOf(written))
      checkSpelling(
        source,
        grammar,
        written,
        word,
        types.find(({ name }) => name.value === written.operands[0]?.value)?.types ?? null,
      );
    for (const [others, other] of predicates)
      if (other !== compiled) checkBoth(source, [written, compiled], [others, other]);
  }
}

function wordsOf({ operands }: PredicateSource): readonly Token[] {
  return operands.slice(1).filter(({ kind }) => kind !== "capture");
}

function checkSpelling(
  source: PatternSource,
  grammar: GrammarName,
  { operator }: PredicateSource,
  word: Token,
  types: readonly string[] | null,
): void {
  const known = types?.map((type) => spellings[grammar][type]) ?? [undefined];
  const text = operator.endsWith("match?")
    ? `${literalStart(word.value)}${hasBlankAfterStart(word.value) ? " " : ""}`
    : word.value;
  if (text === "" || known.some((spelling) => spelling === undefined || spelling.admits(text)))
    return;
  const problem = `"${word.value}" cannot match ${types?.join(" or ") ?? "any node"}`;
  throw refused(source, word, problem, known[0]?.advice ?? "remove it");
}

/** Checks a list and another predicate on the same words: neither may make the other ineffective. */
function checkBoth(
  source: PatternSource,
  [written, { wordList }]: readonly [PredicateSource, CompiledPredicate],
  [others, { about }]: readonly [PredicateSource, CompiledPredicate],
): void {
  if (
    wordList === undefined ||
    about?.capture !== wordList.capture ||
    about.shell !== wordList.shell
  )
    return;
  const lost = wordsOf(written).find(({ value }) => !about.admits(value));
  if (lost !== undefined)
    throw refused(
      source,
      lost,
      `#${others.operator} excludes "${lost.value}", so it can match nothing`,
      "remove one of the two",
    );
  throw refused(
    source,
    others,
    `#${others.operator} excludes none of the words that #${written.operator} lists`,
    "remove it",
  );
}
