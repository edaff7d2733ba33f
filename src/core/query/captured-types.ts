import type { GrammarName, Registry } from "../assets.js";
import { refusing } from "./query-error.js";
import type { PatternSource } from "./read-patterns.js";
import type { Token } from "./query-tokens.js";
import { nodeTokens } from "./pattern-structure.js";

const refused = refusing("query-capture");

/**
 * Rejects a capture of a node whose type its role has no effect on. `(_)` is accepted if the role applies to several types of nodes.
 */
export function checkPlaces(source: PatternSource, grammar: GrammarName, registry: Registry): void {
  for (const { name, types } of capturedTypes(source)) {
    const entry = registry.captures[name.value];
    if (entry === undefined) continue;
    const legal =
      entry.on[grammar] ?? (entry.languages === true ? registry.names?.[grammar] : null) ?? [];
    const advice = `capture ${legal.join(" or ")}`;
    if (legal.length === 0)
      throw refused(
        source,
        name,
        `@${name.value} is not available for ${grammar}`,
        `it is for ${Object.keys(entry.on).join(", ") || "languages without a grammar"}`,
      );
    if (legal.includes("_")) continue;
    const wrong = types?.find((type) => !legal.includes(type));
    if (wrong !== undefined)
      throw refused(source, name, `@${name.value} has no effect on a ${wrong}`, advice);
    if (types === null && legal.length === 1)
      throw refused(source, name, `@${name.value} has an effect only on a ${legal.join()}`, advice);
  }
}

/** A capture in a pattern. */
export interface CapturedType {
  readonly name: Token;
  /** The types its node may have; null if any. */
  readonly types: readonly string[] | null;
}

/** A bracket that is open while a pattern is read, with the types of nodes that it may be. */
interface Open {
  readonly bracket: string;
  types: readonly string[] | null;
  /** Whether nothing was read in it so far; the next token is its node type or its first node. */
  isEmpty: boolean;
}

/** Returns the captures of a pattern with the types that their nodes may have. */
export function capturedTypes(source: PatternSource): readonly CapturedType[] {
  const found: CapturedType[] = [];
  const open: Open[] = [];
  let last: readonly string[] | null = null;
  for (const token of nodeTokens(source)) {
    if (token.kind === "open") open.push({ bracket: token.value, types: [], isEmpty: true });
    else if (token.kind === "close") {
      last = open.pop()?.types ?? null;
      addTypes(open.at(-1), last);
    } else if (token.kind === "capture") found.push({ name: token, types: last });
    else if (token.kind === "string") addTypes(open.at(-1), (last = [token.value]));
    else if (token.value === "_") addTypes(open.at(-1), (last = null));
    else if (open.at(-1)?.bracket === "(" && open.at(-1)?.isEmpty === true)
      addTypes(open.at(-1), [token.value]);
  }
  return found;
}

/**
 * Adds types to an open bracket: an alternation may be any of its members; the type of a node is the first item in its brackets,
 * and a group has the type of its first node.
 */
function addTypes(inside: Open | undefined, types: readonly string[] | null): void {
  if (inside === undefined) return;
  if (inside.bracket === "[")
    inside.types = types === null || inside.types === null ? null : [...inside.types, ...types];
  else if (inside.isEmpty) inside.types = types;
  inside.isEmpty = false;
}
