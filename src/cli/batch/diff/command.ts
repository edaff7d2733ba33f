import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Profile } from "../../../core/index.js";
import type { Context } from "../../context.js";
import { Failure } from "../../failure.js";
import type { RuleOptions } from "../../options.js";
import { Output } from "../../output.js";
import { showText } from "../../report/terminal-text.js";
import { batch } from "../command.js";
import type { BatchCommandOptions } from "../command-options.js";
import { withSeparators } from "../progress.js";
import { isRegression, type Difference } from "./compare.js";
import { differences, predictionsOf } from "./prediction-files.js";

export interface DiffOptions {
  readonly on?: readonly string[];
  readonly format: "text" | "jsonl";
  readonly failOn: readonly string[];
  /** How the records of `--on` are read. */
  readonly batch: BatchCommandOptions;
}

/** Counts of the differences. */
export interface DiffCounts {
  texts: number;
  differ: number;
  new: number;
  gone: number;
  moved: number;
  incomplete: number;
  fixed: number;
  broken: number;
  regressions: number;
}

/** Runs `curlew batch diff`. @returns the exit status */
export async function batchDiff(
  context: Context,
  first: string,
  second: string,
  options: DiffOptions,
): Promise<number> {
  if (options.on === undefined)
    return diffFiles(context, resolve(context.cwd, first), resolve(context.cwd, second), options);
  const folder = await mkdtemp(join(tmpdir(), "curlew-diff-"));
  try {
    const sides = [first, second].map((rules, side) => ({
      rules,
      path: join(folder, `${side + 1}.jsonl`),
    }));
    let isComplete = true;
    for (const { rules, path } of sides) {
      const status = await batch(context, options.on, {
        ...options.batch,
        ...(await ruleSet(context, rules)),
        columns: ["labels"],
        predictions: path,
        quiet: true,
      });
      if (status !== 0) isComplete = false;
    }
    const status = await diffFiles(context, sides[0]?.path ?? "", sides[1]?.path ?? "", options);
    return isComplete ? status : 2;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the rules that an argument names: a profile, a folder of query files, or both (`extended+mine`). */
async function ruleSet(context: Context, name: string): Promise<RuleOptions> {
  const [, profile, folder] = /^(contract|extended)?\+?(.*)$/.exec(name) ?? [];
  const rules = { profile: (profile ?? "contract") as Profile };
  if (folder === undefined || folder === "") return rules;
  const found = await stat(resolve(context.cwd, folder)).catch(() => null);
  if (found?.isDirectory() !== true)
    throw new Failure(
      `${name}: is neither a profile (contract, extended) nor a folder of query files`,
    );
  return { ...rules, queries: [resolve(context.cwd, folder)] };
}

async function diffFiles(
  context: Context,
  first: string,
  second: string,
  { format, failOn }: DiffOptions,
): Promise<number> {
  const output = new Output(context.stdout);
  const counts = await diffPredictions(context.cwd, first, second, async (difference) => {
    await output.write(format === "jsonl" ? `${JSON.stringify(difference)}\n` : textOf(difference));
  });
  await output.write(
    format === "jsonl" ? `${JSON.stringify({ summary: counts })}\n` : summaryOf(counts),
  );
  await output.flush();
  return failOn.includes("regression") && counts.regressions > 0 ? 1 : 0;
}

/** Compares two files of predictions. Returns the counts of their differences. */
export async function diffPredictions(
  cwd: string,
  first: string,
  second: string,
  onDifference: (difference: Difference) => Promise<void>,
): Promise<DiffCounts> {
  const counts: DiffCounts = {
    texts: 0,
    differ: 0,
    new: 0,
    gone: 0,
    moved: 0,
    incomplete: 0,
    fixed: 0,
    broken: 0,
    regressions: 0,
  };
  let isLabelled = false;
  const onPair = (expected: boolean | null): void => {
    counts.texts++;
    isLabelled = expected !== null;
  };
  for await (const difference of differences(
    predictionsOf(first, cwd),
    predictionsOf(second, cwd),
    onPair,
  )) {
    counts.differ++;
    for (const { kind } of difference.changes) counts[kind]++;
    if (difference.outcome === "incomplete") counts.incomplete++;
    if (difference.verdict !== null) counts[difference.verdict]++;
    if (isRegression(difference, isLabelled)) counts.regressions++;
    await onDifference(difference);
  }
  return counts;
}

function textOf({ id, field, changes, outcome, verdict }: Difference): string {
  const head = `${id}${field === null ? "" : ` ${field}`}${verdict === null ? "" : `: ${verdict}`}${outcome === null ? "" : `, now ${outcome}`}`;
  const lines = changes.map(({ kind, rule, span, text, before }) => {
    const place = `${span[0]}-${span[1]}`;
    const was =
      before === undefined
        ? ""
        : ` (was ${before.rule === rule ? "" : `${before.rule} `}${before.span[0]}-${before.span[1]})`;
    return `  ${{ new: "+", gone: "-", moved: "~" }[kind]} ${rule} ${place}${was}  ${showText(text.slice(0, 160)).text}`;
  });
  return `${showText(head).text}\n${lines.map((line) => `${line}\n`).join("")}`;
}

function summaryOf({
  texts,
  differ,
  new: added,
  gone,
  moved,
  incomplete,
  fixed,
  broken,
}: DiffCounts): string {
  const labels =
    fixed + broken > 0
      ? `; ${withSeparators(fixed)} fixed, ${withSeparators(broken)} broken by their labels`
      : "";
  const unfinished =
    incomplete > 0 ? `; ${withSeparators(incomplete)} no longer analyzed completely` : "";
  return `${withSeparators(differ)} of ${withSeparators(texts)} texts differ: ${withSeparators(added)} new, ${withSeparators(gone)} gone, ${withSeparators(moved)} moved${labels}${unfinished}\n`;
}
