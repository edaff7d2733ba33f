import { SourceBuilder, type Source } from "../../source.js";
import { blanked } from "../../text-search.js";
import { isDescriptive } from "./key-meanings.js";

/** The syntax of strings and of their concatenation in a configuration language. */
interface Notation {
  /** The operator or separator between concatenated strings. */
  readonly plus: string;
  /** Whether two apostrophes enclose a multi-line string, as in Nix. */
  readonly isIndented?: true;
  /** Whether one apostrophe encloses a string. */
  readonly hasApostrophes?: true;
}

const NOTATIONS: ReadonlyMap<string, Notation> = new Map([
  ["nix", { plus: "+", isIndented: true }],
  ["jsonnet", { plus: "+", hasApostrophes: true }],
  ["libsonnet", { plus: "+", hasApostrophes: true }],
  ["dhall", { plus: "++", isIndented: true }],
  ["cue", { plus: "+" }],
  ["pkl", { plus: "+" }],
  ["hcl", { plus: "," }],
  ["terraform", { plus: "," }],
  ["tf", { plus: "," }],
]);

/** Maximum number of characters between two parts of a string, such as names and parentheses. */
const MAX_LINK_LENGTH = 200;

/** A string literal; `[start, end)` is its content without the quotes. */
interface Literal {
  readonly start: number;
  readonly end: number;
  /** The offset after its closing quote. */
  readonly next: number;
}

/** A part of a concatenated string. */
interface Part {
  readonly literal: Literal;
  /** `B` of `if C then A else B`; null if the part may be omitted (`lib.optionalString C A`), absent if it has no alternative. */
  readonly other?: Literal | null;
}

/**
 * Returns the strings that a text in Nix, Jsonnet, HCL or a similar language concatenates from literals, each as one source. If
 * parts of a string have an alternative or may be omitted, both variants are returned.
 */
export function joinedStrings(source: Source, tag: string | null): Source[] {
  const notation = NOTATIONS.get(tag ?? "");
  if (notation === undefined) return [];
  const { text } = source;
  const literals = literalsOf(text, notation);
  const found: Source[] = [];
  for (let at = 0; at < literals.length; ) {
    const { parts, used } = chainFrom(text, literals, at, notation);
    const [first] = parts;
    if (parts.length > 1 && first !== undefined && !isDescribed(text, first.literal.start)) {
      const chosen = parts.map(({ literal }) => literal);
      found.push(joined(source, chosen));
      const others = parts.flatMap(({ literal, other }) =>
        other === undefined ? [literal] : other === null ? [] : [other],
      );
      if (parts.some(({ other }) => other !== undefined)) found.push(joined(source, others));
    }
    at += used;
  }
  return found;
}

/**
 * Replaces descriptions (`description = ''…''`) by spaces in languages with multi-line strings, since lines of a description are
 * not commands.
 */
export function withoutDescriptions(source: Source, tag: string | null): Source {
  const notation = NOTATIONS.get(tag ?? "");
  if (notation?.isIndented !== true) return source;
  const { text } = source;
  const described = literalsOf(text, notation).filter(({ start }) => isDescribed(text, start));
  if (described.length === 0) return source;
  const parts = described.map(
    ({ start, end }, at) =>
      text.slice(described[at - 1]?.end ?? 0, start) + blanked(text.slice(start, end)),
  );
  return source.overlay(parts.join("") + text.slice(described.at(-1)?.end));
}

function literalsOf(text: string, { isIndented, hasApostrophes }: Notation): Literal[] {
  const marks = [
    ...(isIndented === true ? ["''(?:'''|''\\$|''\\\\|(?!'')[^])*?''(?!['$\\\\])"] : []),
    '"(?:\\\\[^]|[^"\\\\\\n])*"',
    ...(hasApostrophes === true ? ["'(?:\\\\[^]|[^'\\\\\\n])*'"] : []),
  ];
  return Array.from(text.matchAll(new RegExp(marks.join("|"), "g")), ({ 0: whole, index }) => {
    const mark = whole.startsWith("''") && isIndented === true ? 2 : 1;
    const next = index + whole.length;
    return { start: index + mark, end: next - mark, next };
  });
}

/** Returns the parts of the string that begins with literal `at`, and the number of literals to skip, which is at least 1. */
function chainFrom(
  text: string,
  literals: readonly Literal[],
  at: number,
  { plus }: Notation,
): { readonly parts: readonly Part[]; readonly used: number } {
  const parts: Part[] = [];
  let next = at;
  for (let literal = literals[next]; literal !== undefined; literal = literals[next]) {
    const before = literals[next - 1];
    const lead = text.slice(
      before === undefined || parts.length === 0
        ? Math.max(0, literal.start - MAX_LINK_LENGTH)
        : before.next,
      literal.start,
    );
    if (parts.length > 0 && (lead.length > MAX_LINK_LENGTH || !links(lead, plus))) break;
    if (parts.length === 0 && plus === "," && !/\bjoin\(\s*""\s*,\s*\[\s*["']{1,2}$/.test(lead))
      break;
    const other = literals[next + 1];
    if (/\bthen[\s(]+["']{1,2}$/.test(lead) && other !== undefined) {
      const between = text.slice(literal.next, other.start);
      if (!/^[\s)]*else[\s(]+["']{1,2}$/.test(between)) break;
      parts.push({ literal, other });
      next += 2;
      continue;
    }
    parts.push(isOptional(lead) ? { literal, other: null } : { literal });
    next++;
  }
  return { parts, used: Math.max(1, next - at) };
}

/** Whether the text between two literals concatenates them. */
function links(between: string, plus: string): boolean {
  const link = between
    .trim()
    .replace(/["']{1,2}$/, "")
    .trim();
  const [, closing = "", rest = ""] = /^([)\s]*)([^]*)$/.exec(link) ?? [];
  if (closing.length > 20 || !rest.startsWith(plus)) return false;
  const after = rest.slice(plus.length).trim();
  return (
    /^[(\s]*$/.test(after) ||
    (plus !== "," && (isOptional(after) || /^\(?\s*if\s[^"';]*\sthen[\s(]*$/.test(after)))
  );
}

/** Whether the text before a literal makes the literal optional: `lib.optionalString COND`. */
function isOptional(lead: string): boolean {
  return /\boptionalString\s(?:[^"'+;]{1,150}|\([^"'+;]{1,150}\))["']{0,2}$/.test(lead);
}

/** Whether a literal is a description: `description = "…" + "…"`. */
function isDescribed(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - MAX_LINK_LENGTH), start);
  const key = /([\w-]+)["']?\s*[=:]\s*[(\s]*["']{1,2}$/.exec(before)?.[1];
  return key !== undefined && isDescriptive(key);
}

function joined(source: Source, literals: readonly Literal[]): Source {
  const builder = new SourceBuilder(source);
  for (const { start, end } of literals) builder.copy(start, end);
  return builder.build().rewritten(/\\(["'])/g, ([, mark]) => mark ?? null);
}
