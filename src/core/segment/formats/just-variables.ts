import type { Source } from "../../source.js";

const LITERAL = String.raw`'[^'\n]*'|"(?:[^"\\\n]|\\.)*"`;
/** Matches `NAME := 'text' + OTHER`, whose parts are literals and names of variables. */
const ASSIGNMENT = new RegExp(
  String.raw`^(?:export[ \t]+)?([A-Za-z_][\w-]*)[ \t]*:=[ \t]*((?:${LITERAL}|[A-Za-z_][\w-]*)(?:[ \t]*[+/][ \t]*(?:${LITERAL}|[A-Za-z_][\w-]*)){0,40})[ \t]*(?:#.*)?$`,
  "gm",
);
const PART = new RegExp(String.raw`(${LITERAL})|([A-Za-z_][\w-]*)|(/)`, "g");
/** Maximum length of a value in characters: each value may contain the one before it twice. */
const MAX_LENGTH = 4000;
/** Matches the name and the parameters of a recipe. */
const RECIPE = /^@?[A-Za-z_][\w-]*((?:[ \t]+[^:\n]*)?):(?!=)/gm;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
const INTERPOLATION = /\{\{[ \t]*([A-Za-z_][\w-]*)[ \t]*\}\}/g;

/** Returns the variables of a justfile whose text is known; a name that a recipe also gives to a parameter is not known. */
export function justVariables(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [, name = "", expression = ""] of text.matchAll(ASSIGNMENT)) {
    const value = valueOf(expression, values);
    if (value === null) values.delete(name);
    else values.set(name, value);
  }
  for (const [, parameters = ""] of text.matchAll(RECIPE))
    for (const name of parameters.match(/[A-Za-z_][\w-]*/g) ?? []) values.delete(name);
  return values;
}

function valueOf(expression: string, values: ReadonlyMap<string, string>): string | null {
  let value = "";
  for (const [, literal, name, slash] of expression.matchAll(PART)) {
    const part = slash ?? (name === undefined ? unquoted(literal ?? "") : values.get(name));
    if (part === undefined || value.length + part.length > MAX_LENGTH) return null;
    value += part;
  }
  return value;
}

function unquoted(literal: string): string {
  const inner = literal.slice(1, -1);
  return literal.startsWith("'")
    ? inner
    : inner.replace(/\\(.)/g, (_all, sign: string) => ESCAPES[sign] ?? sign);
}

/** Returns a recipe with the known values of variables, as the shell receives it. */
export function interpolated(recipe: Source, valueOf: (name: string) => string | null): Source {
  return recipe.rewritten(INTERPOLATION, ([, name = ""]) => valueOf(name));
}
