/**
 * What is wrong with an expression of `#match?`, null where nothing is. It has to be anchored (a rule would silently widen to
 * every name that contains it), to be valid, to match something that is not empty, and to be done in linear time: what is
 * repeated without end may hold neither another repetition nor alternatives, and nothing looks around or back.
 */
export function troubleIn(text: string): { problem: string; advice: string } | null {
  const inner = /^\^(.*)\$$/s.exec(text)?.[1];
  if (inner === undefined || inner.endsWith("\\") || hasOpenAlternative(inner)) {
    return { problem: `the expression "${text}" is not anchored at both ends`, advice: "write it as ^(?:…)$" };
  }
  const expression = compile(text);
  if (typeof expression === "string") return { problem: `the expression "${text}" is not valid (${expression})`, advice: "correct it" };
  if (expression.test("")) return { problem: `the expression "${text}" matches the empty text`, advice: "ask for at least one character" };
  return troubleInParts(text, inner);
}

/** A beginning that every match has: plain characters up to the first sign. Empty where there is none. */
export function literalStart(text: string): string {
  const start = /^\^((?:[\w-]|\\[./-])*)/.exec(text)?.[1] ?? "";
  const next = text[start.length + 1] ?? "";
  const letters = start.replaceAll("\\", "");
  return /[*+?{]/.test(next) ? letters.slice(0, -1) : letters;
}

function compile(text: string): RegExp | string {
  try {
    return new RegExp(text, "u");
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

function troubleInParts(text: string, inner: string): { problem: string; advice: string } | null {
  const slow = { problem: `the expression "${text}" can take exponential time`, advice: "repeat single characters or classes only, never a group" };
  const empty = { problem: `the expression "${text}" has a part that matches nothing`, advice: "leave out anchors, lookarounds and empty classes between its ends" };
  let afterGroup = false;
  for (let at = 0; at < inner.length; at++) {
    const character = inner[at] ?? "";
    if (afterGroup && "*+{".includes(character)) return slow;
    afterGroup = character === ")";
    if (character === "^" || character === "$" || /^\(\?<?[=!]/.test(inner.slice(at, at + 4))) return empty;
    if (character === "[") {
      const end = classEnd(inner, at);
      if (end === at + 1) return empty;
      at = end;
    } else if (character === "\\") {
      if (/[1-9kbB]/.test(inner[at + 1] ?? "")) return slow;
      at++;
    }
  }
  return null;
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
