import { wordsIn } from "../scan.js";
import { refusing } from "./query-error.js";
import type { PatternSource } from "./read-patterns.js";
import type { OwnSettings, Setting } from "./setting.js";

const refused = refusing("query-setting");

/** Settings that list options with a value, and all settings that list options, in the order in which they are compared. */
const VALUED = ["values", "output", "code", "file", "from", "hands"] as const;
const LISTS = [...VALUED, "flags", "prints", "idle", "needs"] as const;
/** Lists that may also contain operands, and values of options. */
const MIXED: readonly string[] = ["idle", "needs", "from", "hands"];

/** The settings that a table of options already contains. */
const TABLED = [
  ...LISTS,
  "stdout",
  "writes",
  "operands",
  "assignments",
  "subcommands",
  "subcommand",
  "operand",
] as const;

/**
 * Rejects settings of which one would silently override another, and those without effect.
 * @throws QueryError
 */
export function checkLayout(source: PatternSource, own: OwnSettings): void {
  const table = own.get("options");
  const beside = TABLED.flatMap((key) => own.get(key) ?? [])[0];
  if (table !== undefined && beside !== undefined) {
    throw refused(
      source,
      beside.key,
      `${beside.key.value} is already defined by the table "${table.value.value}"`,
      "keep either options or your own settings",
    );
  }
  for (const key of [...LISTS, "subcommands", "stdout"] as const)
    checkList(source, own.get(key), key !== "subcommands" && key !== "stdout");
  checkOptions(source, own);
  const [stdout, prints, writes] = ["stdout", "prints", "writes"].map((key) => own.get(key));
  if (stdout !== undefined && !own.has("output"))
    throw refused(
      source,
      stdout.key,
      "stdout lists values of the output option, but no output option is set",
      'add (#set! output "-o")',
    );
  if (prints !== undefined && writes?.value.value === "stdout")
    throw refused(
      source,
      prints.key,
      "prints has no effect if writes is stdout",
      "remove one of the two; list options without effect in flags",
    );
  if (writes?.value.value === "nothing" && prints === undefined && !own.has("output")) {
    throw refused(
      source,
      writes.key,
      "a command that writes nothing, whatever its options, fetches nothing to execute",
      "name the options that make it write with prints or output",
    );
  }
}

function checkList(source: PatternSource, setting: Setting | undefined, ofOptions: boolean): void {
  if (setting === undefined) return;
  const { key, value } = setting;
  const words = wordsIn(setting.value.value);
  const joined = words.find((word) => word.slice(1, -1).includes(","));
  if (joined !== undefined)
    throw refused(
      source,
      value,
      `${key.value} lists "${joined}" as one word`,
      "separate the words with spaces",
    );
  const unknown =
    ofOptions && !MIXED.includes(key.value)
      ? words.find((word) => !/^--?[^-=][^=]*$/.test(word))
      : undefined;
  if (unknown !== undefined)
    throw refused(
      source,
      value,
      `${key.value} lists options, and "${unknown}" is not an option`,
      "write each with its dashes and without a value: -o --output",
    );
  const again = words.find((word, at) => words.indexOf(word) < at);
  if (again !== undefined)
    throw refused(source, value, `${key.value} lists "${again}" twice`, "keep one of the two");
}

/** Checks that an option is in only one list; an option with a value may also be in `idle` or `needs`. */
function checkOptions(source: PatternSource, own: OwnSettings): void {
  const owners = new Map<string, string>();
  for (const list of LISTS) {
    const setting = own.get(list);
    for (const option of setting === undefined ? [] : wordsIn(setting.value.value)) {
      const other = owners.get(option);
      owners.set(option, list);
      if (
        setting === undefined ||
        other === undefined ||
        ((list === "idle" || list === "needs") && VALUED.some((valued) => valued === other))
      )
        continue;
      throw refused(
        source,
        setting.value,
        `${other} and ${list} both list "${option}"`,
        "list an option only once; only an option with a value may also be in idle or needs",
      );
    }
  }
}
