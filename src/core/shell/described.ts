import { listed, type Role } from "../query/role.js";
import type { OptionTable } from "./options.js";
import { defineTable, type TableText } from "./tables/define.js";

/**
 * The option table that a pattern's own settings describe: `values`, and whatever else names options. Each option stands with
 * its dashes: `-o` is a letter, `--to` a long name, `-source` a long name behind one dash.
 * @param valued settings whose options take a value, too
 */
export function describedTable(role: Role, valued: readonly string[], table: TableText = {}): OptionTable {
  const values = ["values", ...valued].flatMap((setting) => listed(role, setting));
  const flags = ["flags", "prints", "idle"].flatMap((setting) => listed(role, setting)).filter((option) => !values.includes(option));
  const long = (options: readonly string[]): string => options.filter((option) => !isLetter(option)).map(nameOf).join(" ");
  return defineTable({
    ...table,
    flags: flags.filter(isLetter).map(nameOf).join(""),
    values: values.filter(isLetter).map(nameOf).join(""),
    longFlags: long(flags),
    longValues: long(values),
    singleDashLong: [...values, ...flags].some((option) => !isLetter(option) && !option.startsWith("--")),
  });
}

/** The names, without dashes, of the options that a setting lists. */
export function optionNames(role: Role, setting: string): ReadonlySet<string> {
  return new Set(listed(role, setting).map(nameOf));
}

function isLetter(option: string): boolean {
  return /^-[^-]$/.test(option);
}

function nameOf(option: string): string {
  return option.replace(/^-{1,2}/, "");
}
