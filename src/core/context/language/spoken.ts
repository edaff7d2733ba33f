import { oncePerName } from "../../once.js";
import { allMatches, eachMatch } from "../../scan.js";
import type { Language } from "./warning-language.js";

/**
 * The language in which a text is currently read. Code that judges a text refers to words and shapes only by name, and
 * judging is one call that nothing interrupts: so the language stands here, and is not handed through each function.
 */
let spoken: Language | null = null;

/** Uses the words and shapes of a language while `use` runs. */
export function speaking<T>(language: Language, use: () => T): T {
  const before = spoken;
  spoken = language;
  try {
    return use();
  } finally {
    spoken = before;
  }
}

const none: readonly string[] = [];
const nothing = /(?!)/g;

/** A shape of sentences, for which each language has its own expression or none. Nothing is kept between two uses. */
export class Shape {
  private heardIn: Language | null = null;
  private heard = nothing;

  constructor(private readonly name: string) {}

  get expression(): RegExp {
    if (this.heardIn !== spoken) {
      this.heardIn = spoken;
      this.heard = spoken?.expression(this.name) ?? nothing;
    }
    return this.heard;
  }

  test(text: string): boolean {
    const { expression } = this;
    expression.lastIndex = 0;
    return expression.test(text);
  }

  /** `from` is where a sticky shape is to begin. */
  exec(text: string, from = 0): RegExpExecArray | null {
    const { expression } = this;
    expression.lastIndex = from;
    return expression.exec(text);
  }

  /** All matches of a global shape. */
  all(text: string): RegExpExecArray[] {
    return allMatches(text, this.expression);
  }

  /** The same one by one, where not all may be needed. */
  each(text: string): Iterable<RegExpExecArray> {
    return eachMatch(text, this.expression);
  }
}

/** The words of a group in the current language. */
export class Words {
  constructor(private readonly name: string) {}

  has(word: string): boolean {
    return spoken?.set(this.name).has(word) ?? false;
  }

  get list(): readonly string[] {
    return spoken?.list(this.name) ?? none;
  }
}

/** The shape of a name, in whatever language is spoken when it is used: `shape("points-ahead")`. */
export const shape = oncePerName((name) => new Shape(name));

/** The words of one or more groups; of verbs, `verbs.base`, or those with a mark, `verbs.executes`. */
export const group = oncePerName((name) => new Words(name));
