import type { Limit } from "../model.js";
import type { SyntaxNode } from "../parse/syntax-node.js";
import type { Role, Roles } from "../query/role.js";
import type { Source } from "../source.js";
import { expandBraces } from "./braces.js";
import type { Quoting } from "../lex/quoting.js";
import type { ExpansionPart, Part, QuotedPart, Script, TextPart, Word } from "./script.js";

/** The functions of the statement reader that are required to read a word. */
export interface WordContext {
  readonly source: Source;
  /** Returns the role of a pipe, substitution, redirect or expansion; null if no pattern captured it. */
  shape(node: SyntaxNode): Role | null;
  /** Returns the roles of a command's name or another word. */
  roles(node: Pick<SyntaxNode, "start" | "end">): Roles;
  script(node: SyntaxNode): Script;
  /** Records that a range of the source was not evaluated completely. */
  limit(limit: Limit["limit"], message: string, start: number, end: number): void;
  /** Reads the script between backticks; if `children` is null, it is parsed separately. */
  backticks(
    node: Pick<SyntaxNode, "start" | "end"> & { readonly children: readonly SyntaxNode[] | null },
  ): Script;
}

/** The quotes around a part. */
interface Enclosure {
  /** How text in them is unquoted. */
  readonly quoting: Quoting;
  /** Offset where the quotes end; null without quotes and in a here-document. */
  readonly close: number | null;
}

const bare: Enclosure = { quoting: "none", close: null };

/** Reads one word node; `{a,b}` and unquoted `$IFS` split it into several words. */
export function lowerWords(context: WordContext, node: SyntaxNode): readonly Word[] {
  const word = lowerWord(context, node);
  const words = expandBraces(word, () => {
    context.limit("size", "a brace expansion has more words than the limit", word.start, word.end);
  });
  return word.parts.some(isSeparator)
    ? words.flatMap((each) => splitAtSeparators(context.source, each))
    : words;
}

/** Reads one word node as a single word. */
export function lowerWord(context: WordContext, node: SyntaxNode): Word {
  const parts: Part[] = [];
  addParts(context, node, bare, parts);
  return { source: context.source, start: node.start, end: node.end, parts };
}

/** Returns an unquoted word for a range of the source for which the tree has no node. */
export function bareWord(
  { source }: Pick<WordContext, "source">,
  start: number,
  end: number,
): Word {
  return { source, start, end, parts: [{ kind: "text", quoting: "none", start, end }] };
}

/** Reads the body of a here-document; `raw` if its delimiter is quoted. `shape` is the role of its redirect. */
export function lowerHereDocument(
  context: WordContext,
  body: SyntaxNode,
  end: number,
  raw: boolean,
  shape: Role | null,
): Word {
  const parts: Part[] = [];
  if (raw) addText(parts, "single", body.start, end);
  else
    addInterior(
      context,
      body.children,
      body.start,
      end,
      { quoting: "here-document", close: null },
      parts,
    );
  return {
    source: context.source,
    start: body.start,
    end,
    parts: parts.flatMap((part) => withBackticks(context, part, shape)),
  };
}

/** Divides a text part at backticks, which the grammar does not read in a here-document. Several in a row are a Markdown fence. */
function withBackticks(context: WordContext, part: Part, shape: Role | null): readonly Part[] {
  const { text } = context.source;
  if (
    part.kind !== "text" ||
    part.quoting !== "here-document" ||
    !text.slice(part.start, part.end).includes("`")
  )
    return [part];
  const parts: Part[] = [];
  let at = part.start;
  for (const match of text.slice(part.start, part.end).matchAll(/\\.|``+|`((?:[^`\\]|\\.)*)`/gs)) {
    if (match[1] === undefined) continue;
    const start = part.start + match.index;
    const end = start + match[0].length;
    addText(parts, part.quoting, at, start);
    const body = context.backticks({ start, end, children: null });
    parts.push({ kind: "substitution", ...enclosed({ start, end }, bare, shape), body });
    at = end;
  }
  addText(parts, part.quoting, at, part.end);
  return parts;
}

function addParts(context: WordContext, node: SyntaxNode, within: Enclosure, parts: Part[]): void {
  const { start, end } = node;
  switch (node.type) {
    case "raw_string":
      // in an expansion inside double quotes, single quotes are literal
      if (within.quoting === "none") addText(parts, "single", start + 1, end - 1);
      else addText(parts, within.quoting, start, end);
      return;
    case "ansi_c_string":
      return addText(parts, "ansi", start + 2, end - 1);
    case "string":
      return addInterior(
        context,
        node.children,
        start + 1,
        end - 1,
        { quoting: "double", close: end },
        parts,
      );
    case "translated_string":
      for (const child of node.children) addParts(context, child, within, parts);
      return;
    case "simple_expansion":
    case "expansion":
      return addExpansion(context, node, within, parts);
    case "command_substitution":
      if (isArithmetic(context.source.text, node))
        parts.push({ kind: "opaque", start, end, inner: [] });
      else parts.push(substitution(context, node, within));
      return;
    case "process_substitution": {
      const direction = context.source.text[start] === ">" ? ">" : "<";
      parts.push({
        kind: "process",
        ...enclosed(node, bare, context.shape(node)),
        direction,
        body: context.script(node),
      });
      return;
    }
    case "arithmetic_expansion": {
      const inner: Part[] = [];
      addInterior(context, node.children, start, end, within, inner);
      parts.push({
        kind: "opaque",
        start,
        end,
        inner: inner.filter((part) => part.kind === "substitution"),
      });
      return;
    }
    default:
      if (node.children.length === 0) addText(parts, within.quoting, start, end);
      else addInterior(context, node.children, start, end, within, parts);
  }
}

/** Returns the common fields of a part that may be inside quotes. */
function enclosed(
  { start, end }: Pick<SyntaxNode, "start" | "end">,
  { close }: Enclosure,
  shape: Role | null,
): QuotedPart {
  return { start, end, quoted: close !== null, close: close ?? end, shape };
}

function substitution(context: WordContext, node: SyntaxNode, within: Enclosure): Part {
  const body =
    context.source.text[node.start] === "`" ? context.backticks(node) : context.script(node);
  return { kind: "substitution", ...enclosed(node, within, context.shape(node)), body };
}

/** Whether a substitution is arithmetic: in a here-document, the grammar reads `$((…))` as a substitution with a subshell. */
function isArithmetic(text: string, node: SyntaxNode): boolean {
  const { start, end } = node;
  if (!text.startsWith("((", start + 1) || text[end - 2] !== ")") return false;
  const [only, ...more] = node.children;
  return only?.type === "subshell" && only.end === end - 1 && more.length === 0;
}

/** Adds nodes as parts, and the ranges between them as text. */
function addInterior(
  context: WordContext,
  children: readonly SyntaxNode[],
  start: number,
  end: number,
  within: Enclosure,
  parts: Part[],
): void {
  let at = start;
  for (const child of children) {
    if (isPlainText(child)) continue;
    addText(parts, within.quoting, at, child.start);
    addParts(context, child, within, parts);
    at = Math.max(at, child.end);
  }
  addText(parts, within.quoting, at, end);
}

/** Whether a node is literal text of the part that contains it. */
function isPlainText(node: SyntaxNode): boolean {
  return (
    !node.named ||
    node.type === "string_content" ||
    node.type === "heredoc_content" ||
    node.type === "word"
  );
}

function addText(parts: Part[], quoting: Quoting, start: number, end: number): void {
  if (end <= start) return;
  const last = parts[parts.length - 1];
  if (last?.kind === "text" && last.quoting === quoting && last.end === start) {
    parts[parts.length - 1] = { ...last, end } satisfies TextPart;
  } else {
    parts.push({ kind: "text", quoting, start, end });
  }
}

function addExpansion(
  context: WordContext,
  node: SyntaxNode,
  within: Enclosure,
  parts: Part[],
): void {
  const raw = context.source.text.slice(node.start, node.end);
  const named = /^\$(?:\{[#!]?(?=\d)(\d+)|\{?[#!]?([A-Za-z_]\w*|[0-9@*#?$!-]))/.exec(raw);
  parts.push({
    kind: "expansion",
    ...enclosed(node, within, context.shape(node)),
    name: named?.[1] ?? named?.[2] ?? "",
    opaque: /^\$\{[#!]./.test(raw) && raw !== "${#}" && raw !== "${!}",
    plain: /^\$(?:\w+|\{\w+\}|[@*]|\{[@*]\})$/.test(raw),
    operation: operationOf(context, node, within),
  });
}

const VARIABLE_NODES = new Set(["variable_name", "subscript", "special_variable_name"]);
const OPERATOR = /^(?::?[-=+?]|\/[/#%]?|%%?|##?|\^\^?|,,?|[@:])/;

/** Returns the operator of an expansion and its operand, which extends to the closing brace; null if there is no operator. */
function operationOf(
  context: WordContext,
  { children, end }: SyntaxNode,
  within: Enclosure,
): ExpansionPart["operation"] {
  const variable = children.findIndex((child) => VARIABLE_NODES.has(child.type));
  const { source } = context;
  const at = children[variable]?.end ?? end;
  const found = OPERATOR.exec(source.text.slice(at, end - 1))?.[0];
  if (found === undefined) return null;
  const start = at + found.length;
  const parts: Part[] = [];
  addInterior(context, children.slice(variable + 1), start, end - 1, within, parts);
  return { operator: found, operand: { source, start, end: end - 1, parts } };
}

function isSeparator(part: Part): boolean {
  return part.kind === "expansion" && !part.quoted && part.name === "IFS";
}

/** Divides a word at each unquoted `$IFS`: `curl${IFS}URL` is two words. */
function splitAtSeparators(source: Source, word: Word): Word[] {
  const words: Word[] = [];
  let parts: Part[] = [];
  let start = word.start;
  const finish = (end: number): void => {
    if (parts.length > 0) words.push({ source, start, end, parts });
    parts = [];
  };
  for (const part of word.parts) {
    if (!isSeparator(part)) {
      parts.push(part);
      continue;
    }
    finish(part.start);
    start = part.end;
  }
  finish(word.end);
  return words;
}
