import type { Arity, OptionTable } from "../options.js";

/** A table as it is written down: letters in a string, long names separated by blanks. */
export interface TableText {
  readonly flags?: string;
  readonly values?: string;
  readonly optional?: string;
  readonly separate?: string;
  readonly longFlags?: string;
  readonly longValues?: string;
  readonly longOptional?: string;
  /** Two-letter options with one dash, separated by blanks. */
  readonly pairs?: string;
  readonly plusFlags?: string;
  readonly plusValues?: string;
  readonly plusSeparate?: string;
  /** Names, separated by blanks, after which every word is an operand. */
  readonly ends?: string;
  readonly prefixes?: boolean;
  readonly stopAtOperand?: boolean;
  readonly dashEnds?: boolean;
  readonly singleDashLong?: boolean;
  readonly clusters?: boolean;
}

/** Builds a table. By default prefixes of long names are accepted and operands mix with options, as getopt_long does. */
export function defineTable(text: TableText): OptionTable {
  return {
    short: arities([...(text.flags ?? "")], [...(text.values ?? "")], [...(text.optional ?? "")], [...(text.separate ?? "")]),
    long: arities(list(text.longFlags), list(text.longValues), list(text.longOptional), []),
    prefixes: text.prefixes ?? true,
    stopAtOperand: text.stopAtOperand ?? false,
    ...(text.pairs === undefined ? {} : { pairs: new Set(list(text.pairs)) }),
    ...(text.ends === undefined ? {} : { ends: new Set(list(text.ends)) }),
    ...(text.dashEnds === undefined ? {} : { dashEnds: text.dashEnds }),
    ...(text.singleDashLong === undefined ? {} : { singleDashLong: text.singleDashLong }),
    ...(text.clusters === undefined ? {} : { clusters: text.clusters }),
    ...plus(text),
  };
}

function plus(text: TableText): Partial<OptionTable> {
  const { plusFlags = "", plusValues = "", plusSeparate = "" } = text;
  if (plusFlags + plusValues + plusSeparate === "") return {};
  return { plus: arities([...plusFlags], [...plusValues], [], [...plusSeparate]) };
}

/** The words of a blank-separated list. */
export function list(text = ""): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

function arities(flags: string[], values: string[], optional: string[], separate: string[]): Map<string, Arity> {
  const map = new Map<string, Arity>();
  for (const name of flags) map.set(name, "flag");
  for (const name of values) map.set(name, "value");
  for (const name of optional) map.set(name, "optional");
  for (const name of separate) map.set(name, "separate");
  return map;
}
