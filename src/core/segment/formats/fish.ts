import { tagOfFirstLine } from "../../languages/index.js";
import type { Source } from "../../source.js";

const QUOTED = String.raw`'(?:[^'\\]|\\[^]){0,4000}'|"(?:[^"\\]|\\[^]){0,4000}"`;
const ESCAPED = String.raw`\\[^]`;
const COMMENT = String.raw`(?<![^\s;])#[^\n]*`;

/** Matches where a command may begin. */
const START = String.raw`(?<=(?:^|[\n;&|(]|\b(?:and|or|not|begin|if|else|while)[ \t])[ \t]{0,80})`;

/** Matches a substitution: a parenthesis inside a command, not an empty pair, and not one that a dollar sign precedes. */
const SUBSTITUTION = String.raw`(?<substitution>(?<=[^\s;&|($][ \t]{0,80})\((?!\s*\)))`;

/** Matches `set -l NAME ` before a single word; options that only read or remove have no match. */
const ASSIGNMENT =
  String.raw`set(?:[ \t]+(?:-[Uflgxu]+|--(?:universal|function|local|global|export|unexport)))*[ \t]+(?<name>[A-Za-z_]\w*)[ \t]+` +
  String.raw`(?=(?:${QUOTED}|${ESCAPED}|\((?:[^()\n]|\([^()\n]*\))*\)|[^\s'"\\();&|#]){1,400}[ \t]*(?:[\n;&|)]|$))`;

/** Matches `function NAME --description TEXT`, the first word of another block, or the word that ends a block. */
const BLOCK = String.raw`function[ \t]+(?<defined>[\w.-]+)[^\n;]*|(?<block>(?:if|while|for|switch|begin|end)(?![^\s;]))`;

/** Matches `and`, `or` or `not` before a command, after which data flows as without it. */
const JOINING = String.raw`(?<joining>(?:and|or|not)[ \t])`;

const ARGUMENTS = String.raw`\$argv(?:\[(?<argument>\d)\])?(?!\w)`;

const TOKEN = new RegExp(
  `${QUOTED}|${ESCAPED}|${COMMENT}|${SUBSTITUTION}|${START}(?:${ASSIGNMENT}|${BLOCK}|${JOINING})|(?<arguments>${ARGUMENTS})`,
  "g",
);

/** Whether a snippet is a script of fish, by its tag or its first line. */
export function isFish(tag: string | null, text: string): boolean {
  return tag === "fish" || tagOfFirstLine(text) === "fish";
}

/**
 * Writes fish as the shell grammar reads it: `$(…)` for a substitution, `NAME=WORD` for `set NAME WORD`, and functions with braces.
 * Other blocks stay, because the grammar reads the commands in them.
 */
export function withShellSyntax(source: Source): Source {
  const blocks: string[] = [];
  return source.rewritten(TOKEN, ({ groups = {} }) => {
    const { substitution, name, defined, block, joining, argument } = groups;
    if (substitution !== undefined) return "$(";
    if (name !== undefined) return `${name}=`;
    if (joining !== undefined) return " ";
    if (groups["arguments"] !== undefined) return argument === undefined ? "$@" : `$${argument}`;
    if (block === "end") return blocks.pop() === "function" ? "}" : null;
    if (block !== undefined) blocks.push(block);
    if (defined === undefined) return null;
    blocks.push("function");
    return `${defined}() { :`;
  });
}
