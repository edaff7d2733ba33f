import { languageOf, tagOfFirstLine } from "../../languages/index.js";
import type { Source } from "../../source.js";

const QUOTED = String.raw`'(?:[^'\\]|\\[^]){0,4000}'|"(?:[^"\\]|\\[^]){0,4000}"`;
const ESCAPED = String.raw`\\[^]`;
const COMMENT = String.raw`(?<![^\s;])#[^\n]*`;
/** Matches what is copied unchanged. */
const COPIED = `${QUOTED}|${ESCAPED}|${COMMENT}`;

/** Returns an expression that matches where a command may begin: after an operator, or after one of the words. */
const start = (words: string): string =>
  String.raw`(?=[a-z])(?<=(?:^|[\n;&|(]|\b(?:${words})[ \t])[ \t]{0,80})`;

/** Returns an expression that matches before a single word with no more words after it; `part` matches more parts of a word. */
const beforeWord = (part: string): string =>
  String.raw`(?=(?:${QUOTED}|${ESCAPED}|${part}|[^\s'"\x60\\();&|#]){1,400}[ \t]*(?:[\n;&|)]|$))`;

/** Matches a substitution of fish: a parenthesis inside a command, not an empty pair, and not one that a dollar sign precedes. */
const SUBSTITUTION = String.raw`(?<substitution>(?=\()(?<=[^\s;&|($][ \t]{0,80})\((?!\s*\)))`;

/** Matches `set -l NAME ` before a single word, and `set -e `. */
const SET =
  String.raw`(?:set(?:[ \t]+(?:-[Uflgxu]+|--(?:universal|function|local|global|export|unexport)))*[ \t]+(?<name>[A-Za-z_]\w*)[ \t]+` +
  beforeWord(String.raw`\((?:[^()\n]|\([^()\n]*\))*\)`) +
  String.raw`|(?<erase>set[ \t]+(?:-[Uflg]*e[Uflg]*|--erase)[ \t]))`;

/** Matches `function NAME --description TEXT`, the first word of another block, or the word that ends a block. */
const BLOCK = String.raw`function[ \t]+(?<defined>[\w.-]+)[^\n;]*|(?<block>(?:if|while|for|switch|begin|end)(?![^\s;]))`;

/** Matches `and`, `or` or `not` before a command, after which data flows as without it. */
const JOINING = String.raw`(?<joining>(?:and|or|not)[ \t])`;

const ARGUMENTS = String.raw`(?<arguments>\$argv(?:\[(?<argument>\d)\])?(?!\w))`;

const FISH = new RegExp(
  `${COPIED}|${SUBSTITUTION}|${start("and|or|not|begin|if|else|while")}(?:${SET}|${BLOCK}|${JOINING})|${ARGUMENTS}`,
  "g",
);

/** Matches `set NAME = ` and `setenv NAME ` of csh before a single word. */
const CSH = new RegExp(
  `${COPIED}|${start("then|else")}` +
    String.raw`(?:set[ \t]+(?:-[fr]+[ \t]+)?(?<name>[A-Za-z_]\w*)[ \t]*=[ \t]*|setenv[ \t]+(?<exported>[A-Za-z_]\w*)[ \t]+)` +
    beforeWord(String.raw`\x60[^\x60\n]*\x60`),
  "g",
);

/** Returns a script as the shell grammar reads it: scripts of fish and csh, by their tag or first line, are rewritten. */
export function withShellSyntax(source: Source, tag: string | null): Source {
  const name = languageOf(tag)?.name;
  const dialect = name === "fish" || name === "csh" ? name : tagOfFirstLine(source.text);
  return dialect === "fish" ? withoutFish(source) : dialect === "csh" ? withoutCsh(source) : source;
}

/**
 * Writes `$(…)` for a substitution of fish, `NAME=WORD` for `set NAME WORD`, and braces around functions and `begin … end`. Other
 * blocks stay, because the grammar reads the commands in them.
 */
function withoutFish(source: Source): Source {
  const blocks: string[] = [];
  return source.rewritten(FISH, ({ groups = {} }) => {
    const { substitution, name, erase, defined, block, joining, argument } = groups;
    if (substitution !== undefined) return "$(";
    if (name !== undefined) return `${name}=`;
    if (erase !== undefined) return "unset ";
    if (joining !== undefined) return " ";
    if (groups["arguments"] !== undefined) return argument === undefined ? "$@" : `$${argument}`;
    if (block === "end") return blocks.pop() === "{" ? "}" : null;
    if (block !== undefined || defined !== undefined)
      blocks.push(defined === undefined && block !== "begin" ? "" : "{");
    return defined === undefined ? (block === "begin" ? "{ :" : null) : `${defined}() { :`;
  });
}

/** Writes `NAME=WORD` for the assignments of csh. */
function withoutCsh(source: Source): Source {
  return source.rewritten(CSH, ({ groups: { name, exported } = {} }) => {
    const variable = name ?? exported;
    return variable === undefined ? null : `${variable}=`;
  });
}
