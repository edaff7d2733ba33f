import type { Command } from "commander";
import type { Detection } from "../../core/index.js";
import type { Context } from "../context.js";
import { readText } from "../explain/read-text.js";
import { withRuleOptions, type RuleOptions } from "../options.js";
import { print } from "../output.js";
import { anonymize } from "../reduce/anonymize.js";
import { shrink } from "../reduce/shrink.js";
import { ruleChoice } from "../rules.js";

interface ReduceOptions extends RuleOptions {
  readonly as?: string;
  readonly json?: boolean;
  readonly keepNames?: boolean;
}

/** The most analyses of a text, and the most time for each. */
const MOST_TEXTS = 4000;
const DEADLINE_MS = 2000;
/** After this time the smallest text so far is taken. */
const LONGEST_MS = 20_000;

const HELP = `
The result is the same if the same rules have findings or, without findings, if the same commands
are dismissed for the same reasons, and if the analysis is equally complete.

Examples:
  $ curlew reduce install.md > bug.md
  $ pbpaste | curlew reduce --keep-names -`;

/** `curlew reduce`. */
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
      "Shrinks a text to the smallest one with the same result, and replaces addresses and names, for a bug report. Read the output before you publish it.",
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
      const answerOf = (read: string): Detection =>
        detector.detect(read, { deadlineMs: DEADLINE_MS, ...(format !== null && { format }) });
      const wanted = signature(answerOf(text));
      const condition = (tried: string): boolean => signature(answerOf(tried)) === wanted;
      const until = performance.now() + LONGEST_MS;
      const isInTime = (): boolean => performance.now() < until;
      const shortest = shrink(text, (tried) => isInTime() && condition(tried), MOST_TEXTS);
      if (!isInTime())
        context.stderr.write(
          `curlew: stopped after ${String(LONGEST_MS / 1000)} s: a smaller text may have the same result\n`,
        );
      const reduced = keepNames === true ? shortest : anonymize(shortest, condition);
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

/** Returns the properties that must not change: the rules of findings, else the dismissals, and whether the analysis was complete. */
function signature({ labels, findings, notes, outcome }: Detection): string {
  const reported = new Set(
    findings.length > 0
      ? findings.map(({ level, rule }) => `${level} ${rule}`)
      : notes.map(({ kind, reason, rule = "" }) => `${kind} ${reason} ${rule}`.trim()),
  );
  return JSON.stringify({ labels, told: [...reported].sort(), outcome: outcome.status });
}
