import type { Language } from "./language.js";

/**
 * The language that a text is heard in just now. Whoever judges a text asks for words and shapes by their names only, and
 * judging is one call that nothing interrupts: so the language stands here, and is not handed through each function.
 */
let spoken: Language | null = null;

/** Hears with the words and shapes of a language while `use` runs. */
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

/** All names that are asked for: a file that says something else says it to nobody. */
const asked = new Set<string>();

export function isAsked(name: string): boolean {
  return asked.has(name);
}

/** A shape of sentences, which each language has as an expression of its own, or not at all. It is used like that expression. */
export class Shape {
  private heardIn: Language | null = null;
  private heard = nothing;

  constructor(private readonly name: string) {
    asked.add(name);
  }

  get expression(): RegExp {
    if (this.heardIn !== spoken) {
      this.heardIn = spoken;
      this.heard = spoken?.expression(this.name) ?? nothing;
    }
    return this.heard;
  }

  get lastIndex(): number {
    return this.expression.lastIndex;
  }

  set lastIndex(position: number) {
    this.expression.lastIndex = position;
  }

  test(text: string): boolean {
    return this.expression.test(text);
  }

  exec(text: string): RegExpExecArray | null {
    return this.expression.exec(text);
  }
}

/** Words of a group, which each language has of its own. */
export class Words {
  constructor(private readonly name: string) {
    for (const group of name.split("+")) asked.add(group.split(".")[0] ?? "");
  }

  has(word: string): boolean {
    return spoken?.set(this.name).has(word) ?? false;
  }

  get list(): readonly string[] {
    return spoken?.list(this.name) ?? none;
  }
}

/** `points-ahead` as the name of a property: `pointsAhead`. */
type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;

/** The shapes of these names, in whatever language is spoken when one is used: `shapes("points-ahead").pointsAhead`. */
export function shapes<const Name extends string>(...names: readonly Name[]): Readonly<Record<Camel<Name>, Shape>> {
  const made = names.map((name) => [name.replace(/-[a-z]/g, ([, letter = ""]) => letter.toUpperCase()), new Shape(name)]);
  return Object.fromEntries(made) as Record<Camel<Name>, Shape>;
}

/** The words of one or more groups; of verbs, `verbs.base`, or those with a mark, `verbs.executes`. */
export function words(name: string): Words {
  return new Words(name);
}
