/**
 * Finds out what an inline program (`python3 -c CODE`) prints, and whether it runs its standard input. The program is analyzed again
 * after its printing calls were replaced by calls that execute, or its standard input by a call that fetches. A match in the changed
 * program means that the original program prints fetched or decoded bytes, or runs its input.
 */

import type { Match } from "../../model.js";
import { SourceBuilder, type Source } from "../../source.js";
import programs from "../tables/inline-programs.json" with { type: "json" };
import { altered, type CodeText } from "./stream.js";

/** A regular expression and its replacement: one text, or the texts before and after the first group. */
type Rewriting = readonly string[];

interface Row {
  readonly prints?: readonly Rewriting[];
  /** The texts before and after the last expression of the program, if an option prints its value. */
  readonly printsValue?: Rewriting;
  /** Expressions that read standard input. */
  readonly stdin?: readonly Rewriting[];
  /** Expressions whose value is an input line, in a loop over the lines. */
  readonly record?: readonly Rewriting[];
}

const rows: Readonly<Record<string, Row>> = programs;

/** Maximum length, in UTF-16 code units, of a program that is searched for what it prints or reads. */
export const MAX_PROGRAM_LENGTH = 20_000;

/** Returns the program with its printing calls replaced by calls that execute; null if it prints nothing. */
export function executingPrints(
  language: string,
  code: CodeText,
  options: readonly string[],
): CodeText | null {
  const { prints = [], printsValue } = rowOf(language);
  const isValue = options.some((option) => /^(?:-p|-pe|-\w*p|--print)$/.test(option));
  const written = rewritten(code, prints);
  if (printsValue === undefined || !isValue) return written;
  const { source } = written ?? code;
  const [before = "", after = ""] = printsValue;
  const text = source.text.replace(/[;\s]+$/, "");
  const from = text.lastIndexOf(";") + 1;
  const [start, end] = source.origin(0, source.text.length);
  return altered(code, {
    source: new SourceBuilder(source)
      .copy(0, from)
      .insertAt(before, start)
      .copy(from, text.length)
      .insertAt(after, end)
      .build(),
  });
}

/** Returns the program with calls that fetch instead of its standard input; null if it does not read standard input. */
export function fetchingInput(
  language: string,
  code: CodeText,
  options: readonly string[],
): CodeText | null {
  const { stdin = [], record = [] } = rowOf(language);
  const isLoop =
    options.some((option) => /^-[a-zA-Z]*[np]/.test(option)) ||
    /\bwhile\b|\bforeach\b|\bfor\b/.test(code.source.text);
  return rewritten(code, isLoop ? [...stdin, ...record] : stdin);
}

/** Returns the first match that executes something fetched or decoded; null if there is none. */
export function executed(
  matches: Iterable<Match>,
): { readonly match: Match; readonly kind: "fetched" | "decoded" } | null {
  for (const match of matches) {
    if (match.level === "advisory") continue;
    if (/\/(?:fetch-execute|run-address)$/.test(match.rule)) return { match, kind: "fetched" };
    if (match.rule.endsWith("/decode-execute")) return { match, kind: "decoded" };
  }
  return null;
}

function rowOf(language: string): Row {
  return Object.hasOwn(rows, language) ? (rows[language] ?? {}) : {};
}

function rewritten(code: CodeText, rewritings: readonly Rewriting[]): CodeText | null {
  if (code.source.text.length > MAX_PROGRAM_LENGTH) return null;
  const source = rewritings.reduce(applied, code.source);
  return source === code.source ? null : altered(code, { source });
}

function applied(source: Source, [expression = "", before = "", after]: Rewriting): Source {
  const out = new SourceBuilder(source);
  let copied = 0;
  for (const match of source.text.matchAll(new RegExp(expression, "dgm"))) {
    const end = match.index + match[0].length;
    out.copy(copied, match.index);
    if (after === undefined) out.replace(before, match.index, end);
    else {
      const [from, to] = match.indices?.[1] ?? [end, end];
      out
        .replace(before, match.index, from)
        .copy(from, to)
        .insertAt(after, source.origin(to, to)[0]);
    }
    copied = end;
  }
  return copied === 0 ? source : out.copy(copied, source.text.length).build();
}
