import type { GrammarName, Registry } from "../assets.js";
import { queryErrorAt } from "./error.js";
import type { Token } from "./tokens.js";
import type { PatternSource } from "./reader.js";

/**
 * A role acts on the nodes that its stage looks at, and on no other. Refused is a capture whose node can be none of them.
 * `(_)` and what an alternation leaves open are trusted.
 */
export function checkPlaces(source: PatternSource, grammar: GrammarName, registry: Registry): void {
  for (const { name, types } of capturedTypes(source)) {
    const entry = registry.captures[name.value];
    if (entry === undefined) continue;
    const legal = entry.on[grammar] ?? [];
    if (legal.length === 0) throw refused(source, name, `@${name.value} means nothing in ${grammar}`, `it is for ${Object.keys(entry.on).join(", ") || "languages without a grammar"}`);
    const wrong = legal.includes("_") ? undefined : types?.find((type) => !legal.includes(type));
    if (wrong !== undefined) throw refused(source, name, `@${name.value} does nothing on a ${wrong}`, `capture ${legal.join(" or ")}`);
  }
}

function refused(source: PatternSource, { start }: Token, problem: string, advice: string): Error {
  return queryErrorAt(source.file, start, "query-capture", problem, advice);
}

interface CapturedType {
  readonly name: Token;
  /** The types its node may have; null where that is open. */
  readonly types: readonly string[] | null;
}

/** The node types in front of each capture of a pattern. */
function capturedTypes({ tokens: all, predicates }: PatternSource): CapturedType[] {
  const tokens = all.filter((token) => token.kind !== "comment" && !predicates.some(({ start, end }) => token.start >= start && token.end <= end));
  const found: CapturedType[] = [];
  const open: { readonly sign: string; types: string[] | null }[] = [];
  let last: readonly string[] | null = null;
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "open") open.push({ sign: token.value, types: [] });
    else if (token.kind === "close") {
      last = open.pop()?.types ?? null;
      addAlternative(open.at(-1), last);
    } else if (token.kind === "capture") found.push({ name: token, types: last });
    else if (token.kind === "string") addAlternative(open.at(-1), (last = [token.value]));
    else if (token.kind === "other" && tokens[index - 1]?.kind === "open" && tokens[index - 1]?.value === "(") {
      const top = open.at(-1);
      if (top !== undefined) top.types = token.value === "_" ? null : [token.value];
    }
  }
  return found;
}

/** An alternation may be any of what stands in it; a group `((a) (b))` is the last of it. */
function addAlternative(group: { readonly sign: string; types: string[] | null } | undefined, types: readonly string[] | null): void {
  if (group === undefined || group.sign !== "[") return;
  group.types = types === null || group.types === null ? null : [...group.types, ...types];
}
