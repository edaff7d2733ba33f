/** Texts of more UTF-16 code units always count as costly. */
const LONG = 384 * 1024;

/** Up to this number of functions, a text is not costly, whatever they call. */
const FEW_FUNCTIONS = 3;
/** From this number of functions, a text is costly, whatever they call. */
const MANY_FUNCTIONS = 150;
/** Calls, if each one were evaluated separately; an installer with dozens of functions has some hundred. */
const MANY_CALLS = 2000;
/** Braces in each other that are followed. */
const MOST_NESTING = 50;

const BODY = String.raw`[ \t]{0,8}(?:#[^\n]{0,200})?\n?[ \t]{0,8}(?:[{(]|\[\[|(?:if|for|while|until|case|select)\b)`;
/** Where a command may begin. */
const COMMAND = String.raw`(?<=(?:^|[;&|(){}!"'\x60])[ \t]{0,80}|\b(?:then|do|else|elif|if|while|until|eval)[ \t]{1,8})`;
/** The head of a function's definition in a shell, the name of a command, or a brace. */
const WORDS = new RegExp(
  String.raw`\bfunction[ \t]{1,8}([\w-]{1,80})(?:[ \t]{0,8}\([ \t]{0,8}\))?${BODY}` +
    String.raw`|(?<![\w-])([A-Za-z_][\w-]{0,79})[ \t]{0,8}\([ \t]{0,8}\)${BODY}` +
    String.raw`|${COMMAND}([A-Za-z_][\w-]{0,79})|[{}]`,
  "gm",
);

/**
 * Whether a text may need much more memory or time than others of its length: it is long, or its shell functions call each
 * other so that the number of calls grows with a power of their number. Linear in the length of the text, and no promise.
 */
export function mayBeCostly(text: string): boolean {
  return text.length > LONG || mayCallOften(text);
}

/** How often each command occurs in a function, by name. */
type Calls = Map<string, number>;

function mayCallOften(text: string): boolean {
  const functions = functionsOf(text);
  if (functions.size <= FEW_FUNCTIONS) return false;
  if (functions.size >= MANY_FUNCTIONS) return true;
  const totals = new Map<string, number>();
  const open = new Set<string>();
  /** Infinite if functions call each other recursively; one that calls only itself is common, and counts as a loop. */
  const total = (name: string): number => {
    const known = totals.get(name);
    if (known !== undefined) return known;
    if (open.has(name)) return Infinity;
    open.add(name);
    let sum = 1;
    for (const [called, times] of functions.get(name) ?? [])
      if (called !== name && functions.has(called) && sum <= MANY_CALLS)
        sum += times * total(called);
    open.delete(name);
    sum *= 1 + (functions.get(name)?.get(name) ?? 0);
    totals.set(name, sum);
    return sum;
  };
  return [...functions.keys()].some((name) => total(name) > MANY_CALLS);
}

/**
 * Returns the functions of a text. A command counts for the function defined last and for the enclosing ones by braces, which may be
 * wrong because of strings and comments: counting too much only costs time.
 */
function functionsOf(text: string): ReadonlyMap<string, Calls> {
  const functions = new Map<string, Calls>();
  const around: (Calls | null)[] = [];
  let latest: Calls | null = null;
  for (const [whole, first, second, command] of text.matchAll(WORDS)) {
    const name = first ?? second;
    if (name !== undefined) {
      latest = functions.get(name) ?? new Map<string, number>();
      functions.set(name, latest);
      if (whole.endsWith("{") && around.length < MOST_NESTING) around.push(latest);
    } else if (command !== undefined) {
      for (const calls of new Set([latest, ...around]))
        calls?.set(command, (calls.get(command) ?? 0) + 1);
    } else if (whole === "}") {
      around.pop();
    } else if (around.length < MOST_NESTING) {
      around.push(null);
    }
  }
  return functions;
}
