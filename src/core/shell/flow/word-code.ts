import type { Span, TraceStep } from "../../model.js";
import { SourceBuilder } from "../../source.js";
import { unquote } from "../../lex/quoting.js";
import type { Part, Word } from "../script.js";
import type { Argument } from "./argument.js";
import { altered, distinct, MAX_STEPS, type CodeText } from "./stream.js";

/** The texts of parts that are known although they are not literal: values of variables, output of commands. */
export type KnownParts = ReadonlyMap<Part, Pick<CodeText, "source" | "variables" | "via">>;

/**
 * Returns the name that represents a variable of the current shell in code for another shell, which may have a variable of the
 * same name.
 */
export function outerName(name: string): string {
  return `__outer_${name}`;
}

/** Returns what replaces a variable of unknown value in code for another shell: before `=` a name, elsewhere `$?`. */
function expandedOutside({ source }: Word, end: number): string {
  return ["=", "+="].some((operator) => source.text.startsWith(operator, end)) ? "__" : "$?";
}

/** Returns a word as code, after quote removal and with the known parts replaced by their texts. */
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

/** Returns the steps of a text that was joined from others; empty if there are none. */
function viaOf(parts: readonly (readonly TraceStep[])[]): Pick<CodeText, "via"> {
  const via = distinct(parts).slice(0, MAX_STEPS);
  return via.length === 0 ? {} : { via };
}

/** Returns several arguments as one code text, joined by spaces (`eval A B`, `ssh host A B`, `echo A B`); null if there are none. */
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
