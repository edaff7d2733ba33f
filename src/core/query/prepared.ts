import type { ByGrammar, GrammarName } from "../assets.js";
import type { GateWord } from "./gate-words.js";
import type { Pattern } from "./pattern.js";
import { compilePredicates } from "./predicates.js";
import type { Role } from "./role.js";
import type { Rule } from "./rule.js";
import type { Token } from "./tokens.js";
import type { Words } from "./vocabulary.js";
import { nodeTokens } from "./words.js";

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
  const kept = patterns.map(({ source, roles }): Kept => {
    const predicates = source.predicates.filter(({ operator }) => operator !== "set!");
    return [
      source.file.path,
      nodeTokens(source).map(marked),
      predicates.map(({ operator, operands }) => [operator, ...operands.map(marked)]),
      [...roles],
    ];
  });
  return JSON.stringify(kept);
}

/** Returns the patterns of a text; their places in the files are left out, for all were checked. */
export function patternsIn(text: string): readonly Pattern[] {
  return (JSON.parse(text) as readonly Kept[]).map(([path, written, predicates, roles]) => {
    const tokens = written.map(read);
    const source: Pattern["source"] = {
      file: { path, text: "" },
      ...NOWHERE,
      comment: "",
      captures: tokens.filter(({ kind }) => kind === "capture"),
      predicates: predicates.map(([operator = "", ...operands]) => ({
        operator,
        operands: operands.map(read),
        start: 0,
        end: 0,
      })),
      tokens,
    };
    return {
      source,
      predicates: compilePredicates(source).map(([, predicate]) => predicate),
      roles: new Map(roles),
    };
  });
}

/** A pattern as it is kept: the path of its file, the tokens of its nodes, its predicates without settings, and its roles. */
type Kept = readonly [
  path: string,
  tokens: readonly string[],
  predicates: readonly (readonly string[])[],
  roles: readonly (readonly [capture: string, role: Role])[],
];

/** The place of what is no longer in a file. No token of a pattern is in one of its predicates, which are at 0. */
const NOWHERE = { start: -1, end: -1 } as const;

/** The first character of a token that is kept. */
const MARKS = {
  open: "(",
  close: ")",
  string: '"',
  capture: "@",
  predicate: "#",
  comment: ";",
  other: " ",
} as const;
const KINDS: ReadonlyMap<string, Token["kind"]> = new Map(
  Object.entries(MARKS).map(([kind, mark]) => [mark, kind as Token["kind"]] as const),
);

function marked({ kind, value }: Token): string {
  return MARKS[kind] + value;
}

function read(text: string): Token {
  return { kind: KINDS.get(text.charAt(0)) ?? "other", value: text.slice(1), ...NOWHERE };
}
