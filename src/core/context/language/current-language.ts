import { oncePerName } from "../../once.js";
import { allMatches, eachMatch } from "../../scan.js";
import type { Language } from "./warning-language.js";

/**
 * The language in which a text is currently read. Code that judges a text refers to words and shapes only by name, and judging is
 * one synchronous call, so the language is kept here and not passed to each function.
 */
let current: Language | null = null;

/** Uses the words and shapes of a language while `use` runs. */
export function withLanguage<T>(language: Language, use: () => T): T {
  const before = current;
  current = language;
  try {
    return use();
  } finally {
    current = before;
  }
}

const none: readonly string[] = [];
const nothing = /(?!)/g;

/** A shape of sentences, for which each language has its own expression or none. No match state is kept between two uses. */
export class Shape {
  private cachedFor: Language | null = null;
  private cached = nothing;

  constructor(private readonly name: string) {}

  get expression(): RegExp {
    if (this.cachedFor !== current) {
      this.cachedFor = current;
      this.cached = current?.expression(this.name) ?? nothing;
    }
    return this.cached;
  }

  test(text: string): boolean {
    const { expression } = this;
    expression.lastIndex = 0;
    return expression.test(text);
  }

  /** Matches the shape; a sticky shape begins at `from`. */
  exec(text: string, from = 0): RegExpExecArray | null {
    const { expression } = this;
    expression.lastIndex = from;
    return expression.exec(text);
  }

  /** Returns all matches of a global shape. */
  all(text: string): RegExpExecArray[] {
    return allMatches(text, this.expression);
  }

  /** Yields the matches one by one, if not all may be needed. */
  each(text: string): Iterable<RegExpExecArray> {
    return eachMatch(text, this.expression);
  }
}

/** The words of a group in the current language. */
export class Words {
  constructor(private readonly name: string) {}

  has(word: string): boolean {
    return current?.set(this.name).has(word) ?? false;
  }

  get list(): readonly string[] {
    return current?.list(this.name) ?? none;
  }
}

/** Returns the shape of a name, in the language that is current when it is used: `shape("points-ahead")`. */
export const shape = oncePerName((name) => new Shape(name));

/** Returns the words of one or more groups; for verbs, of a form (`verbs.base`) or with a mark (`verbs.executes`). */
export const group = oncePerName((name) => new Words(name));
