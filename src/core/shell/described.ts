import { oncePer } from "../once.js";
import { listed, type Role, type Roles } from "../query/role.js";
import { readOptions, type CommandLine, type OptionTable, type Words } from "./options.js";
import { defineTable, type TableText } from "./tables.js";

/**
 * The option table that a pattern's own settings describe: `values`, and whatever else names options. Each option stands with
 * its dashes: `-o` is a letter, `--to` a long name, `-source` a long name behind one dash.
 * @param valued settings whose options take a value, too
 */
export function describedTable(role: Role, valued: readonly string[], table: TableText = {}): OptionTable {
  const listedIn = (setting: string): readonly string[] =>
    listed(role, setting).filter((entry) => entry.startsWith("-") && !entry.includes("="));
  const values = ["values", ...valued].flatMap(listedIn);
  const flags = ["flags", "prints", "idle", "needs"].flatMap(listedIn).filter((option) => !values.includes(option));
  const long = (options: readonly string[]): string => options.filter((option) => !isLetter(option)).map(nameOf).join(" ");
  return defineTable({
    ...table,
    flags: flags.filter(isLetter).map(nameOf).join(""),
    values: values.filter(isLetter).map(nameOf).join(""),
    longFlags: long(flags),
    longValues: long(values),
    singleDashLong: [...values, ...flags].some((option) => !isLetter(option) && !option.startsWith("--")),
    ...(role.settings["clusters"] === "no" ? { clusters: false } : {}),
  });
}

/** The names, without dashes, of the options that a setting lists. */
export function optionNames(role: Role, setting: string): ReadonlySet<string> {
  return new Set(listed(role, setting).map(nameOf));
}

/** The first of the roles of one kind whose subcommand stands among the words; the rule is the one that any of them names last. */
export function appliedRole(roles: Roles, capture: string, words: Words): Role | null {
  const own = roles.filter((role) => role.capture === capture && hasSubcommand(role, words));
  const [first] = own;
  if (first === undefined) return null;
  const { rule } = own.findLast((role) => role.rule !== null) ?? first;
  return rule === first.rule ? first : { ...first, rule };
}

/** Whether the words behind a command's name begin with the subcommand of its pattern. */
function hasSubcommand(role: Role, words: Words): boolean {
  return listed(role, "subcommand").length === 0 || layoutOf(role, words, 1) !== null;
}

const tableOf = oncePer((role: Role) => describedTable(role, ["output", "code", "file", "from", "hands"]));

/** A command line as its pattern describes it: options, and the operands behind the subcommand. */
export function layoutOf(
  role: Role,
  words: Words,
  from: number,
): (Pick<CommandLine, "options" | "missingValue" | "ambiguous"> & { readonly operands: readonly number[] }) | null {
  const subcommand = listed(role, "subcommand");
  const line = readOptions(tableOf(role), words, from);
  if (subcommand.some((word, at) => words[line.operands[at] ?? -1] !== word)) return null;
  return { ...line, operands: line.operands.slice(subcommand.length) };
}

/** Whether a command line holds what its pattern needs to count. */
export function isAsked(role: Role, words: Words): boolean {
  const line = layoutOf(role, words, 1);
  return line !== null && (role.settings["needs"] === undefined || holdsEntry(role, "needs", words, line) !== null);
}

/** Whether one of the entries of a setting stands in a command line: an option, an option with a value (`-t=TXT`), an operand. */
export function holdsEntry(
  role: Role,
  setting: "idle" | "needs",
  words: Words,
  line: Pick<CommandLine, "options" | "operands">,
): number | null {
  // of `TCP:` a word holds the beginning
  const begun = (word: string | null, entry: string) => (entry.endsWith(":") ? word?.slice(0, entry.length) : word);
  const sameWord = (word: string | null, entry: string): boolean =>
    word === entry || (setting === "needs" && begun(word, entry)?.toLowerCase() === entry.toLowerCase());
  for (const entry of listed(role, setting)) {
    const [name = "", value] = entry.split("=");
    const at = name.startsWith("-")
      ? line.options.find(
          (option) =>
            option.name === nameOf(name) && (value === undefined || sameWord(option.value ?? words[option.valueAt] ?? null, value)),
        )?.at
      : line.operands.find((operand) => sameWord(words[operand] ?? null, entry));
    if (at !== undefined) return at;
  }
  return null;
}

function isLetter(option: string): boolean {
  return option.length === 2;
}

/** An option without its dashes. */
export function nameOf(option: string): string {
  return option.replace(/^-{1,2}/, "");
}
