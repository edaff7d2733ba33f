import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Analyzer } from "../analyzer.js";
import { checkRules, readSettings, withSettings } from "../config/settings.js";
import type { Context } from "../context.js";
import { formatOf, judge, type Examined } from "../examine.js";
import { failureOf } from "../failed-detection.js";
import { Failure, fileErrorMessage } from "../failure.js";
import { decode, encodeAs } from "../input/decode.js";
import { inputs } from "../input/documents.js";
import type { RuleOptions } from "../options.js";
import { Output } from "../output.js";
import { Progress } from "../progress.js";
import { replaceFile } from "../replace-file.js";
import { plural } from "../report/text.js";
import { showText } from "../report/terminal-text.js";
import { ruleChoice } from "../rule-options.js";
import { excludesOf } from "../scan/excludes.js";
import { suppressionsOf } from "../scan/suppressions.js";
import { patchOf } from "./patch.js";
import { planOf, type Plan } from "./plan-edits.js";

/** The options of `curlew fix`. */
export interface FixOptions extends RuleOptions {
  readonly write?: boolean;
  readonly gitignore: boolean;
  readonly config?: string;
  readonly baseline?: string;
  readonly suppressions: boolean;
  readonly maxSize: number;
  readonly deadline: number;
  readonly quiet?: boolean;
}

/** The counts of a run. */
interface Totals {
  files: number;
  /** Commands that were changed, or would be with `--write`. */
  fixed: number;
  fixedFiles: number;
  unchanged: number;
  incomplete: number;
  failed: number;
}

const NO_TOTALS: Totals = {
  files: 0,
  fixed: 0,
  fixedFiles: 0,
  unchanged: 0,
  incomplete: 0,
  failed: 0,
};

/**
 * Replaces commands with safer ones, or shows the changes as a patch.
 * @param profileGiven whether the profile was named on the command line
 * @returns the exit status
 */
export async function fix(
  context: Context,
  paths: readonly string[],
  options: FixOptions,
  profileGiven: boolean,
): Promise<number> {
  if (paths.includes("-"))
    throw new Failure(
      "curlew fix changes files; it cannot change standard input (curlew scan - shows safer commands)",
    );
  const settings = await readSettings(context, { project: true, named: options.config });
  if (options.queries === undefined) checkRules(settings);
  const choice = ruleChoice(
    withSettings(options, settings, { profileGiven, suppress: options.suppressions }),
  );
  const detector = await context.toolkit.createDetector(choice);
  const analyzer = Analyzer.with(context.toolkit, choice, detector);
  const rules = new Map(detector.rules.map((rule) => [rule.id, rule]));
  const withAdvice = new Set(
    detector.rules.filter(({ help }) => help !== undefined).map(({ id }) => id),
  );
  const suppressions = await suppressionsOf(context, options, settings, {
    rules,
    disabledRules: detector.disabledRules,
  });
  const excludes = excludesOf(
    settings,
    { suppressions: options.suppressions, targets: [] },
    context.cwd,
  );
  const output = new Output(context.stdout);
  const progress = new Progress(context, options.quiet !== true);
  const totals: Totals = { ...NO_TOTALS };

  for await (const input of inputs(context, paths, {
    maxSize: options.maxSize,
    ignoreFiles: options.gitignore,
    excludes,
  })) {
    if ("unread" in input) {
      if (input.unread.reason === "unreadable" || input.unread.reason === "empty-folder")
        fail(context, progress, totals, input.unread.path, input.unread.message);
      continue;
    }
    const { document } = input;
    const examine = async (text: string): Promise<Examined> => {
      const bounds = { deadlineMs: options.deadline, ...formatOf(document) };
      const detection = await analyzer.detect(text, bounds);
      return judge({ ...document, text }, detection, suppressions, "utf-16");
    };
    totals.files++;
    progress.show(`${plural(totals.files, "text")} read: ${document.path}`);
    const first = await examine(document.text);
    const failure = failureOf(first.detection);
    if (failure !== null) {
      fail(context, progress, totals, document.path, failure);
      continue;
    }
    if (first.detection.outcome.status === "incomplete") totals.incomplete++;
    const plan = await planOf(first, examine, withAdvice, context.cwd);
    if (await applyPlan(context, plan, options, output, progress)) {
      totals.fixed += plan.edits.length;
      totals.fixedFiles += plan.edits.length > 0 ? 1 : 0;
    } else {
      totals.failed++;
    }
    totals.unchanged += plan.unchanged.length;
    if (options.quiet !== true)
      for (const { place, rule, reason } of plan.unchanged)
        report(
          context,
          progress,
          `${document.path}:${place.line}:${place.column}`,
          `${rule} not changed: ${reason}`,
        );
  }
  await analyzer.close();
  progress.clear();
  await output.flush();
  if (options.quiet !== true)
    context.stderr.write(`curlew: ${summary(totals, options.write === true)}\n`);
  return statusOf(totals, options.write === true);
}

/** Writes or shows the planned edits of a file. Returns false after an error, which is reported. */
async function applyPlan(
  context: Context,
  plan: Plan,
  { write }: FixOptions,
  output: Output,
  progress: Progress,
): Promise<boolean> {
  const { document, edits } = plan;
  if (edits.length === 0) return true;
  try {
    const bytes = await contentOf(context, document.path, document.text);
    if (write === true)
      await replaceFile(resolve(context.cwd, document.path), encodeAs(bytes, plan.text));
    else await showPatch(context, patchOf(document.path, document.text, edits), output, progress);
    return true;
  } catch (error) {
    if (error instanceof Failure) throw error;
    report(context, progress, document.path, `not changed: ${fileErrorMessage(error)}`);
    return false;
  }
}

/** Reads the bytes of a file. @throws Error if they no longer decode to the text, or if the text does not encode to the same bytes */
async function contentOf({ cwd }: Context, path: string, text: string): Promise<Uint8Array> {
  const bytes = await readFile(resolve(cwd, path));
  if (decode(bytes).text !== text)
    throw new Error("it changed while it was read; run curlew fix again");
  if (!bytes.equals(encodeAs(bytes, text)))
    throw new Error("it contains bytes that are not valid in its encoding, which would be lost");
  return bytes;
}

/** Prints a patch; to a terminal without control characters. */
async function showPatch(
  { stdout }: Context,
  patch: string,
  output: Output,
  progress: Progress,
): Promise<void> {
  progress.clear();
  await output.write(
    stdout.isTTY === true
      ? patch
          .split("\n")
          .map((line) => showText(line).text)
          .join("\n")
      : patch,
  );
}

function report({ stderr }: Context, progress: Progress, path: string, message: string): void {
  progress.clear();
  stderr.write(`curlew: ${showText(path).text}: ${showText(message).text}\n`);
}

function fail(
  context: Context,
  progress: Progress,
  totals: Totals,
  path: string,
  message: string,
): void {
  totals.failed++;
  report(context, progress, path, message);
}

function summary(
  { files, fixed, fixedFiles, unchanged, incomplete }: Totals,
  isWritten: boolean,
): string {
  if (files === 0) return "nothing was read";
  const changed =
    fixed === 0
      ? "nothing to change"
      : `${plural(fixed, "command")} ${isWritten ? "changed" : "to change"} in ${plural(fixedFiles, "file")}${isWritten ? "" : " (--write applies it)"}`;
  const rest = unchanged === 0 ? "" : `, ${plural(unchanged, "finding")} not changed`;
  return `${changed}${rest}${incomplete === 0 ? "" : `, ${plural(incomplete, "text")} not analyzed completely`}`;
}

function statusOf({ fixed, unchanged, incomplete, failed }: Totals, isWritten: boolean): number {
  if (failed > 0) return 2;
  if (unchanged > 0 || (fixed > 0 && !isWritten)) return 1;
  return incomplete > 0 ? 2 : 0;
}
