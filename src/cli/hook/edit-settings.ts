import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  type Node,
  type ParseError,
} from "jsonc-parser";
import { isDeepStrictEqual } from "node:util";
import { Failure } from "../failure.js";
import { Lines } from "../report/lines.js";
import type { Entry } from "./agent-settings.js";

type ListEntry = Extract<Entry, { kind: "list" }>;

/**
 * Returns settings with curlew's entry in a list and with the other properties that the file must have. Everything else is unchanged,
 * including comments.
 * @param shown the path of the file, for messages
 * @param isOurs whether a handler is one of curlew's; those are removed first
 * @throws Failure if the settings are not JSON or do not have the expected structure
 */
export function withEntry(
  text: string,
  shown: string,
  { keys, beside = {} }: ListEntry,
  entry: unknown,
  isOurs: (handler: unknown) => boolean,
): string {
  const start = text.trim() === "" ? "{}\n" : text;
  const existing = valueAt(start, shown, keys);
  if (Array.isArray(existing) && existing.some((each) => isDeepStrictEqual(each, entry)))
    return text;
  let edited = withoutEntry(start, shown, keys, isOurs, false);
  for (const [key, value] of Object.entries(beside))
    if (valueAt(edited, shown, [key]) === undefined) edited = withValue(edited, [key], value);
  const list = valueAt(edited, shown, keys);
  if (list === undefined) return withValue(edited, keys, [entry]);
  if (!Array.isArray(list))
    throw new Failure(`${shown}: ${keys.join(".")} is not a list; nothing was changed`);
  return withValue(edited, [...keys, list.length], entry);
}

/**
 * Returns settings without curlew's handlers, and without groups that contained only these.
 * @param removesEmpty whether the list and the objects around it are also removed if they become empty
 */
export function withoutEntry(
  text: string,
  shown: string,
  keys: readonly string[],
  isOurs: (handler: unknown) => boolean,
  removesEmpty = true,
): string {
  let edited = text;
  for (;;) {
    const handlerPath = pathOf(valueAt(edited, shown, keys), isOurs);
    if (handlerPath === null) return edited;
    const path = [...keys, ...handlerPath];
    edited = withoutNode(edited, path);
    for (let length = keys.length; removesEmpty && length > 0; length--) {
      if (!isEmpty(valueAt(edited, shown, keys.slice(0, length)))) break;
      edited = withoutNode(edited, keys.slice(0, length));
    }
  }
}

/**
 * Returns the path of curlew's first handler in a list of handlers or groups, or the path of its group if the group contains no other
 * handler; null if there is no handler of curlew.
 */
function pathOf(list: unknown, isOurs: (handler: unknown) => boolean): (string | number)[] | null {
  if (!Array.isArray(list)) return null;
  for (const [i, each] of (list as unknown[]).entries()) {
    if (isOurs(each)) return [i];
    const hooks: unknown =
      typeof each === "object" && each !== null && "hooks" in each ? each.hooks : null;
    const inside = Array.isArray(hooks) ? hooks.findIndex((handler) => isOurs(handler)) : -1;
    if (inside >= 0) return Array.isArray(hooks) && hooks.length === 1 ? [i] : [i, "hooks", inside];
  }
  return null;
}

/**
 * Returns settings with an additional value in a list, which is created if it does not exist.
 * @throws Failure if the settings are not JSON or do not have the expected structure
 */
export function withEntryIn(
  text: string,
  shown: string,
  keys: readonly string[],
  value: unknown,
): string {
  return withEntry(text, shown, { kind: "list", keys, make: () => ({}) }, value, () => false);
}

/** Returns a text with a new value at a path, as the last child of the innermost existing object or list on the path. */
function withValue(text: string, path: readonly (string | number)[], value: unknown): string {
  const root = parseTree(text, [], { allowTrailingComma: true }) as Node;
  let depth = path.length - 1;
  while (depth > 0 && findNodeAtLocation(root, path.slice(0, depth)) === undefined) depth--;
  const around = findNodeAtLocation(root, path.slice(0, depth)) ?? root;
  const nested = path
    .slice(depth + 1)
    .reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  return withChild(
    text,
    around,
    around.type === "array" ? "" : `${JSON.stringify(path[depth])}: `,
    nested,
  );
}

/** Returns a text with an additional last child of an object or a list, formatted like the other children. */
function withChild(text: string, around: Node, label: string, value: unknown): string {
  const outer = indentAt(text, around.offset);
  const last = around.children?.at(-1);
  const first = around.children?.[0];
  const isOneLine = first !== undefined && !text.slice(around.offset, first.offset).includes("\n");
  if (isOneLine)
    return (
      text.slice(0, endOf(last)) + `, ${label}${JSON.stringify(value)}` + text.slice(endOf(last))
    );
  const inner =
    first === undefined
      ? `${outer}${/^( +|\t)/m.exec(text)?.[1] ?? "  "}`
      : indentAt(text, first.offset);
  const step =
    inner.startsWith(outer) && inner.length > outer.length ? inner.slice(outer.length) : "  ";
  const piece = `${inner}${label}${JSON.stringify(value, null, step).replaceAll("\n", `\n${inner}`)}`;
  if (last !== undefined) {
    // a comment after the last child stays on the line of that child
    const [, remark = ""] = /^,?([ \t]*\/\/[^\n]*)?/.exec(text.slice(endOf(last))) ?? [];
    return `${text.slice(0, endOf(last))},${remark}\n${piece}${text.slice(endOf(last)).replace(/^,?(?:[ \t]*\/\/[^\n]*)?/, "")}`;
  }
  const close = around.offset + around.length - 1;
  return `${text.slice(0, around.offset + 1)}\n${piece}\n${outer}${text.slice(close)}`;
}

function endOf(node: Node | undefined): number {
  return node === undefined ? 0 : node.offset + node.length;
}

/** Returns the indentation of the line that contains an offset. */
function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1))?.[0] ?? "";
}

/** Returns a text without an element of a list or a property of an object, and without the comma that separated it. */
function withoutNode(text: string, path: readonly (string | number)[]): string {
  const value = findNodeAtLocation(parseTree(text, [], { allowTrailingComma: true }) as Node, [
    ...path,
  ]);
  const node = value?.parent?.type === "property" ? value.parent : value;
  const around = node?.parent?.children ?? [];
  if (node === undefined) return text;
  const at = around.indexOf(node);
  const [before, after] = [around[at - 1], around[at + 1]];
  const end = node.offset + node.length;
  if (after !== undefined) return text.slice(0, node.offset) + text.slice(after.offset);
  if (before !== undefined)
    return (
      text.slice(0, endOf(before)) +
      text
        .slice(endOf(before), node.offset)
        .replace(/^(\s*),/, "$1")
        .trimEnd() +
      text.slice(end)
    );
  return text.slice(0, node.offset).replace(/\s+$/, "") + text.slice(end).replace(/^,?\s+/, "");
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/**
 * Returns the value at a path; undefined if there is none.
 * @throws Failure with line and column if the settings are not a JSON object
 */
function valueAt(text: string, shown: string, keys: readonly (string | number)[]): unknown {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (root?.type !== "object" || error !== undefined) {
    const { line, column } = new Lines(text).position(error?.offset ?? 0);
    throw new Failure(`${shown}:${line}:${column}: cannot be read as JSON; nothing was changed`);
  }
  const node = findNodeAtLocation(root, [...keys]);
  return node === undefined ? undefined : (getNodeValue(node) as unknown);
}
