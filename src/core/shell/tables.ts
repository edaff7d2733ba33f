import type { Arity, OptionTable } from "./options.js";
import fetchers from "./tables/fetchers.json" with { type: "json" };

/** Names separated by blanks, in lines where they are many. */
type Names = string | readonly string[];

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
      value: [...values, ...list(pairValues)],
      optional: [...optional],
      separate: [...separate],
      loose: [...loose],
    }),
    long: arities({
      flag: list(text.longFlags),
      value: list(text.longValues),
      optional: list(text.longOptional),
      loose: list(text.longLoose),
    }),
    prefixes: text.prefixes ?? true,
    stopAtOperand: text.stopAtOperand ?? false,
    dashEnds: text.dashEnds ?? false,
    singleDashLong: text.singleDashLong ?? false,
    clusters: text.clusters ?? true,
    ...(pairs !== undefined && { pairs: new Set(list(pairs)) }),
    ...(ends !== undefined && { ends: new Set(list(ends)) }),
    ...(plus.size > 0 && { plus }),
  };
}

function arities(names: Readonly<Partial<Record<Arity, readonly string[]>>>): Map<string, Arity> {
  return new Map(Object.entries(names).flatMap(([arity, listed]) => listed.map((name) => [name, arity as Arity] as const)));
}

/** The names of a list. */
export function list(names: Names = ""): string[] {
  return (typeof names === "string" ? names : names.join(" ")).split(" ").filter((name) => name !== "");
}

/** Names with a word in front of each. */
function each(word: string, names: Names): string[] {
  return list(names).map((name) => `${word}-${name}`);
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
