import type { Span, TraceStep } from "../../model.js";
import { SourceBuilder, type Source } from "../../source.js";
import { unquote } from "../../lex/quoting.js";
import type { Part, Word } from "../script.js";
import { unknown, type Argument } from "./argument.js";
import type { WordAlternative } from "./word-alternatives.js";
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

/** Returns a shape as shell code: each unknown part is the expansion of a variable. */
export function asCode(shape: string): string {
  return shape.replaceAll(unknown, "${_}");
}

/** Returns a source with the range from `start` to `end` replaced by a text. */
export function replaceRange(source: Source, text: string, start: number, end: number): Source {
  return new SourceBuilder(source).replace(text, start, end).build();
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

/** Maximum number of alternatives of one word that are read as separate code. */
const MAX_CODES = 64;

/** Returns the code of each alternative of a word on separate lines. If there are too many, each part has all its values on lines. */
export function codeOfEach(
  word: Word,
  known: KnownParts,
  alternatives: readonly WordAlternative[],
): CodeText {
  if (word.parts.length === 1 || alternatives.length < 2) return codeOf(word, known);
  if (alternatives.length > MAX_CODES) return { ...codeOf(word, known), isCut: true };
  const [from, to] = word.source.origin(word.start, word.end);
  const out = new SourceBuilder(word.source);
  const variables: (readonly Span[])[] = [];
  const via: (readonly TraceStep[])[] = [];
  for (const [at, { parts }] of alternatives.entries()) {
    const texts = new Map(known);
    for (const [part, text] of parts)
      texts.set(part, {
        source: replaceRange(word.source, asCode(text), part.start, part.end),
        variables: [word.source.origin(part.start, part.end)],
      });
    const code = codeOf(word, texts);
    if (at > 0) out.insertAt("\n", from);
    out.append(code.source);
    variables.push(code.variables);
    via.push(code.via ?? []);
  }
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
