import type { ByGrammar } from "../assets.js";
import type { GateWord } from "./gate-words.js";
import type { Pattern } from "./pattern.js";
import { compilePredicates } from "./predicates.js";
import type { Role } from "./role.js";
import type { Rule } from "./rule.js";
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

/** The same with the patterns, each as JSON of its own that is parsed when a tree of its grammar comes. */
export interface Prepared extends QueryFacts {
  readonly patterns: ByGrammar<string>;
}

/** Checked patterns as a text that {@link patternsIn} reads: reading and checking query files takes longer than most texts. */
export function patternsAsText(patterns: readonly Pattern[]): string {
  const kept = patterns.map(({ source, roles }): Kept => {
    const file = { ...source.file, text: "" };
    return {
      source: { ...source, file, comment: "", tokens: nodeTokens(source) },
      roles: [...roles],
    };
  });
  return JSON.stringify(kept);
}

export function patternsIn(text: string): readonly Pattern[] {
  return (JSON.parse(text) as readonly Kept[]).map(({ source, roles }) => {
    return {
      source,
      predicates: compilePredicates(source).map(([, predicate]) => predicate),
      roles: new Map(roles),
    };
  });
}

interface Kept {
  readonly source: Pattern["source"];
  readonly roles: readonly (readonly [capture: string, role: Role])[];
}
