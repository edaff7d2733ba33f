import { namesIn, type Names } from "../rows.js";
import type { Arity, OptionTable } from "./options.js";
import fetchers from "./tables/fetchers.json" with { type: "json" };

/** A table as it is written down: letters in a string, names separated by blanks. */
export interface TableText {
  readonly flags?: string;
  readonly values?: string;
  readonly optional?: string;
  readonly separate?: string;
  readonly loose?: string;
  readonly longFlags?: Names;
  readonly longValues?: Names;
  readonly longOptional?: Names;
  readonly longLoose?: Names;
  /** Two-letter options with one dash, and those of them that take a value. */
  readonly pairs?: string;
  readonly pairValues?: string;
  readonly plusFlags?: string;
  readonly plusValues?: string;
  readonly plusSeparate?: string;
  /** Names after which every word is an operand. */
  readonly ends?: string;
  readonly prefixes?: boolean;
  readonly stopAtOperand?: boolean;
  readonly dashEnds?: boolean;
  readonly singleDashLong?: boolean;
  readonly clusters?: boolean;
}

/** Builds a table. By default prefixes of long names are accepted and operands mix with options, as getopt_long does. */
export function defineTable(text: TableText): OptionTable {
  const { flags = "", values = "", optional = "", separate = "", loose = "", pairs, pairValues, ends } = text;
  const { plusFlags = "", plusValues = "", plusSeparate = "" } = text;
  const plus = arities({ flag: [...plusFlags], value: [...plusValues], separate: [...plusSeparate] });
  return {
    short: arities({
      flag: [...flags],
      value: [...values, ...namesIn(pairValues)],
      optional: [...optional],
      separate: [...separate],
      loose: [...loose],
    }),
    long: arities({
      flag: namesIn(text.longFlags),
      value: namesIn(text.longValues),
      optional: namesIn(text.longOptional),
      loose: namesIn(text.longLoose),
    }),
    prefixes: text.prefixes ?? true,
    stopAtOperand: text.stopAtOperand ?? false,
    dashEnds: text.dashEnds ?? false,
    singleDashLong: text.singleDashLong ?? false,
    clusters: text.clusters ?? true,
    ...(pairs !== undefined && { pairs: new Set(namesIn(pairs)) }),
    ...(ends !== undefined && { ends: new Set(namesIn(ends)) }),
    ...(plus.size > 0 && { plus }),
  };
}

function arities(names: Readonly<Partial<Record<Arity, readonly string[]>>>): Map<string, Arity> {
  return new Map(Object.entries(names).flatMap(([arity, listed]) => listed.map((name) => [name, arity as Arity] as const)));
}

/** Names with a word in front of each. */
function each(word: string, names: Names): string[] {
  return namesIn(names).map((name) => `${word}-${name}`);
}

/** `--no-NAME` switches a flag off; `--expand-NAME` takes the value of NAME with variables in it. */
export const curl: OptionTable = defineTable({
  ...fetchers.curl,
  longFlags: [...fetchers.curl.longFlags, ...each("no", fetchers.curl.longFlags)],
  longValues: [...fetchers.curl.longValues, ...each("expand", fetchers.curl.longValues)],
});

/** `--no-NAME` is the negation of a switch. */
export const wget: OptionTable = defineTable({
  ...fetchers.wget,
  longFlags: [fetchers.wget.longFlags, ...each("no", fetchers.wget.longOptional)],
});
