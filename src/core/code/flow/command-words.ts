import type { Argument, Expr, Place } from "../ir.js";
import type { Evaluator } from "./evaluator.js";
import { itemOf, UNKNOWN, type Item, type Value } from "./value.js";

/** An evaluated word of a command. */
export interface Word {
  readonly expr: Expr;
  readonly item: Item;
  /** The text of the word; null if it is not known. */
  readonly text: string | null;
  /** Whether it is written without quotes. */
  readonly isBare: boolean;
}

export type Words = readonly Word[];

/** Returns the arguments of a command. `@table` is replaced by the entries of the table, each as an option with its value. */
export function argumentsOf(engine: Evaluator, args: readonly Argument[]): Words {
  return args.flatMap((arg): Word[] => {
    const item = engine.item(arg);
    const expr = arg.value;
    if (!arg.spread) return [wordOf(expr, item)];
    const { fields, items } = item.value;
    const wordAt = (value: Value): Word => wordOf(expr, itemOf(value, item));
    if (fields === null) return (items ?? []).map(({ value }) => wordAt(value));
    return fields.flatMap((name): Word[] => {
      const value = engine.bindings.property(item.value, name);
      const option = { ...wordAt(UNKNOWN), text: `-${name}`, isBare: true };
      return value === undefined ? [] : [option, wordAt(value)];
    });
  });
}

function wordOf(expr: Expr, item: Item): Word {
  const isBare =
    expr.kind === "text" &&
    expr.open.start === expr.open.end &&
    expr.close.start === expr.close.end;
  return { expr, item, text: item.value.texts[0]?.source.text ?? null, isBare };
}

/** Returns the name of an option in lower case, without its dash; null if the word is not an option. */
export function optionName(word: Word | undefined): string | null {
  const isOption = word?.isBare === true && /^[-\u2013\u2014][A-Za-z]/.test(word.text ?? "");
  return isOption ? (word.text ?? "").slice(1).replace(/:$/, "").toLowerCase() : null;
}

/** Returns the word after the first option whose name is accepted; undefined if there is none. */
export function wordAfter(words: Words, accepts: (name: string) => boolean): Word | undefined {
  const at = words.findIndex((word) => {
    const name = optionName(word);
    return name !== null && accepts(name);
  });
  return at < 0 ? undefined : words[at + 1];
}

/** The property of a file object that contains its path. */
const PATH = "fullname";

/**
 * Returns the path that a word names; a variable of unknown value is represented by its name, so that it names the same file wherever
 * it is used: `$o`, `$o.FullName`. Null for any other unknown word.
 */
export function pathOf({ text, expr }: Pick<Word, "text" | "expr">): string | null {
  if (text !== null) return text;
  const object =
    expr.kind === "member" && expr.property.toLowerCase() === PATH ? expr.object : expr;
  return object.kind === "name" ? object.name : null;
}

/** Returns the paths that the words name which are not options. */
export function operandPaths(words: Words): string[] {
  return words.flatMap((word) => (optionName(word) === null ? (pathOf(word) ?? []) : []));
}

/** Returns the texts of the words as other programs get them; null for an unknown one. */
export function wordsOf(words: Words): (string | null)[] {
  return words.map(({ text }) => text);
}

/** Returns the words that are not options and whose text is known. */
export function operandsOf(words: Words): (Place & { readonly text: string })[] {
  return words.flatMap((word) =>
    optionName(word) === null && word.text !== null
      ? [{ text: word.text, start: word.expr.start, end: word.expr.end }]
      : [],
  );
}
