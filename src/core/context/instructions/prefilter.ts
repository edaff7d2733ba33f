import { oncePer } from "../../once.js";

/**
 * An expression with a cheap test that a text must pass for it to match: compiling a long expression takes much longer than
 * analyzing most texts.
 */
export class Prefilter {
  private compiled: RegExp | null = null;

  /**
   * @param mayMatch false only for a text in which the expression certainly does not match
   * @param make compiles the expression, which is global
   */
  constructor(
    private readonly mayMatch: (text: string) => boolean,
    private readonly make: () => RegExp,
  ) {}

  /** Returns the expression with `lastIndex` 0; null if it is not yet compiled and the text certainly does not match. */
  in(text: string): RegExp | null {
    if (this.compiled === null) {
      if (!this.mayMatch(text)) return null;
      this.compiled = this.make();
    }
    this.compiled.lastIndex = 0;
    return this.compiled;
  }

  test(text: string): boolean {
    return this.in(text)?.test(text) ?? false;
  }

  /** Whether the expression may match, determined without compiling it. */
  mayTest(text: string): boolean {
    return this.compiled === null ? this.mayMatch(text) : this.test(text);
  }
}

/**
 * Returns the expression of a shape with anchors that match at each line, since a line may begin a sentence. It matches wherever
 * the shape matches in a part of the text.
 */
export const byLine = oncePer(({ source, flags }: RegExp): Prefilter => {
  const begins = beginning(source);
  const first = begins === null ? null : new RegExp(begins, flags.replace(/[gy]/g, ""));
  return new Prefilter(
    (text) => first?.test(text) !== false,
    () => new RegExp(source, `${flags}m`),
  );
});

/** Returns the source of the lookahead with which an expression begins, such as `(?=run|exec)…`; null if there is none. */
function beginning(source: string): string | null {
  const [whole, begins] = /^\(\?=((?:[^\\^$.*+?()[\]{}]|\[[^\\^\]]+\])+)\)/.exec(source) ?? [];
  return whole === undefined || begins === undefined || hasAlternatives(source) ? null : begins;
}

/** Whether an expression has alternatives outside all groups. */
function hasAlternatives(source: string): boolean {
  let depth = 0;
  for (const [atom] of source.matchAll(/\\[^]|\[(?:\\[^]|[^\\\]])*\]|[()|]/g)) {
    if (atom === "(") depth++;
    else if (atom === ")") depth--;
    else if (atom === "|" && depth === 0) return true;
  }
  return false;
}
