import type { Span, TraceStep } from "../../model.js";
import { SourceBuilder } from "../../source.js";
import { unquote } from "../../lex/quoting.js";
import type { Part, Word } from "../script.js";
import type { Argument } from "./argument.js";
import { altered, distinct, MAX_STEPS, type CodeText } from "./stream.js";

/** Texts of parts that are known although they are not literal: variables, known output. */
export type KnownParts = ReadonlyMap<Part, Pick<CodeText, "source" | "variables" | "via">>;

/**
 * Returns the name, in code for another shell, of a variable of the shell that expands it: the other shell may have a variable of
 * the same name.
 */
export function outerName(name: string): string {
  return `__outer_${name}`;
}

/** Returns the replacement, in code, of a variable that was expanded outside of it and has an unknown value; before `=` it is a name. */
function expandedOutside({ source }: Word, end: number): string {
  return ["=", "+="].some((operator) => source.text.startsWith(operator, end)) ? "__" : "$?";
}

/** Returns the word after quote removal, as a source. Unknown parts stay as written. */
export function codeOf(word: Word, known: KnownParts): CodeText {
  const out = new SourceBuilder(word.source);
  const variables: (readonly Span[])[] = [];
  const via: (readonly TraceStep[])[] = [];
  for (const part of word.parts) {
    const value = known.get(part);
    if (part.kind === "text") unquote(out, word.source, part.start, part.end, part.quoting);
    else if (value === undefined && part.kind === "expansion" && part.plain)
      out.replace(expandedOutside(word, part.end), part.start, part.end);
    else if (value === undefined) out.copy(part.start, part.end);
    else {
      out.append(value.source);
      variables.push(value.variables);
      via.push(value.via ?? []);
    }
  }
  const [from, to] = word.source.origin(word.start, word.end);
  return { source: out.build(), variables: distinct(variables), from, to, ...viaOf(via) };
}

/** Returns the steps of a text that was joined from others, if there are any. */
function viaOf(parts: readonly (readonly TraceStep[])[]): Pick<CodeText, "via"> {
  const via = distinct(parts).slice(0, MAX_STEPS);
  return via.length === 0 ? {} : { via };
}

/** Returns several arguments as one code text, joined by blanks (`eval A B`, `ssh host A B`, `echo A B`). */
export function joinCode(
  args: readonly Argument[],
  from: number,
  separator = " ",
): CodeText | null {
  const first = args[0];
  if (first === undefined) return null;
  if (args.length === 1) return altered(first.code(), { from });
  const out = new SourceBuilder(first.code().source);
  const variables: (readonly Span[])[] = [];
  const via: (readonly TraceStep[])[] = [];
  for (const [index, argument] of args.entries()) {
    const code = argument.code();
    if (index > 0) out.insertAt(separator, argument.span[0]);
    out.append(code.source);
    variables.push(code.variables);
    via.push(code.via ?? []);
  }
  return {
    source: out.build(),
    variables: distinct(variables),
    from,
    ...viaOf(via),
    ...(args.some((argument) => argument.code().isCut === true) && { isCut: true }),
    to: args[args.length - 1]?.span[1] ?? from,
  };
}
