import { isNamingGrammar, type GrammarName } from "../assets.js";
import type { Pattern } from "./pattern.js";
import type { Roles } from "./role.js";

/** The nodes that a pattern of only words may apply to, by grammar: those whose text is a name. */
const NAMED: Readonly<Record<GrammarName, readonly string[]>> = {
  php: ["name", "scoped_call_expression", "member_call_expression", "include_expression"],
  ruby: ["identifier", "constant", "call", "scope_resolution"],
  lua: ["identifier", "dot_index_expression", "method_index_expression"],
  go: ["identifier", "field_identifier", "selector_expression", "call_expression"],
  java: ["identifier", "method_invocation", "type_identifier"],
  csharp: ["identifier", "member_access_expression", "invocation_expression"],
  tsx: [],
  bash: ["command_name"],
  python: ["identifier", "attribute", "call", "string_content"],
  powershell: ["command_name", "member_name"],
  javascript: [
    "identifier",
    "member_expression",
    "call_expression",
    "import",
    "property_identifier",
    "shorthand_property_identifier_pattern",
    "string_fragment",
  ],
};

/** Whether the name of a node differs from its text: a word of the shell without its quotes, a dotted name. */
function spelledAsWords(grammar: GrammarName): boolean {
  return grammar === "bash" || grammar === "powershell" || isNamingGrammar(grammar);
}

/** Matches a node or one of several, with a capture. */
const NAMED_NODE = /^(?:\( )?(?:\( (\w+) \)|\[ ((?:\( \w+ \) )+)\]) @[\w.-]+(?: \))?$/;

/**
 * Returns the words of a pattern that consists of a node and its words, `((TYPE) @role (#any-of? @role "a" "b"))`, or of a node of
 * one of several types, `([(TYPE) (OTHER)] @role …)`; null for any other pattern. Such a pattern gives its role to each node with
 * one of its words as its name, so that a table of names can replace it.
 */
export function wordsOf(
  grammar: GrammarName,
  { structure, predicates }: Pattern,
): readonly string[] | null {
  const list = predicates[0]?.wordList;
  if (
    list === undefined ||
    predicates.length !== 1 ||
    list.shell !== spelledAsWords(grammar) ||
    list.capture.startsWith("_")
  )
    return null;
  const [, type, others = ""] = NAMED_NODE.exec(structure) ?? [];
  const types = type === undefined ? [...others.matchAll(/\w+/g)].map(([each]) => each) : [type];
  return types.length > 0 && types.every((each) => NAMED[grammar].includes(each))
    ? list.words
    : null;
}

/** The roles of names, by name. */
export type NameTable = ReadonlyMap<string, Roles>;

/** Returns the roles of the names in the patterns that are only words; `anyCase` selects the case-insensitive ones or the others. */
export function nameTable(
  grammar: GrammarName,
  patterns: readonly Pattern[],
  anyCase = false,
): NameTable {
  const table = new Map<string, Roles>();
  for (const pattern of patterns) {
    if ((pattern.predicates[0]?.wordList?.anyCase === true) !== anyCase) continue;
    for (const word of wordsOf(grammar, pattern) ?? [])
      table.set(word, [...(table.get(word) ?? []), ...pattern.roles.values()]);
  }
  return table;
}
