import { resolve } from "node:path";
import type { Context } from "../context.js";
import { STDIN } from "../input/documents.js";
import { Output } from "../output.js";
import { showText } from "../report/terminal-text.js";
import type { BatchCommandOptions } from "./command-options.js";
import { fieldWarnings } from "./measure/field-warnings.js";
import { showSummary, type Summary } from "./measure/summary.js";
import { emptyTally, total, type Tally } from "./measure/tally.js";
import type { Done } from "./run/run.js";
import type { Settings } from "./settings.js";

/** Prints the summary, writes the report, and warns about fields that no record has. @returns the exit status */
export async function conclude(
  context: Context,
  files: readonly string[],
  options: BatchCommandOptions,
  settings: Pick<Settings, "idField" | "labelField" | "columns">,
  summary: Summary,
  done: Done,
): Promise<number> {
  const all = total(summary.tallies);
  await writeTable(context, options, summary);
  if (options.report !== undefined) await report(context, options.report, files, summary, done);
  const warnings = fieldWarnings(settings, all);
  for (const { message } of warnings) context.stderr.write(`curlew: ${showText(message).text}\n`);
  return warnings.some(({ isError }) => isError) ? 2 : statusOf(done, all, options.failOn);
}

/** Returns the counts of each input in the given order: zeros for an input without records, nothing for one that could not be read. */
export function talliesOf({ tallies, failures }: Done, files: readonly string[]): Tally[] {
  const failed = new Set(failures.map(({ input }) => input));
  return files.flatMap((file, input) => {
    const tally = tallies.get(input);
    return tally !== undefined
      ? [tally]
      : failed.has(input)
        ? []
        : [emptyTally(file === "-" ? STDIN : file)];
  });
}

async function writeTable(
  context: Context,
  options: BatchCommandOptions,
  summary: Summary,
): Promise<void> {
  const toStderr = options.predictions === "-";
  const table = toStderr
    ? new Output(context.stderr, "standard error")
    : new Output(context.stdout);
  const isUnwanted =
    options.quiet === true &&
    (options.predictions !== undefined || options.outDir !== undefined) &&
    options.format === undefined;
  // a program that requested JSON gets an object even if no input could be read
  if (!isUnwanted && (summary.tallies.length > 0 || options.format === "json"))
    await table.write(showSummary(summary, options.format ?? "text"));
  await table.flush();
}

async function report(
  context: Context,
  name: string,
  files: readonly string[],
  summary: Summary,
  done: Done,
): Promise<void> {
  const [{ reportData }, { writeReport }] = await Promise.all([
    import("./report/report-data.js"),
    import("./report/write-report.js"),
  ]);
  const title = `What curlew found in ${files.length > 3 ? `${files.length} inputs` : files.map((file) => (file === "-" ? "standard input" : file)).join(", ")}`;
  writeReport(resolve(context.cwd, name), name, reportData(title, summary, done));
}

function statusOf(
  { failures, stopped }: Done,
  { flagged, incomplete, skipped }: Tally,
  failOn: readonly string[],
): number {
  if (failures.length > 0 || stopped || skipped > 0) return 2;
  if (failOn.includes("finding") && flagged > 0) return 1;
  return failOn.includes("incomplete") && incomplete > 0 ? 1 : 0;
}
