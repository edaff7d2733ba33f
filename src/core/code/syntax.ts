import type { Tree } from "web-tree-sitter";
import type { Captured } from "../query/captured.js";
import { TreeReader, type PlainTree } from "../parse/syntax.js";

export { child, childrenOf, firstOf, part, type SyntaxNode } from "../parse/syntax.js";

/** A program's tree as plain data. */
export interface Syntax extends PlainTree {
  /** The parser met something it could not read. */
  readonly broken: boolean;
  /** What patterns capture in it. */
  readonly captured: Captured;
}

const readers: Readonly<Record<"program" | "powershell", TreeReader>> = {
  program: new TreeReader({
    tokens: new Set(["async", "static", "get"]),
    between: new Set(["comment", "line_continuation"]),
    wrappers: new Set(),
    fielded: null,
    leaves: new Set(["identifier", "comment"]),
    texts: new Set(["string", "template_string", "comment", "jsx_text", "regex"]),
    missing: false,
  }),
  powershell: new TreeReader({
    tokens: new Set(),
    between: new Set(["comment", "command_argument_sep"]),
    wrappers: new Set([
      ...["logical", "bitwise", "comparison", "additive", "multiplicative", "format", "range"].flatMap((each) => [
        `${each}_expression`,
        `${each}_argument_expression`,
      ]),
      ...["array_literal_expression", "unary_expression", "expression_with_unary_operator", "argument_expression_list"],
      ...["command_elements", "string_literal"],
    ]),
    fielded: new Set(),
    leaves: new Set([
      "type_literal", "member_name", "generic_token", "command_parameter", "verbatim_string_characters", "verbatim_here_string_characters",
    ]),
    texts: new Set(),
    missing: true,
  }),
};

/**
 * A program's tree, copied and searched when first asked for.
 * @param pause called at each node: it may throw where the time is up
 * @param search what patterns capture in the tree
 */
export function readSyntax(
  language: "python" | "javascript" | "powershell",
  tree: Tree,
  pause: () => void,
  search: (tree: Tree) => Captured,
): Syntax {
  let plain: PlainTree | null = null;
  const copied = (): PlainTree => (plain ??= readers[language === "powershell" ? language : "program"].read(tree, pause));
  return {
    broken: tree.rootNode.hasError,
    get captured() {
      return search(tree);
    },
    get root() {
      return copied().root;
    },
    get texts() {
      return copied().texts;
    },
    get tooDeep() {
      return copied().tooDeep;
    },
  };
}
