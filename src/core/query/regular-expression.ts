/** What is wrong with an expression, and what to write instead. */
export interface ExpressionProblem {
  readonly problem: string;
  readonly advice: string;
}

/** Typical names: an expression that matches all of them does not distinguish names. */
const anyNames = ["a", "sh", "curl", "Zz9", "q_x-1", "x86.4"];

/** Maximum number of unbounded repetitions in sequence: a long word is then matched in quadratic time at most. */
const MAX_REPETITIONS = 2;

/**
 * Returns what is wrong with an expression of `#match?`; null if nothing is. It has to be anchored (a rule would otherwise apply
 * to every name that contains it), to be valid, to match something that is not empty, and to end soon: an unbounded repetition
 * may contain neither another repetition nor alternatives, and lookarounds and backreferences are not allowed.
 */
export function problemIn(text: string): ExpressionProblem | null {
  const inner = /^\^(.*)\$$/s.exec(text)?.[1];
  if (inner === undefined || inner.endsWith("\\") || hasOpenAlternative(inner)) {
    return {
      problem: `the expression "${text}" is not anchored at both ends`,
      advice: "write it as ^(?:…)$",
    };
  }
  const expression = compile(text);
  if (typeof expression === "string")
    return {
      problem: `the expression "${text}" is not valid (${expression})`,
      advice: "correct it",
    };
  if (expression.test(""))
    return {
      problem: `the expression "${text}" matches the empty text`,
      advice: "require at least one character",
    };
  const found = problemInParts(inner);
  return found === null ? null : { ...found, problem: `the expression "${text}" ${found.problem}` };
}

/** Whether an expression distinguishes names at all. */
export function distinguishesNames(expression: RegExp): boolean {
  return !anyNames.every((name) => expression.test(name));
}

/** Returns the prefix that every match has: plain characters up to the first special character; may be empty. */
export function literalStart(text: string): string {
  const start = plainStart(text);
  const letters = start.replaceAll("\\", "");
  return /[*+?{]/.test(text[start.length + 1] ?? "") ? letters.slice(0, -1) : letters;
}

/** Returns prefixes of which every match has one: a choice of words after the common prefix belongs to them. */
export function literalStarts(text: string): readonly string[] {
  const start = literalStart(text);
  const choice = /^\((?:\?:)?([\w|-]+)\)(?![*?{])/.exec(text.slice(plainStart(text).length + 1));
  return choice?.[1]?.split("|").map((word) => start + word) ?? [start];
}

/** Whether every match has a space after the prefix that {@link literalStart} returns. */
export function hasBlankAfterStart(text: string): boolean {
  const rest = text.slice(plainStart(text).length + 1);
  return [" ", "\\s"].some(
    (blank) => rest.startsWith(blank) && !["*", "?", "{"].includes(rest.charAt(blank.length)),
  );
}

function plainStart(text: string): string {
  return /^\^((?:[\w"-]|\\[./-])*)/.exec(text)?.[1] ?? "";
}

function compile(text: string): RegExp | string {
  try {
    return new RegExp(text, "u");
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

const slow: ExpressionProblem = {
  problem: "can take exponential time",
  advice: "repeat single characters or classes only, never a group",
};
const back: ExpressionProblem = {
  problem: "has a backreference",
  advice: "write the characters themselves",
};
const long: ExpressionProblem = {
  problem: "can take very long on a long word",
  advice: `use at most ${MAX_REPETITIONS} unbounded repetitions`,
};
const empty: ExpressionProblem = {
  problem: "has a part that matches nothing",
  advice: "remove anchors, lookarounds and empty classes from its middle",
};

function problemInParts(inner: string): ExpressionProblem | null {
  /** For each open group, the number of unbounded repetitions in sequence: the largest of earlier alternatives, and the current one's. */
  const groups = [{ max: 0, current: 0 }];
  for (const { atom, quantifier } of atomsOf(inner)) {
    const group = groups.at(-1) ?? { max: 0, current: 0 };
    if (atom === "|") Object.assign(group, { max: Math.max(group.max, group.current), current: 0 });
    else if (atom.startsWith("(")) {
      if (/^\(\?<?[=!]/.test(atom)) return empty;
      groups.push({ max: 0, current: 0 });
    } else if (atom === ")") {
      if (quantifier !== "" && quantifier !== "?") return slow;
      groups.pop();
      const outer = groups.at(-1);
      if (outer !== undefined) outer.current += Math.max(group.max, group.current);
    } else if (atom === "^" || atom === "$" || /^\\[bB]$/.test(atom)) return empty;
    else if (/^\\[1-9k]/.test(atom)) return back;
    else if (matchesNoCharacter(atom) || /^\{0(?:,0)?\}/.test(quantifier)) return empty;
    if (!/^(?:[*+]|\{\d+,\})/.test(quantifier)) continue;
    group.current++;
    if (groups.reduce((sum, { current }) => sum + current, 0) > MAX_REPETITIONS) return long;
  }
  return null;
}

/** Yields the atoms of an expression, groups as their brackets, each with its quantifier; an unclosed class is one atom. */
function* atomsOf(
  expression: string,
): Generator<{ readonly atom: string; readonly quantifier: string }> {
  const shape =
    /(\\[pP]\{[^}]*\}|\\[xu]\{?[0-9a-fA-F]+\}?|\\k<[^>]*>|\\\d+|\\.|\[(?:\\.|[^\]\\])*\]?|\((?:\?(?:<?[=!]|:|<[^>]*>))?|[^])((?:[*+?]|\{\d+(?:,\d*)?\})?\??)/gu;
  for (const [, atom = "", quantifier = ""] of expression.matchAll(shape)) {
    yield atom.startsWith("(") || atom === "|" ? { atom, quantifier: "" } : { atom, quantifier };
  }
}

/** Whether no character belongs to a class or property: `[^\s\S]`. */
function matchesNoCharacter(atom: string): boolean {
  if (!atom.startsWith("[") && !/^\\[pP]/.test(atom)) return false;
  const expression = new RegExp(`^${atom}$`, "u");
  for (let code = 0; code <= 0x10ffff; code++)
    if (expression.test(String.fromCodePoint(code))) return false;
  return true;
}

/** Whether a `|` is outside every group, so that its alternatives would not be anchored. */
function hasOpenAlternative(expression: string): boolean {
  let depth = 0;
  for (const { atom } of atomsOf(expression)) {
    if (atom.startsWith("(")) depth++;
    else if (atom === ")") depth--;
    else if (atom === "|" && depth === 0) return true;
  }
  return false;
}
