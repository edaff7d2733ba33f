import { availableParallelism } from "node:os";
import type { Detection } from "../../core/index.js";
import { checkRules, readSettings, withSettings, withSeverities } from "../config/settings.js";
import type { Context } from "../context.js";
import { judge } from "../examine.js";
import { failureOf } from "../failed-detection.js";
import { Failure } from "../failure.js";
import { sourceAddress } from "../fetched/source-address.js";
import { changedFiles } from "../input/changed-files.js";
import { type Document, type Input, type InputOptions, type Unread } from "../input/documents.js";
import { Progress } from "../progress.js";
import { count, emptySummary, type Setting, type Summary } from "../report/reporter.js";
import { plural, totals } from "../report/text.js";
import { showText } from "../report/terminal-text.js";
import { ruleChoice } from "../rule-options.js";
import { Ruleset } from "../ruleset.js";
import type { Suppressions } from "../suppress/suppress-findings.js";
import { ReportOutput } from "./report-output.js";
import { excludesOf } from "./excludes.js";
import { inputsWithFetched } from "./fetched-inputs.js";
import { reporterFor } from "./create-reporter.js";
import type { ScanOptions } from "./options.js";
import { suppressionsOf } from "./suppressions.js";
import { Workers } from "./workers.js";
import { checkTargets, outputOf } from "./report-targets.js";

/**
 * Scans the named inputs.
 * @returns the exit status
 */
export async function scan(
  context: Context,
  paths: readonly string[],
  options: ScanOptions,
  profileGiven: boolean,
): Promise<number> {
  checkTargets(options.targets);
  const settings = await readSettings(context, {
    project: hasOnlyFiles(paths, options),
    named: options.config,
  });
  if (options.queries === undefined) checkRules(settings);
  const choice = ruleChoice(
    withSettings(options, settings, { profileGiven, suppress: options.suppressions }),
  );
  const ruleset = await Ruleset.of(context.toolkit, choice);
  const { revision, disabledRules, ownQueries } = ruleset.known;
  const rules = new Map(
    withSeverities(ruleset.known.rules, settings).map((rule) => [rule.id, rule]),
  );
  const setting: Setting = {
    revision,
    rules,
    disabledRules,
    ownQueries,
    offsetEncoding: options.offsetEncoding,
  };
  const suppressions = await suppressionsOf(context, options, settings, setting);

  const outputs = outputsFor(context, setting, options);
  const progress = new Progress(context, options.quiet !== true);
  const summary = emptySummary();
  const excludes = excludesOf(settings, options, context.cwd);
  const inputOptions = {
    maxSize: options.maxSize,
    ignoreFiles: options.gitignore && options.ignore,
    dependencies: options.includeDependencies,
    excludes,
    stdinName: options.stdinFilename,
    ...(options.diff === true && { diff: true }),
  };

  const workers = new Workers(context.toolkit, ruleset, choice, {
    jobs: options.jobs ?? availableParallelism(),
    isRequested: options.jobs !== undefined,
    deadlineMs: options.deadline,
  });
  const report = async (document: Document, detection: Detection): Promise<void> => {
    const examined = judge(
      document,
      detection,
      document.isFile ? suppressions : withoutFileSuppressions(suppressions),
      options.offsetEncoding,
    );
    count(summary, examined);
    if (options.quiet !== true)
      for (const remark of document.remarks) complain(context, progress, document.path, remark);
    for (const output of outputs) await output.file(examined, progress);
    const message = failureOf(detection);
    if (message !== null)
      recordUnread(context, progress, summary, { path: document.path, reason: "failed", message });
  };

  try {
    for (const output of outputs) await output.begin();
    for await (const input of inputsOf(context, paths, options, inputOptions)) {
      // nobody reads the outputs any more, as with `| head`, and no later text changes the exit status
      if (isSettled(summary, options) && outputs.every(({ isOpen }) => !isOpen)) break;
      if ("unread" in input) {
        recordUnread(context, progress, summary, input.unread);
        continue;
      }
      progress.show(
        `${plural(summary.files, "text")} scanned, ${plural(summary.findings, "finding")}: ${input.document.path}`,
      );
      for await (const { document, detection } of workers.add(input.document))
        await report(document, detection);
    }
    for await (const { document, detection } of workers.rest()) await report(document, detection);
    progress.clear();
    return await finish(context, summary, suppressions, options, outputs);
  } finally {
    await workers.close();
    for (const output of outputs) output.discard();
  }
}

/** Opens the output of each requested report. */
function outputsFor(context: Context, setting: Setting, options: ScanOptions): ReportOutput[] {
  return options.targets.map((target) => {
    const reporter = reporterFor(context, setting, options, target.format);
    return new ReportOutput(reporter, outputOf(context, target));
  });
}

/** Whether all inputs are files of the user; the configuration of a project does not apply to standard input, diffs and URLs. */
function hasOnlyFiles(paths: readonly string[], { stdinFilename, diff }: ScanOptions): boolean {
  return (
    diff !== true &&
    (stdinFilename !== undefined || !paths.includes("-")) &&
    !paths.some((path) => sourceAddress(path) !== null)
  );
}

/** Returns the changed files with `--changed` or `--staged`, else the named inputs. */
function inputsOf(
  context: Context,
  paths: readonly string[],
  { changed, staged, diff, stdinFilename, version, quiet }: ScanOptions,
  options: InputOptions,
): AsyncGenerator<Input> {
  if (changed === undefined && staged !== true) {
    if (stdinFilename === undefined || paths.includes("-"))
      return inputsWithFetched(context, paths, options, { version, quiet: quiet === true });
    throw new Failure(
      "--stdin-filename is the name of standard input; add - to the paths, or name no path, to read it",
    );
  }
  if (diff === true || stdinFilename !== undefined)
    throw new Failure(
      "--changed and --staged scan files of the repository and cannot be used with --diff or --stdin-filename",
    );
  return changedFiles(
    context,
    {
      staged: staged === true,
      base: typeof changed === "string" ? changed : null,
      paths: paths.filter((path) => path !== "-"),
    },
    options,
  );
}

/** Returns the suppressions for a text that is not a file of the user: comments and a baseline apply only to files. */
function withoutFileSuppressions(suppressions: Suppressions): Suppressions {
  return { ...suppressions, comments: false, baseline: null };
}

/**
 * Writes the baseline if requested, and the end of each report.
 * @returns the exit status
 */
async function finish(
  context: Context,
  summary: Summary,
  { baseline }: Suppressions,
  options: ScanOptions,
  outputs: readonly ReportOutput[],
): Promise<number> {
  const end = async (): Promise<void> => {
    for (const output of outputs) await output.end(summary);
    if (
      options.quiet !== true &&
      options.targets.every(({ file }) => file !== null && file !== "-")
    )
      context.stderr.write(`curlew: ${totals(summary)}\n`);
  };
  if (baseline === null || options.updateBaseline !== true) {
    summary.staleBaseline = baseline?.stale ?? 0;
    await end();
    return statusOf(summary);
  }
  const size = await baseline.write();
  await end();
  if (options.quiet !== true)
    context.stderr.write(
      `curlew: ${options.baseline ?? ""} now contains ${plural(size, "finding")}\n`,
    );
  return summary.unread.length > 0 ? 2 : 0;
}

function recordUnread(
  context: Context,
  progress: Progress,
  summary: Summary,
  unread: Unread,
): void {
  const { reason } = unread;
  if (reason !== "unreadable" && reason !== "empty-folder" && reason !== "failed") {
    summary.passedOver[reason]++;
  } else {
    summary.unread.push(unread);
    complain(context, progress, unread.path, unread.message);
  }
}

function complain({ stderr }: Context, progress: Progress, path: string, message: string): void {
  progress.clear();
  stderr.write(`curlew: ${showText(path).text}: ${showText(message).text}\n`);
}

/** Whether the remaining inputs can change neither the exit status nor a baseline that is written. */
function isSettled({ unread }: Summary, { updateBaseline }: ScanOptions): boolean {
  return unread.length > 0 && updateBaseline !== true;
}

function statusOf({ findings, incomplete, unread }: Summary): number {
  if (unread.length > 0) return 2;
  if (findings > 0) return 1;
  return incomplete > 0 ? 2 : 0;
}
