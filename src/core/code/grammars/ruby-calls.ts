import { child, type SyntaxNode } from "../read-syntax.js";

/** Matches calls that create a class with the fields that are named by symbols. */
const STRUCTURES = /^(?:Struct\.new|Data\.define)$/;
const MIXING = /^(?:include|extend|prepend)$/;
const READABLE = /^attr_(?:reader|accessor)$/;
const DEFINING = /^define_(?:singleton_)?method$/;

/** Returns the names of the fields of `Struct.new(:name, :line)`; none for any other expression. */
export function structFields(node: SyntaxNode, text: string): string[] {
  const method = child(node, "method");
  if (method === undefined || method.end - node.start > 20) return [];
  if (!STRUCTURES.test(text.slice(node.start, method.end))) return [];
  return (child(node, "arguments")?.children ?? [])
    .filter(({ type }) => type === "simple_symbol")
    .map(({ start, end }) => text.slice(start + 1, end));
}

/** Returns the symbol in `method(:name)`; undefined for any other expression. */
export function methodObject(text: string, node: SyntaxNode): SyntaxNode | undefined {
  const method = child(node, "method");
  const [first] = child(node, "arguments")?.children ?? [];
  return method !== undefined &&
    text.slice(method.start, method.end) === "method" &&
    first?.type === "simple_symbol"
    ? first
    : undefined;
}

/** Returns the name and block of a method that `define_method(:name) { |x| … }` defines; null for any other node. */
export function definedBy(
  node: SyntaxNode,
  text: string,
): { readonly name: SyntaxNode; readonly block: SyntaxNode } | null {
  const method = node.type === "call" ? child(node, "method") : undefined;
  if (method === undefined || !DEFINING.test(text.slice(method.start, method.end))) return null;
  const [name] = child(node, "arguments")?.children ?? [];
  const block = child(node, "block");
  return name?.type === "simple_symbol" && block !== undefined ? { name, block } : null;
}

/** Returns the symbols in `attr_reader :a, :b`; none for any other node. */
export function readable(node: SyntaxNode, text: string): readonly SyntaxNode[] {
  const method = node.type === "call" ? child(node, "method") : undefined;
  if (method === undefined || !READABLE.test(text.slice(method.start, method.end))) return [];
  const names = child(node, "arguments")?.children ?? [];
  return names.filter(({ type }) => type === "simple_symbol");
}

/** Returns the modules that a class includes, as in `include Module` and `extend Module`; none for any other node. */
export function mixedIn(node: SyntaxNode, text: string): readonly SyntaxNode[] {
  const method = node.type === "call" ? child(node, "method") : undefined;
  if (method === undefined || !MIXING.test(text.slice(method.start, method.end))) return [];
  return child(node, "arguments")?.children ?? [];
}
