import { once, oncePer, oncePerName } from "../once.js";
import { listed, roleOf, type Role, type Roles } from "../query/role.js";
import { namesIn, rowNamed, type Names, type Rows } from "../data-tables.js";
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

/** The settings that both rows and patterns can have. `queries/captures.json` describes them, and `tables/words.json` all others. */
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
 * How a command line is read, according to a row of a table or the settings of a pattern. Options are listed with their dashes:
 * `-o` is a letter, `--to` a long name, `-source` a long name with one dash. In a word without a dash, each letter is an option;
 * after a plus sign, each letter is an option with that sign. Boolean settings are `yes` or `no`.
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
/** How the options in settings with another purpose take a value, if no setting of EXPLICIT lists them. */
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
  /** Returns the options that a setting lists, without their dashes. */
  readonly options = oncePerName(
    (setting: Setting): ReadonlySet<string> => new Set(this.words(setting).map(nameOf)),
  );
  private readonly lazyArities = once(() => aritiesOf(this));
  private readonly afterSubcommand = once(() => new Layout({ ...this.row, subcommands: "" }));

  constructor(private readonly row: Row) {}

  get arities(): Arities {
    return this.lazyArities();
  }

  /** Returns the words that a setting lists. */
  readonly words = oncePerName((setting: Setting): readonly string[] => namesIn(this.row[setting]));

  is(setting: Setting, value = "yes"): boolean {
    return this.row[setting] === value;
  }

  has(setting: Setting): boolean {
    return this.row[setting] !== undefined;
  }

  /**
   * Returns how the words after a subcommand are read; null if the operand runs no other command, undefined if it need not be a
   * subcommand.
   */
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

/** The setting of commands that run a program: their options end where the program begins. */
const BEFORE_PROGRAM: Row = { stopAtOperand: "yes" };

const fetching: Rows<typeof fetchers, Row> = fetchers;
const running: Rows<typeof interpreters & typeof launchers & typeof wrappers, Row> = {
  ...interpreters,
  ...launchers,
  ...wrappers,
};
const rows: Readonly<Record<string, Row>> = { ...fetching, ...running };

/** Returns the layout of a row, by its name in `#set! options`; names of subcommands contain a space. */
export const layoutNamed = oncePerName((name): Layout => {
  const row = rowNamed(name, rows);
  return new Layout(Object.hasOwn(running, name) ? { ...BEFORE_PROGRAM, ...row } : row);
});

/** Returns the layout that the pattern of a role names or describes. */
export const layoutOf = oncePer((role: Role): Layout => layoutIn(role.settings));

/** Returns the layout that the pattern of a role names or describes, for a command that runs a program or another command. */
export const runnerLayoutOf = oncePer(
  (role: Role): Layout => layoutIn({ ...BEFORE_PROGRAM, ...role.settings }),
);

function layoutIn({ options, ...row }: Row): Layout {
  return options === undefined ? new Layout(row) : layoutNamed(namesIn(options).join(""));
}

/** Returns the arities of all options that a layout lists. */
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

/** Returns the options of an entry: without a dash, or after a plus sign, each letter is an option. */
function spread(entry: string): string[] {
  if (isOption(entry)) return [entry];
  const dash = entry.startsWith("+") ? "+" : "-";
  return [...entry.replace("+", "")].map((letter) => dash + letter);
}

/** Whether an entry is an option without a value, and not an operand or an option with a value (`-t=TXT`). */
function isOption(entry: string): boolean {
  return entry.startsWith("-") && !entry.includes("=");
}

/** Returns an option without its dashes or plus sign. */
export function nameOf(option: string): string {
  return option.replace(/^(?:--?|\+)/, "");
}

/**
 * Returns the first role for a capture that fits the operands: its pattern has no subcommand, or the operands begin with that
 * subcommand. Returns null if no role fits. The rule of the result is the last rule that any of the fitting roles names.
 */
export function appliedRole(roles: Roles, capture: string, words: Words): Role | null {
  return roleOf(
    roles.filter((role) => role.capture === capture && hasSubcommand(role, words)),
    capture,
  );
}

/** Whether the operands of a command begin with the subcommand of a role's pattern; true if the pattern has no subcommand. */
function hasSubcommand(role: Role, words: Words): boolean {
  return listed(role, "subcommand").length === 0 || lineOf(layoutOf(role), words, 1) !== null;
}

/** A command line whose operands do not include the subcommand. */
export type Line = Pick<CommandLine, "options" | "operands" | "missingValue" | "ambiguous">;

/** Returns the options of a command line, and the operands after the subcommand; null if the layout's subcommand is missing. */
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

/** Returns the value of an option, without an equals sign after a letter (`-q=txt`); null if the option has no value or it is unknown. */
function valueIn({ value, valueAt }: OptionUse, words: Words): string | null {
  const given = value ?? words[valueAt] ?? null;
  return given?.startsWith("=") === true ? given.slice(1) : given;
}

/**
 * Returns the index of the word that contains an entry of a setting: an option, an option with a value (`-t=TXT`) or an operand;
 * null if the command line contains none.
 */
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
