/** Maximum length in UTF-16 code units; a longer text always counts as costly. */
const MAX_LENGTH = 384 * 1024;

/** A text with at most this many functions is not costly, whatever they call. */
const FEW_FUNCTIONS = 3;
/** A text with at least this many functions is costly, whatever they call. */
const MANY_FUNCTIONS = 150;
/** A text is costly if a function makes more calls than this, including calls of called functions; a large installer makes hundreds. */
const MAX_CALLS = 2000;
/** Maximum depth of nested braces that is tracked. */
const MAX_NESTING = 50;

/** Matches what follows the head of a function's definition. */
const BODY = String.raw`[ \t]{0,8}(?:#[^\n]{0,200})?\n?[ \t]{0,8}(?:[{(]|\[\[|(?:if|for|while|until|case|select)\b)`;
/** Matches a position at which a command may begin. */
const COMMAND = String.raw`(?<=(?:^|[;&|(){}!"'\x60])[ \t]{0,80}|\b(?:then|do|else|elif|if|while|until|eval)[ \t]{1,8})`;
/** Matches the head of a function's definition in a shell, the name of a command, or a brace. */
const WORDS = new RegExp(
  String.raw`\bfunction[ \t]{1,8}([\w-]{1,80})(?:[ \t]{0,8}\([ \t]{0,8}\))?${BODY}` +
    String.raw`|(?<![\w-])([A-Za-z_][\w-]{0,79})[ \t]{0,8}\([ \t]{0,8}\)${BODY}` +
    String.raw`|${COMMAND}([A-Za-z_][\w-]{0,79})|[{}]`,
  "gm",
);

/**
 * Whether a text may need much more memory or time than other texts: it is long, or its shell functions call each other so that the
 * number of calls grows with a power of the number of functions. This is an estimate in linear time.
 */
export function mayBeCostly(text: string): boolean {
  return text.length > MAX_LENGTH || mayCallOften(text);
}

/** The number of times that each command occurs in a function, by name. */
type Calls = Map<string, number>;

/** Whether a text has many functions, or a function that makes many calls. */
function mayCallOften(text: string): boolean {
  const functions = functionsOf(text);
  if (functions.size <= FEW_FUNCTIONS) return false;
  if (functions.size >= MANY_FUNCTIONS) return true;
  const totals = new Map<string, number>();
  const open = new Set<string>();
  /**
   * Returns the number of calls that a function makes, including the calls of called functions. The number is infinite if functions
   * call each other recursively. A function that calls only itself is common, and counts as a loop.
   */
  const total = (name: string): number => {
    const known = totals.get(name);
    if (known !== undefined) return known;
    if (open.has(name)) return Infinity;
    open.add(name);
    let sum = 1;
    for (const [called, times] of functions.get(name) ?? [])
      if (called !== name && functions.has(called) && sum <= MAX_CALLS)
        sum += times * total(called);
    open.delete(name);
    sum *= 1 + (functions.get(name)?.get(name) ?? 0);
    totals.set(name, sum);
    return sum;
  };
  return [...functions.keys()].some((name) => total(name) > MAX_CALLS);
}

/**
 * Returns the functions of a text with their commands. A command counts for the function defined last, and for each function whose
 * braces enclose it. Braces in strings and comments can cause wrong numbers; a number that is too high only costs time.
 */
function functionsOf(text: string): ReadonlyMap<string, Calls> {
  const functions = new Map<string, Calls>();
  const enclosing: (Calls | null)[] = [];
  let latest: Calls | null = null;
  for (const [whole, first, second, command] of text.matchAll(WORDS)) {
    const name = first ?? second;
    if (name !== undefined) {
      latest = functions.get(name) ?? new Map<string, number>();
      functions.set(name, latest);
      if (whole.endsWith("{") && enclosing.length < MAX_NESTING) enclosing.push(latest);
    } else if (command !== undefined) {
      for (const calls of new Set([latest, ...enclosing]))
        calls?.set(command, (calls.get(command) ?? 0) + 1);
    } else if (whole === "}") {
      enclosing.pop();
    } else if (enclosing.length < MAX_NESTING) {
      enclosing.push(null);
    }
  }
  return functions;
}
