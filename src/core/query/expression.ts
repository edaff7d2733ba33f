/** What is wrong with an expression, and what to write instead. */
export interface Trouble {
  readonly problem: string;
  readonly advice: string;
}

/** Names as people write them: an expression that matches all of them tells no name from another. */
const anyNames = ["a", "sh", "curl", "Zz9", "q_x-1", "x86.4"];

/** So many repetitions without end may stand one behind the other: a long word is read in quadratic time at most. */
const mostRepetitions = 2;

/**
 * What is wrong with an expression of `#match?`, null where nothing is. It has to be anchored (a rule would silently widen to
 * every name that contains it), to be valid, to match something that is not empty, and to end soon: what is repeated without
 * end may hold neither another repetition nor alternatives, and nothing looks around or back.
 */
export function troubleIn(text: string): Trouble | null {
  const inner = /^\^(.*)\$$/s.exec(text)?.[1];
  if (inner === undefined || inner.endsWith("\\") || hasOpenAlternative(inner)) {
    return { problem: `the expression "${text}" is not anchored at both ends`, advice: "write it as ^(?:…)$" };
  }
  const expression = compile(text);
  if (typeof expression === "string") return { problem: `the expression "${text}" is not valid (${expression})`, advice: "correct it" };
  if (expression.test("")) return { problem: `the expression "${text}" matches the empty text`, advice: "ask for at least one character" };
  return troubleInParts(text, inner);
}

/** Whether an expression tells names apart at all. */
export function tellsNames(expression: RegExp): boolean {
  return !anyNames.every((name) => expression.test(name));
}

/** A beginning that every match has: plain characters up to the first sign. Empty where there is none. */
export function literalStart(text: string): string {
  const start = plainStart(text);
  const letters = start.replaceAll("\\", "");
  return /[*+?{]/.test(text[start.length + 1] ?? "") ? letters.slice(0, -1) : letters;
}

/** Whether every match has a blank behind that beginning. */
export function hasBlankBehindStart(text: string): boolean {
  const rest = text.slice(plainStart(text).length + 1);
  return [" ", "\\s"].some((blank) => rest.startsWith(blank) && !["*", "?", "{"].includes(rest.charAt(blank.length)));
}

function plainStart(text: string): string {
  return /^\^((?:[\w-]|\\[./-])*)/.exec(text)?.[1] ?? "";
}

function compile(text: string): RegExp | string {
  try {
    return new RegExp(text, "u");
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

function troubleInParts(text: string, inner: string): Trouble | null {
  const slow = {
    problem: `the expression "${text}" can take exponential time`,
    advice: "repeat single characters or classes only, never a group",
  };
  const back = { problem: `the expression "${text}" looks back at what it matched`, advice: "write the characters themselves" };
  const long = {
    problem: `the expression "${text}" can take very long on a long word`,
    advice: `repeat at most ${String(mostRepetitions)} parts without end`,
  };
  const empty = {
    problem: `the expression "${text}" has a part that matches nothing`,
    advice: "leave out anchors, lookarounds and empty classes between its ends",
  };
  const repetitions = new Repetitions();
  for (const { atom, quantifier } of atomsOf(inner)) {
    if (atom === "|") repetitions.another();
    else if (atom.startsWith("(")) {
      if (/^\(\?<?[=!]/.test(atom)) return empty;
      repetitions.open();
    } else if (atom === ")") {
      if (quantifier !== "" && quantifier !== "?") return slow;
      repetitions.close();
    } else if (atom === "^" || atom === "$" || /^\\[bB]$/.test(atom)) return empty;
    else if (/^\\[1-9k]/.test(atom)) return back;
    else if (matchesNoCharacter(atom) || /^\{0(?:,0)?\}/.test(quantifier)) return empty;
    if (/^(?:[*+]|\{\d+,\})/.test(quantifier) && repetitions.add() > mostRepetitions) return long;
  }
  return null;
}

/** The atoms of an expression, groups as their brackets, each with the quantifier behind it. */
function* atomsOf(expression: string): Generator<{ readonly atom: string; readonly quantifier: string }> {
  const shape =
    /(\\[pP]\{[^}]*\}|\\[xu]\{?[0-9a-fA-F]+\}?|\\k<[^>]*>|\\\d+|\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[=!]|:|<[^>]*>))?|[^])((?:[*+?]|\{\d+(?:,\d*)?\})?\??)/gu;
  for (const [, atom = "", quantifier = ""] of expression.matchAll(shape)) {
    yield atom.startsWith("(") || atom === "|" ? { atom, quantifier: "" } : { atom, quantifier };
  }
}

/** Counts what may be repeated without end on one way through an expression. */
class Repetitions {
  /** Of each open group: the most in an alternative that is through, and those in the current one. */
  private readonly groups = [{ most: 0, here: 0 }];

  open(): void {
    this.groups.push({ most: 0, here: 0 });
  }

  another(): void {
    const group = this.groups[this.groups.length - 1];
    if (group === undefined) return;
    group.most = Math.max(group.most, group.here);
    group.here = 0;
  }

  close(): void {
    const inner = this.groups.pop();
    const outer = this.groups[this.groups.length - 1];
    if (inner !== undefined && outer !== undefined) outer.here += Math.max(inner.most, inner.here);
  }

  /** How many there are on the way to here. */
  add(): number {
    const group = this.groups[this.groups.length - 1];
    if (group !== undefined) group.here++;
    return this.groups.reduce((sum, { here }) => sum + here, 0);
  }
}

/** A class or property that no character belongs to: `[^\s\S]`. */
function matchesNoCharacter(atom: string): boolean {
  if (!atom.startsWith("[") && !/^\\[pP]/.test(atom)) return false;
  const expression = new RegExp(`^${atom}$`, "u");
  for (let code = 0; code <= 0x10ffff; code++) if (expression.test(String.fromCodePoint(code))) return false;
  return true;
}

function classEnd(text: string, open: number): number {
  let at = open + 1;
  while (at < text.length && text[at] !== "]") at += text[at] === "\\" ? 2 : 1;
  return at;
}

/** A `|` outside every group, which would free the alternatives of an anchor. */
function hasOpenAlternative(expression: string): boolean {
  let depth = 0;
  for (let at = 0; at < expression.length; at++) {
    const character = expression[at];
    if (character === "\\") at++;
    else if (character === "[") at = classEnd(expression, at);
    else if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "|" && depth === 0) return true;
  }
  return false;
}
