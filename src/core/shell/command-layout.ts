import { once, oncePer, oncePerName } from "../once.js";
import { listed, roleOf, type Role, type Roles } from "../query/role.js";
import { namesIn, rowNamed, type Names, type Rows } from "../rows.js";
import {
  readOptions,
  type Arities,
  type Arity,
  type CommandLine,
  type OptionUse,
  type Words,
} from "./options.js";
import fetchers from "./tables/fetchers.json" with { type: "json" };
import interpreters from "./tables/interpreters.json" with { type: "json" };
import launchers from "./tables/launchers.json" with { type: "json" };
import type words from "./tables/words.json";
import wrappers from "./tables/wrappers.json" with { type: "json" };

/** Settings of a row that a pattern can have, too: `queries/captures.json` describes them, `tables/words.json` the others. */
type Shared =
  | "values"
  | "flags"
  | "output"
  | "prints"
  | "idle"
  | "needs"
  | "from"
  | "hands"
  | "writes"
  | "stdout"
  | "into"
  | "subcommand"
  | "code"
  | "file"
  | "operand"
  | "bare"
  | "operands"
  | "slashes"
  | "assignments"
  | "subcommands"
  | "begins"
  | "clusters"
  | "options";
type Setting = Shared | Exclude<keyof typeof words, "commands">;

/**
 * How a command line is read, according to a row of a table or the settings of a pattern. An option has its dashes: `-o` is a
 * letter, `--to` a long name, `-source` a long name with one dash. Each letter without a dash is an option, letters after a plus
 * sign are options with that sign, and boolean settings are `yes` or `no`.
 */
type Row = { readonly [Name in Setting]?: Names } & {
  readonly commands?: Readonly<Record<string, string>>;
};

type Ranked = readonly (readonly [Setting, Arity])[];

/** How the options in a setting take a value; if several settings list an option, the first decides. */
const EXPLICIT: Ranked = [
  ["values", "value"],
  ["loose", "loose"],
  ["separate", "separate"],
  ["optional", "optional"],
  ["flags", "flag"],
];
/** The same for settings with another purpose, if none of the above lists the option. */
const IMPLIED: Ranked = [
  ["output", "value"],
  ["code", "value"],
  ["file", "value"],
  ["double", "value"],
  ["from", "value"],
  ["hands", "value"],
  ["prints", "flag"],
  ["idle", "flag"],
  ["needs", "flag"],
];

/** How one command line is read. */
export class Layout {
  /** The options that a setting lists, without the dashes of their names. */
  readonly options = oncePerName(
    (setting: Setting): ReadonlySet<string> => new Set(this.words(setting).map(nameOf)),
  );
  private readonly lazyArities = once(() => aritiesOf(this));
  private readonly afterSubcommand = once(() => new Layout({ ...this.row, subcommands: "" }));

  constructor(private readonly row: Row) {}

  get arities(): Arities {
    return this.lazyArities();
  }

  /** The words that a setting lists. */
  readonly words = oncePerName((setting: Setting): readonly string[] => namesIn(this.row[setting]));

  is(setting: Setting, value = "yes"): boolean {
    return this.row[setting] === value;
  }

  has(setting: Setting): boolean {
    return this.row[setting] !== undefined;
  }

  /** Returns how the words after a first operand are read: null if it runs nothing, undefined if it may be any word. */
  inner(operand = ""): Layout | null | undefined {
    const { commands } = this.row;
    if (commands !== undefined) {
      if (Object.hasOwn(commands, operand)) return layoutNamed(commands[operand] ?? "");
      return this.is("otherwise") ? undefined : null;
    }
    const subcommands = this.words("subcommands");
    return subcommands.length === 0
      ? undefined
      : subcommands.includes(operand)
        ? this.afterSubcommand()
        : null;
  }
}

/** The options of a command that runs a program end where that program begins. */
const BEFORE_PROGRAM: Row = { stopAtOperand: "yes" };

const fetching: Rows<typeof fetchers, Row> = fetchers;
const running: Rows<typeof interpreters & typeof launchers & typeof wrappers, Row> = {
  ...interpreters,
  ...launchers,
  ...wrappers,
};
const rows: Readonly<Record<string, Row>> = { ...fetching, ...running };

/** The layout of a row, by its name in `#set! options`; names of subcommands contain a blank. */
export const layoutNamed = oncePerName((name): Layout => {
  const row = rowNamed(name, rows);
  return new Layout(Object.hasOwn(running, name) ? { ...BEFORE_PROGRAM, ...row } : row);
});

/** The layout that a pattern names or describes. */
export const layoutOf = oncePer((role: Role): Layout => layoutIn(role.settings));

/** The same for a pattern whose command runs a program or another command. */
export const runnerLayoutOf = oncePer(
  (role: Role): Layout => layoutIn({ ...BEFORE_PROGRAM, ...role.settings }),
);

function layoutIn({ options, ...row }: Row): Layout {
  return options === undefined ? new Layout(row) : layoutNamed(namesIn(options).join(""));
}

/** Returns the arities of all options that a layout names. */
function aritiesOf(layout: Layout): Arities {
  const [short, long, plus] = [
    new Map<string, Arity>(),
    new Map<string, Arity>(),
    new Map<string, Arity>(),
  ];
  const pairs = layout.options("pairs");
  let singleDashLong = layout.is("singleDashLong");
  const add = (option: string, arity: Arity): void => {
    const name = nameOf(option);
    const arities = option.startsWith("+")
      ? plus
      : option.length === 2 || pairs.has(name)
        ? short
        : long;
    if (!arities.has(name)) arities.set(name, arity);
    singleDashLong ||= arities === long && !option.startsWith("--");
  };
  for (const [setting, arity] of EXPLICIT)
    for (const option of layout.words(setting).flatMap(spread)) add(option, arity);
  for (const [setting] of EXPLICIT) {
    const names = layout
      .words(setting)
      .filter((option) => option.startsWith("--"))
      .map(nameOf);
    if (layout.is("negated", setting)) for (const name of names) add(`--no-${name}`, "flag");
    if (layout.is("expanded", setting)) for (const name of names) add(`--expand-${name}`, "value");
  }
  for (const [setting, arity] of IMPLIED)
    for (const word of layout.words(setting)) if (isOption(word)) add(word, arity);
  return { short, long, plus, singleDashLong };
}

/** Returns the options of an entry: letters without a dash, and those after a plus sign, are one option each. */
function spread(entry: string): string[] {
  if (isOption(entry)) return [entry];
  const dash = entry.startsWith("+") ? "+" : "-";
  return [...entry.replace("+", "")].map((letter) => dash + letter);
}

/** Whether an entry is an option, not an operand or an option with a value (`-t=TXT`). */
function isOption(entry: string): boolean {
  return entry.startsWith("-") && !entry.includes("=");
}

/** Returns an option without its dashes or plus sign. */
export function nameOf(option: string): string {
  return option.replace(/^(?:--?|\+)/, "");
}

/** Returns the first role of a capture whose subcommand is among the words; its rule is the last one that any of them names. */
export function appliedRole(roles: Roles, capture: string, words: Words): Role | null {
  return roleOf(
    roles.filter((role) => role.capture === capture && hasSubcommand(role, words)),
    capture,
  );
}

/** Whether the words after a command's name begin with the subcommand of its pattern. */
function hasSubcommand(role: Role, words: Words): boolean {
  return listed(role, "subcommand").length === 0 || lineOf(layoutOf(role), words, 1) !== null;
}

/** The parts of a command line that are read. */
export type Line = Pick<CommandLine, "options" | "operands" | "missingValue" | "ambiguous">;

/** Reads a command line by its layout: options, and the operands after the subcommand; null without that subcommand. */
export function lineOf(layout: Layout, words: Words, from: number): Line | null {
  const subcommand = layout.words("subcommand");
  const line = readOptions(layout, words, from);
  if (subcommand.some((word, at) => words[line.operands[at] ?? -1] !== word)) return null;
  return { ...line, operands: line.operands.slice(subcommand.length) };
}

/** Whether a command line contains what its pattern requires. */
export function hasNeeded(role: Role, words: Words): boolean {
  const layout = layoutOf(role);
  const line = lineOf(layout, words, 1);
  return line !== null && (!layout.has("needs") || runEntry(layout, "needs", words, line) !== null);
}

/** Returns the value of an option, which `=` may separate from a letter, too (`-q=txt`). */
function valueIn({ value, valueAt }: OptionUse, words: Words): string | null {
  const given = value ?? words[valueAt] ?? null;
  return given?.startsWith("=") === true ? given.slice(1) : given;
}

/** Returns where one of the entries of a setting is in a command line: an option, an option with a value (`-t=TXT`), an operand. */
export function runEntry(
  layout: Layout,
  setting: "idle" | "needs" | "listens" | "local",
  words: Words,
  { options, operands }: Line,
): number | null {
  // an entry such as `TCP:` matches the beginning of a word
  const begun = (word: string | null, entry: string) =>
    entry.endsWith(":") ? word?.slice(0, entry.length) : word;
  const sameWord = (word: string | null, entry: string): boolean =>
    word === entry ||
    (setting === "needs" && begun(word, entry)?.toLowerCase() === entry.toLowerCase());
  for (const entry of layout.words(setting)) {
    const [name = "", value] = entry.split("=");
    const at = name.startsWith("-")
      ? options.find(
          (option) =>
            option.name === nameOf(name) &&
            (value === undefined || sameWord(valueIn(option, words), value)),
        )?.at
      : operands.find((operand) => sameWord(words[operand] ?? null, entry));
    if (at !== undefined) return at;
  }
  return null;
}
