import type { ByGrammar, GrammarName } from "../assets.js";
import type { GateWord } from "./gate-words.js";
import type { Pattern } from "./pattern.js";
import { compilePredicates } from "./predicates.js";
import type { Role } from "./role.js";
import type { Rule } from "./rule.js";
import type { Token } from "./query-tokens.js";
import type { Words } from "./vocabulary.js";

/** Data from query files that does not depend on a text. */
export interface QueryFacts {
  readonly rules: readonly Rule[];
  /** Words of which every text with a finding contains at least one. */
  readonly gateWords: readonly GateWord[];
  /** Words of which every shell text that executes something contains at least one; null if this is unknown. */
  readonly executing: readonly GateWord[] | null;
  /** Words of which every shell text that fetches or decodes something contains at least one; null if this is unknown. */
  readonly fetching: readonly GateWord[] | null;
  /** The words by grammar, and of all grammars together. */
  readonly words: ByGrammar<Words> & { readonly all: Words };
}

/** The data with the patterns of each grammar, as a text that {@link patternsIn} reads when the grammar is first needed. */
export interface Prepared extends QueryFacts {
  readonly patterns: (grammar: GrammarName) => string;
}

/**
 * Returns checked patterns as a text that {@link patternsIn} reads, since reading and checking query files takes longer than
 * analyzing most texts.
 */
export function patternsAsText(patterns: readonly Pattern[]): string {
  const structures = [...new Set(patterns.map(({ structure }) => structure))];
  const kept = patterns.map(({ source, structure, roles }): KeptPattern => {
    const predicates = source.predicates.filter(({ operator }) => operator !== "set!");
    return [
      source.file.path,
      structures.indexOf(structure),
      predicates.map(({ operator, operands }) => [operator, ...operands.map(marked)]),
      [...roles],
    ];
  });
  return JSON.stringify([structures, kept] satisfies Kept);
}

/** Returns the patterns in a text, without their tokens and offsets, which only the checks of query files need. */
export function patternsIn(text: string): readonly Pattern[] {
  const [written, kept] = JSON.parse(text) as Kept;
  const structures = written.map((structure) => ({ structure, captures: capturesIn(structure) }));
  return kept.map(([path, at, predicates, roles]) => {
    const { structure, captures } = structures[at] ?? { structure: "", captures: [] };
    const source: Pattern["source"] = {
      file: { path, text: "" },
      ...NOWHERE,
      comment: "",
      captures,
      predicates: predicates.map(([operator = "", ...operands]) => ({
        operator,
        operands: operands.map(read),
        start: 0,
        end: 0,
      })),
      tokens: [],
    };
    return {
      source,
      structure,
      predicates: compilePredicates(source).map(([, predicate]) => predicate),
      roles: new Map(roles),
    };
  });
}

/** Returns the captures of a structure; a string that contains `@` adds one that no predicate names. */
function capturesIn(structure: string): Token[] {
  return Array.from(structure.matchAll(/@([\w.-]+)/g), ([, value = ""]) => ({
    kind: "capture" as const,
    value,
    ...NOWHERE,
  }));
}

/** Each structure once, and the patterns. */
type Kept = readonly [structures: readonly string[], patterns: readonly KeptPattern[]];

/** A stored pattern: the path of its file, the index of its structure, its predicates without settings, and its roles. */
type KeptPattern = readonly [
  path: string,
  structure: number,
  predicates: readonly (readonly string[])[],
  roles: readonly (readonly [capture: string, role: Role])[],
];

/** The offsets of a token that was loaded without its file. */
const NOWHERE = { start: -1, end: -1 } as const;

/** The first character of a stored operand. */
const MARKS = { string: '"', capture: "@" } as const;

function marked({ kind, value }: Token): string {
  return (kind === "capture" ? MARKS.capture : MARKS.string) + value;
}

function read(text: string): Token {
  const kind = text.startsWith(MARKS.capture) ? "capture" : "string";
  return { kind, value: text.slice(1), ...NOWHERE };
}
