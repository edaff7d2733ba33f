import type { Language, Node } from "web-tree-sitter";
import type { GrammarName } from "../assets.js";
import { compileQuery, withoutPredicates, type CompiledQuery } from "./compiled.js";
import type { Pattern } from "./pattern.js";

/** A node as it is told from others: by its type and its place. */
export interface PlacedNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** The rule that patterns give to a node; null where none does. */
export type RuleOf = (node: PlacedNode) => string | null;

/** The patterns of one grammar that carry a rule id. */
export interface Rules {
  /** @param stop asked every now and then; true ends the search early */
  below(root: () => Node, stop?: () => boolean): RuleOf;
  dispose(): void;
}

export function createRules(grammar: GrammarName, language: Language, patterns: readonly Pattern[]): Rules {
  const ruled = patterns.filter(({ settings }) => settings.rule !== undefined);
  const byType = rulesByType(language, ruled);
  if (byType !== null) return { below: () => (node) => byType.get(node.type) ?? null, dispose: () => undefined };
  const query = compileQuery(grammar, language, ruled);
  return { below: (root, stop) => rulesByPlace(query, root(), stop), dispose: () => { query.dispose(); } };
}

const bareNode = /^\(?\((\w+)\)\s*@[\w.-]+\s*\)?$/;

/** Patterns that are one bare node, `(TYPE) @capture`, need no search: the type tells. Null where one asks for more. */
function rulesByType(language: Language, patterns: readonly Pattern[]): ReadonlyMap<string, string> | null {
  const rules = new Map<string, string>();
  for (const { source, predicates, settings } of patterns) {
    const type = predicates.length > 0 ? undefined : bareNode.exec(withoutPredicates(source))?.[1];
    const id = type === undefined ? null : language.idForNodeType(type, true);
    // a supertype stands for several types and is none itself
    if (type === undefined || id === null || !language.nodeTypeIsVisible(id)) return null;
    rules.set(type, settings.rule ?? "");
  }
  return rules;
}

function rulesByPlace(query: CompiledQuery, root: Node, stop?: () => boolean): RuleOf {
  const rules = new Map<string, string>();
  const key = ({ type, start, end }: PlacedNode): string => `${type} ${String(start)} ${String(end)}`;
  for (const { captures, settings } of query.matches(root, stop === undefined ? {} : { stop }).matches) {
    if (settings.rule === undefined) continue;
    for (const { node } of captures) rules.set(key({ type: node.type, start: node.startIndex, end: node.endIndex }), settings.rule);
  }
  return (node) => rules.get(key(node)) ?? null;
}
