import type { GrammarName } from "../assets.js";
import type { Pattern } from "./pattern.js";
import type { Roles } from "./role.js";

/** The nodes that a lone word pattern may be about, by grammar: what a name is written as. */
const NAMED: Readonly<Record<GrammarName, readonly string[]>> = {
  bash: ["command_name"],
  python: ["identifier", "attribute", "call"],
  javascript: ["identifier", "member_expression"],
};

const lonely = /^(?:\( )?\( (\w+) \) @[\w.-]+(?: \))?$/;

/**
 * The words of a pattern that is nothing but words on a node, `((TYPE) @role (#any-of? @role "a" "b"))`; null for any other.
 * Such a pattern gives its role to whatever goes by one of its words, so that a table of names stands for its execution.
 */
export function wordsOf(grammar: GrammarName, { source, predicates }: Pattern): readonly string[] | null {
  const list = predicates[0]?.wordList;
  if (list === undefined || predicates.length !== 1 || list.shell !== (grammar === "bash") || list.capture.startsWith("_")) return null;
  const type = lonely.exec(structureOf(source))?.[1];
  return type !== undefined && NAMED[grammar].includes(type) ? list.words : null;
}

/** The nodes of a pattern without comments and predicates, blanks folded. */
export function structureOf({ tokens, predicates }: Pattern["source"]): string {
  const kept = tokens.filter((token) => token.kind !== "comment" && !predicates.some(({ start, end }) => token.start >= start && token.end <= end));
  return kept.map(({ kind, value }) => (kind === "capture" ? `@${value}` : kind === "string" ? JSON.stringify(value) : value)).join(" ");
}

/** The roles of names, by name. */
export type NameTable = ReadonlyMap<string, Roles>;

/** The table of all patterns that are nothing but words. */
export function nameTable(grammar: GrammarName, patterns: readonly Pattern[]): NameTable {
  const table = new Map<string, Roles>();
  for (const pattern of patterns) {
    for (const word of wordsOf(grammar, pattern) ?? []) table.set(word, [...(table.get(word) ?? []), ...pattern.roles.values()]);
  }
  return table;
}
