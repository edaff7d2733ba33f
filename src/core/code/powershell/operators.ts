import type { Argument, Expr, Place } from "../ir.js";
import { assignment, callOf, inert } from "../lowering.js";

/** Types of nodes that have no value. */
export const VALUELESS: ReadonlySet<string> = new Set([
  "comparison_operator",
  "format_operator",
  "redirections",
  "redirection",
  "verbatim_command_argument",
  "stop_parsing",
  "pipeline_chain_tail",
]);

/** Binary operators by precedence, the highest first. Operators that are not listed are comparisons, which have the empty level. */
const LEVELS: readonly (readonly string[])[] = [
  [","],
  [".."],
  ["-f"],
  ["*", "/", "%"],
  ["+", "-"],
  [],
  ["-band", "-bor", "-bxor", "-shl", "-shr"],
  ["-and", "-or", "-xor", "??", "?", ":"],
];
/** The index of the level of comparisons. */
const COMPARISONS = 5;

/** Matches operators whose result is a Boolean value. */
const COMPARING = /^-[ci]?(?:eq|ne|gt|ge|lt|le|is|isnot|contains|notcontains|in|notin|and|or|xor)$/;
/** Operators with the method of the left operand to which they correspond. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ["-f", "format"],
  ["-join", "join"],
  ["-replace", "replace"],
]);
/** Matches an operator between operands. */
const OPERATOR = /-[a-z]+|\.\.|\?\?|\+\+|--|[-+*/%,!?:]/gi;
/** Matches text between operands that is not an operator: comments and line continuations. */
const BETWEEN = /<#[^]*?#>|#[^\n]*|`\s*\n/g;

interface Operator extends Place {
  readonly text: string;
}

/** Returns the operators in a range between operands. */
function operatorsIn(text: string, from: number, to: number): Operator[] {
  const gap = text
    .slice(from, Math.min(to, from + 500))
    .replace(BETWEEN, (found) => " ".repeat(found.length));
  return Array.from(gap.matchAll(OPERATOR), ({ 0: text, index }) => ({
    text: text.toLowerCase(),
    start: from + index,
    end: from + index + text.length,
  }));
}

/** Returns the expression of operands with the operators before and between them. */
export function operate(text: string, place: Place, operands: readonly Expr[]): Expr {
  const [first] = operands;
  if (first === undefined) return inert(place);
  let values: Expr[] = [];
  let operators: Operator[] = [];
  let from = place.start;
  for (const operand of operands) {
    const found = operatorsIn(text, from, operand.start);
    const unary = values.length === 0 ? found : found.slice(1);
    if (values.length > 0)
      operators.push(found[0] ?? { text: " ", start: from, end: operand.start });
    values.push(unary.reduceRight<Expr>(prefixed, operand));
    from = operand.end;
  }
  for (let level = 0; level < LEVELS.length && operators.length > 0; level++) {
    const of = LEVELS[level] ?? [];
    const binds = ({ text }: Operator): boolean =>
      level === COMPARISONS ? !LEVELS.some((each) => each.includes(text)) : of.includes(text);
    if (!operators.some(binds)) continue;
    const [left, rest]: [Expr[], Operator[]] = [[], []];
    let at = 0;
    while (at < values.length) {
      let end = at;
      while (operators[end] !== undefined && binds(operators[end] as Operator)) end++;
      left.push(folded(values.slice(at, end + 1), operators.slice(at, end)));
      const next = operators[end];
      if (next !== undefined) rest.push(next);
      at = end + 1;
    }
    values = left;
    operators = rest;
  }
  return values[0] ?? inert(place);
}

const argument = (value: Expr): Argument => ({ name: null, spread: false, value });

function listOf(values: readonly Expr[]): Expr {
  const start = values[0]?.start ?? 0;
  return { kind: "list", start, end: values.at(-1)?.end ?? start, items: values.map(argument) };
}

/** Returns the expression of operands with operators of one level, applied from left to right. */
function folded(values: readonly Expr[], operators: readonly Operator[]): Expr {
  const [first] = values;
  if (first === undefined || operators.length === 0) return first ?? inert({ start: 0, end: 0 });
  const end = values.at(-1)?.end ?? first.end;
  if (operators[0]?.text === ",") return listOf(values);
  if (operators.every(({ text }) => text === "+"))
    return { kind: "concat", start: first.start, end, operands: values };
  return operators.reduce<Expr>(
    (left, text, at) => applied(left, text, values[at + 1] ?? left),
    first,
  );
}

/** Returns the expression of a binary operator. Some operators are lowered to a call of a method of the left operand. */
function applied(left: Expr, { text, start, end }: Operator, right: Expr): Expr {
  const place = { start: left.start, end: right.end };
  if (text === "+") return { kind: "concat", ...place, operands: [left, right] };
  if (COMPARING.test(text)) return inert(place, [left, right]);
  if (/^-[ci]?(?:not)?(?:match|like)$/.test(text)) return matched(place, left, right);
  const property = METHODS.get(text.replace(/^-[ci](?=replace$)/, "-"));
  if (property === undefined) return { kind: "carry", ...place, operands: [left, right] };
  const args = right.kind === "list" && property !== "join" ? right.items : [argument(right)];
  const callee: Expr = {
    kind: "member",
    start: left.start,
    end,
    object: left,
    property,
    at: { start, end },
    bracketed: false,
  };
  return callOf(place, callee, args);
}

/** Returns the assignment that `$text -match 'x'` makes to `$matches`. */
function matched(place: Place, left: Expr, right: Expr): Expr {
  const name = { kind: "name" as const, name: "$matches", start: place.start, end: place.start };
  const value: Expr = { kind: "carry", ...place, operands: [left, right] };
  return assignment(place, name, value);
}

/** Returns the expression of a unary operator: `-join $list`, `,$x`, `!$x`. */
function prefixed(operand: Expr, { text, start, end }: Operator): Expr {
  const place = { start, end: operand.end };
  if (text === ",") return { kind: "list", ...place, items: [argument(operand)] };
  if (text === "!" || text === "-not" || text === "-bnot") return inert(place, [operand]);
  if (text !== "-join") return { kind: "carry", ...place, operands: [operand] };
  const callee: Expr = {
    kind: "member",
    start,
    end,
    object: operand,
    property: "join",
    at: { start, end },
    bracketed: false,
  };
  return callOf(place, callee, []);
}
