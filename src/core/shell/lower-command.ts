import { roleOf } from "../query/role.js";
import { child as fieldOf, childrenOf, firstOf, type SyntaxNode } from "../parse/syntax-node.js";
import {
  bareWord,
  lowerHereDocument,
  lowerWord,
  lowerWords,
  type WordContext,
} from "./lower-word.js";
import type { Assignment, Command, Redirect, Statement, Word } from "./script.js";

/** Returns the command that a node represents: a simple command, a declaration, a test or an assignment. */
export function lowerCommand(context: WordContext, node: SyntaxNode): Command {
  const assignments: Assignment[] = [];
  const words: Word[] = [];
  const redirects: Redirect[] = [];
  const extra: Word[] = [];
  if (node.type === "variable_assignment") assignments.push(assignment(context, node));
  else if (node.type !== "variable_assignments") addKeyword(context, node, words);
  const declares = node.type === "declaration_command";
  if (node.type !== "variable_assignment") {
    for (const child of node.children) {
      if (!child.named) continue;
      if (isRedirect(child)) addRedirect(context, child, redirects, extra);
      else if (child.type === "variable_assignment") assignments.push(assignment(context, child));
      else if (declares && child.type === "variable_name")
        assignments.push({
          name: textOf(context, child),
          append: false,
          value: null,
          assigns: false,
        });
      else if (isProcessOf(words.at(-1), child)) words.push(joined(words, context, child));
      else words.push(...(words.length === 0 ? named(context, child) : lowerWords(context, child)));
    }
  }
  words.push(...extra);
  return withDashes(withDescriptors({ kind: "command", assignments, words, redirects }));
}

/** Whether a node is a process substitution directly after the word `NAME=`: the grammar splits `A=<(…)` into two words. */
function isProcessOf(word: Word | undefined, { type, start }: SyntaxNode): boolean {
  return (
    type === "process_substitution" &&
    word?.end === start &&
    /^\w+=$/.test(word.source.text.slice(word.start, word.end))
  );
}

/** Removes the last of the words and returns it joined with the node after it. */
function joined(words: Word[], context: WordContext, node: SyntaxNode): Word {
  const next = lowerWord(context, node);
  const word = words.pop();
  return word === undefined
    ? next
    : { ...word, end: next.end, parts: [...word.parts, ...next.parts] };
}

/** Returns the words of a node that is a command's name; the first has the roles of the node. */
function named(context: WordContext, node: SyntaxNode): readonly Word[] {
  const [first, ...rest] = lowerWords(context, node);
  const roles = context.roles(node);
  return first === undefined ? [] : [{ ...first, roles }, ...rest];
}

/** Adds the keyword of `export`, `unset` or `[[` as the command's name. */
function addKeyword(context: WordContext, node: SyntaxNode, words: Word[]): void {
  if (node.type === "command") return;
  const [token] = node.children;
  if (token === undefined || token.named) return;
  words.push(bareWord(context, token.start, token.end));
}

function assignment(context: WordContext, node: SyntaxNode): Assignment {
  const target = fieldOf(node, "name");
  const name = /^\w+/.exec(textOf(context, target))?.[0] ?? "";
  const value = fieldOf(node, "value");
  const append = firstOf(node, "+=") !== undefined;
  return { name, append, value: value ? lowerWord(context, value) : null, assigns: true };
}

/** Reads a redirect; words that the grammar included in it are added to `extra`. */
export function addRedirect(
  context: WordContext,
  node: SyntaxNode,
  redirects: Redirect[],
  extra: Word[],
): void {
  const token = node.children.find((child) => !child.named);
  const operator = token === undefined ? "" : operatorOf(context, token);
  const descriptor = Number.parseInt(textOf(context, firstOf(node, "file_descriptor")), 10);
  const base = {
    start: node.start,
    descriptor: Number.isNaN(descriptor) ? null : descriptor,
    operator,
    shape: context.shape(node),
  };
  if (node.type === "heredoc_redirect") {
    redirects.push({ ...base, target: null, body: hereDocument(context, node) });
    for (const child of childrenOf(node, "redirect")) addRedirect(context, child, redirects, extra);
    for (const child of childrenOf(node, "argument")) extra.push(...lowerWords(context, child));
    return;
  }
  // the grammar reads every word after the operator as a destination; only the first one is
  const targets = node.children.filter((child) => child.named && child.type !== "file_descriptor");
  const [target, ...rest] = targets;
  const socket = target === undefined ? null : roleOf(context.roles(target), "source.socket");
  redirects.push({
    ...base,
    target: target ? lowerWord(context, target) : null,
    body: null,
    ...(socket !== null && { socket }),
  });
  for (const word of rest) extra.push(...lowerWords(context, word));
}

/** Returns a redirect's operator; `<& ` represents a here-string that a repair replaced. */
function operatorOf({ source }: WordContext, { type, end }: SyntaxNode): string {
  return type === "<&" && source.text[end] === " " ? "<<<" : type;
}

function hereDocument(context: WordContext, node: SyntaxNode): Word | null {
  const body = firstOf(node, "heredoc_body");
  if (body === undefined) return null;
  const raw = /['"\\]/.test(textOf(context, firstOf(node, "heredoc_start")));
  return lowerHereDocument(context, body, body.end, raw, context.shape(node));
}

/** Returns the text of a node; an empty text if there is no node. */
function textOf({ source }: WordContext, node: SyntaxNode | undefined): string {
  return node === undefined ? "" : source.text.slice(node.start, node.end);
}

export function isRedirect(node: SyntaxNode): boolean {
  return (
    node.type === "file_redirect" ||
    node.type === "heredoc_redirect" ||
    node.type === "herestring_redirect"
  );
}

/**
 * Assigns descriptors to redirects: the grammar reads the number of `0<`, or the `{NAME}` of a new descriptor, as a word, which
 * directly precedes the operator.
 */
function withDescriptors(command: Command): Command {
  if (command.redirects.length === 0) return command;
  const used = new Set<Word>();
  const redirects = command.redirects.map((redirect) => {
    if (redirect.descriptor !== null) return redirect;
    const word = command.words.find(
      ({ source, start, end }) =>
        end === redirect.start && /^(?:\d+|\{[A-Za-z_]\w*\})$/.test(source.text.slice(start, end)),
    );
    if (word === undefined) return redirect;
    used.add(word);
    const written = word.source.text.slice(word.start, word.end);
    return written.startsWith("{")
      ? { ...redirect, variable: written.slice(1, -1) }
      : { ...redirect, descriptor: Number(written) };
  });
  return used.size === 0
    ? command
    : { ...command, words: command.words.filter((word) => !used.has(word)), redirects };
}

/** Restores a single dash before a redirect, because the grammar omits the dash (`wget -O - 2>/dev/null`, `crontab - <<EOF`). */
function withDashes(command: Command): Command {
  const dashes = command.redirects.flatMap((redirect) => dashBefore(redirect.start, command.words));
  return dashes.length === 0
    ? command
    : { ...command, words: [...command.words, ...dashes].sort((a, b) => a.start - b.start) };
}

function dashBefore(end: number, words: readonly Word[]): Word[] {
  const source = words[0]?.source;
  if (
    source === undefined ||
    !/[^<>&|\s][ \t]+-[ \t]+$/.test(source.text.slice(Math.max(0, end - 64), end))
  )
    return [];
  const start = source.text.lastIndexOf("-", end - 1);
  if (words.some((word) => word.start <= start && word.end > start)) return [];
  return [bareWord({ source }, start, start + 1)];
}

/** Adds redirects and words to the last command of the statement before them. */
export function attach(
  statement: Statement,
  redirects: readonly Redirect[],
  extra: readonly Word[],
): Statement {
  switch (statement.kind) {
    case "pipeline": {
      const last = statement.stages[statement.stages.length - 1];
      return last
        ? {
            ...statement,
            stages: [...statement.stages.slice(0, -1), attach(last, redirects, extra)],
          }
        : statement;
    }
    case "sequence": {
      const last = statement.items[statement.items.length - 1];
      return last
        ? {
            ...statement,
            items: [
              ...statement.items.slice(0, -1),
              { ...last, statement: attach(last.statement, redirects, extra) },
            ],
          }
        : statement;
    }
    case "command":
      return withDashes(
        withDescriptors({
          ...statement,
          words: [...statement.words, ...extra],
          redirects: [...statement.redirects, ...redirects],
        }),
      );
    default:
      return { ...statement, redirects: [...statement.redirects, ...redirects] };
  }
}
