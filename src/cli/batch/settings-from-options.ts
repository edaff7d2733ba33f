import { Failure } from "../failure.js";
import { ruleChoice } from "../rule-options.js";
import type { BatchCommandOptions } from "./command-options.js";
import { formatFor } from "./output/target.js";
import type { Settings } from "./settings.js";

/** Returns the settings for command-line options. @throws Failure if options contradict each other */
export function settingsFrom(options: BatchCommandOptions): Settings {
  const {
    offsetEncoding,
    maxSize,
    quoting,
    deadline,
    textField,
    role,
    idField,
    labelField,
    positive,
    columns,
    seed,
  } = options;
  const format = formatFor(options.predictions, options.outputFormat);
  const writes = options.predictions !== undefined || options.outDir !== undefined;
  if (format !== "jsonl" && columns.includes("*"))
    throw new Failure(
      `--columns '*' is for JSON Lines: name the columns of ${format === "csv" ? "CSV" : "Parquet"}`,
    );
  const optional = Object.fromEntries(
    Object.entries({ textField, role, idField, labelField, positive }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  return {
    rules: ruleChoice(options),
    ...optional,
    offsetEncoding,
    maxSize,
    quoting,
    deadlineMs: deadline,
    columns,
    onlyFlagged: options.onlyFlagged === true,
    strict: options.strict === true,
    needsIds: options.ids === "input",
    rows: !writes ? null : format === "csv" ? "csv" : "jsonl",
    // the report of a run in partitions is written when they are merged
    exhibits:
      options.report === undefined && options.outDir === undefined ? 0 : options.reportTexts,
    seed,
  };
}
