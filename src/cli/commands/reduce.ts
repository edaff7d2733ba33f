import type { Command } from "commander";
import type { Detection } from "../../core/index.js";
import type { Context } from "../context.js";
import { readText } from "../explain/read-text.js";
import { withRuleOptions, type RuleOptions } from "../options.js";
import { print } from "../output.js";
import { anonymize } from "../reduce/anonymize.js";
import { shrink } from "../reduce/shrink.js";
import { ruleChoice } from "../rule-options.js";

interface ReduceOptions extends RuleOptions {
  readonly as?: string;
  readonly json?: boolean;
  readonly keepNames?: boolean;
}

/** Maximum number of analyses while a text is shrunk. */
const MAX_ANALYSES = 4000;
/** Time limit for one analysis. */
const DEADLINE_MS = 2000;
/** Maximum duration of the reduction; after this time, the result is the shortest text so far. */
const MAX_DURATION_MS = 20_000;

const HELP = `
The result is the same if the same rules have findings or, without findings, if the same commands
are dismissed for the same reasons, and if the analysis is equally complete.

Examples:
  $ curlew reduce install.md > bug.md
  $ pbpaste | curlew reduce --keep-names -`;

/** Adds the command `curlew reduce`. */
export function registerReduce(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  withRuleOptions(
    program
      .command("reduce")
      .summary("shrink a text to a smaller one with the same result, for a bug report"),
  )
    .description(
      "Shrinks a text while its result stays the same, and replaces addresses and names, for a bug report. Read the output before you publish it.",
    )
    .argument("<file>", "a file, or - for standard input")
    .option("--as <tag>", "read the text as a code block with this language tag")
    .option("--keep-names", "do not replace addresses and names")
    .option("--json", "print the text, its result and both lengths as JSON")
    .addHelpText("after", HELP)
    .action(async (path: string, { as, json, keepNames, ...options }: ReduceOptions) => {
      const { text, tag } = await readText(context, path);
      const format = as ?? tag;
      const detector = await context.toolkit.createDetector(ruleChoice(options));
      const analyze = (read: string): Detection =>
        detector.detect(read, { deadlineMs: DEADLINE_MS, ...(format !== null && { format }) });
      const wanted = signature(analyze(text));
      const hasSameResult = (tried: string): boolean => signature(analyze(tried)) === wanted;
      const until = performance.now() + MAX_DURATION_MS;
      const isInTime = (): boolean => performance.now() < until;
      const shortest = shrink(text, (tried) => isInTime() && hasSameResult(tried), MAX_ANALYSES);
      if (!isInTime())
        context.stderr.write(
          `curlew: stopped after ${String(MAX_DURATION_MS / 1000)} s: a smaller text may have the same result\n`,
        );
      const reduced = keepNames === true ? shortest : anonymize(shortest, hasSameResult);
      const ending = reduced.endsWith("\n") ? "" : "\n";
      await print(
        context,
        json === true
          ? `${JSON.stringify({ path, before: text.length, after: reduced.length, answer: JSON.parse(wanted) as unknown, text: reduced }, null, 2)}\n`
          : reduced + ending,
      );
      exit(0);
    });
}

/** Returns what must not change, as JSON: labels, the rules of findings or else the dismissals, and whether the analysis is complete. */
function signature({ labels, findings, notes, outcome }: Detection): string {
  const reported = new Set(
    findings.length > 0
      ? findings.map(({ level, rule }) => `${level} ${rule}`)
      : notes.map(({ kind, reason, rule = "" }) => `${kind} ${reason} ${rule}`.trim()),
  );
  return JSON.stringify({ labels, told: [...reported].sort(), outcome: outcome.status });
}
