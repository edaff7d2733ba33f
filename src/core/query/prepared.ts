import type { ByGrammar, GrammarName } from "../assets.js";
import type { GateWord } from "./gate-words.js";
import type { Pattern } from "./pattern.js";
import { compilePredicates } from "./predicates.js";
import type { Role } from "./role.js";
import type { Rule } from "./rule.js";
import type { Token } from "./tokens.js";
import type { Words } from "./vocabulary.js";

/** What query files say before any text is read, as plain data. */
export interface QueryFacts {
  readonly rules: readonly Rule[];
  /** A text that holds none of these can have no finding. */
  readonly gateWords: readonly GateWord[];
  /** Words of which every shell text that executes something holds at least one; null if this is unknown. */
  readonly executing: readonly GateWord[] | null;
  /** Words of which every shell text that fetches or decodes something holds at least one; null if this is unknown. */
  readonly given: readonly GateWord[] | null;
  /** By grammar, and of all together. */
  readonly words: ByGrammar<Words> & { readonly all: Words };
}

/** The same with the patterns of each grammar, as a text that {@link patternsIn} reads when a tree of the grammar comes. */
export interface Prepared extends QueryFacts {
  readonly patterns: (grammar: GrammarName) => string;
}

/** Checked patterns as a text that {@link patternsIn} reads: reading and checking query files takes longer than most texts. */
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

/** Returns the patterns of a text; their tokens and places in the files are left out, for all were checked. */
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

/** The captures of a structure; a string with such a mark in it adds one that no predicate names. */
function capturesIn(structure: string): Token[] {
  return Array.from(structure.matchAll(/@([\w.-]+)/g), ([, value = ""]) => ({
    kind: "capture" as const,
    value,
    ...NOWHERE,
  }));
}

/** Every structure once, and the patterns. */
type Kept = readonly [structures: readonly string[], patterns: readonly KeptPattern[]];

/** A pattern as it is kept: the path of its file, the index of its structure, its predicates without settings, and its roles. */
type KeptPattern = readonly [
  path: string,
  structure: number,
  predicates: readonly (readonly string[])[],
  roles: readonly (readonly [capture: string, role: Role])[],
];

/** The place of what is no longer in a file. */
const NOWHERE = { start: -1, end: -1 } as const;

/** The first character of an operand that is kept. */
const MARKS = { string: '"', capture: "@" } as const;

function marked({ kind, value }: Token): string {
  return (kind === "capture" ? MARKS.capture : MARKS.string) + value;
}

function read(text: string): Token {
  const kind = text.startsWith(MARKS.capture) ? "capture" : "string";
  return { kind, value: text.slice(1), ...NOWHERE };
}
