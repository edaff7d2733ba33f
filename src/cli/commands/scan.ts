import { Option, type Command } from "commander";
import type { Context } from "../context.js";
import { examine } from "../examine.js";
import { inputs, type Unread } from "../input/documents.js";
import { withDetectionOptions, type DetectionOptions } from "../options.js";
import { Output } from "../output.js";
import { paintFor } from "../paint.js";
import { Progress } from "../progress.js";
import { GithubReporter } from "../report/github.js";
import { JsonLinesReporter, JsonReporter } from "../report/json.js";
import { count, emptySummary, type Reporter, type Setting, type Summary } from "../report/reporter.js";
import { SarifReporter } from "../report/sarif.js";
import { plural, TextReporter } from "../report/text.js";
import { showText } from "../report/width.js";
import { ruleChoice } from "../rules.js";

interface ScanOptions extends DetectionOptions {
  readonly format: "text" | "json" | "jsonl" | "sarif" | "github";
  readonly trace?: boolean;
  readonly ignore: boolean;
}

const HELP = `
PATH is a file, a folder, or - for standard input. Without one, standard input is read where it is a
pipe or a file, else the current folder. In folders, text and source files of known kinds are read;
.gitignore is heeded, and binary files are passed over. What is named itself is always read.

Exit status:
  0  nothing found
  1  at least one finding
  2  could not do it: wrong usage, something named could not be read, or a text
     was not analysed to its end and nothing was found

Examples:
  $ curlew scan README.md
  $ curlew scan docs src --format sarif > curlew.sarif
  $ pbpaste | curlew scan -
  $ curlew scan --trace --profile extended install.md`;

/** `curlew scan`. */
export function registerScan(program: Command, context: Context, exit: (status: number) => void): void {
  withDetectionOptions(program.command("scan").summary("look for unsafe instructions in files, folders or standard input"))
    .description("Finds instructions that fetch remote content and execute it, or execute a payload decoded at run time.")
    .argument("[path...]", "files and folders, or - for standard input")
    .addOption(new Option("-f, --format <name>", "how to answer").choices(["text", "json", "jsonl", "sarif", "github"]).default("text"))
    .option("-t, --trace", "show each step that led to a finding, and what was dismissed or undecided")
    .option("--no-ignore", "do not heed .gitignore files")
    .addHelpText("after", HELP)
    .action(async (paths: string[], options: ScanOptions) => {
      exit(await scan(context, paths, options));
    });
}

async function scan(context: Context, paths: readonly string[], options: ScanOptions): Promise<number> {
  const detector = await context.toolkit.createDetector(ruleChoice(options));
  const { revision, rules, disabledRules, ownQueries } = detector;
  const setting: Setting = { revision, rules: new Map(rules.map((rule) => [rule.id, rule])), disabledRules, ownQueries, offsetEncoding: options.offsetEncoding };
  const reporter = reporterFor(context, setting, options);
  const output = new Output(context.stdout);
  const progress = new Progress(context, options.quiet !== true);
  const summary = emptySummary();

  await output.write(reporter.begin());
  for await (const input of inputs(context, named(context, paths), { maxSize: options.maxSize, ignoreFiles: options.ignore })) {
    if (!output.open) break;
    if ("unread" in input) {
      passOver(context, progress, summary, input.unread);
      continue;
    }
    const { document } = input;
    progress.show(`${plural(summary.files, "text")} scanned, ${plural(summary.findings, "finding")}: ${document.path}`);
    const examined = examine(detector, document, options.offsetEncoding, options.deadline);
    count(summary, examined);
    const text = reporter.file(examined);
    if (text !== "") progress.clear();
    if (options.quiet !== true) for (const remark of document.remarks) complain(context, progress, document.path, remark);
    await output.write(text);
  }
  progress.clear();
  await output.write(reporter.end(summary));
  await output.flush();
  return statusOf(summary);
}

function named(context: Context, paths: readonly string[]): readonly string[] {
  if (paths.length > 0) return paths;
  return [context.stdinIsData ? "-" : "."];
}

function passOver(context: Context, progress: Progress, summary: Summary, unread: Unread): void {
  if (unread.reason === "binary" || unread.reason === "unknown") {
    summary.passedOver[unread.reason]++;
  } else {
    summary.unread.push(unread);
    complain(context, progress, unread.path, unread.message);
  }
}

function complain({ stderr }: Context, progress: Progress, path: string, message: string): void {
  progress.clear();
  stderr.write(`curlew: ${showText(path).text}: ${showText(message).text}\n`);
}

function statusOf({ findings, incomplete, unread }: Summary): number {
  if (unread.length > 0) return 2;
  if (findings > 0) return 1;
  return incomplete > 0 ? 2 : 0;
}

function reporterFor(context: Context, setting: Setting, options: ScanOptions): Reporter {
  switch (options.format) {
    case "text":
      return new TextReporter(setting, { paint: paintFor(context, options.color), trace: options.trace === true, quiet: options.quiet === true });
    case "json":
      return new JsonReporter(setting);
    case "jsonl":
      return new JsonLinesReporter(setting);
    case "sarif":
      return new SarifReporter(setting);
    case "github":
      return new GithubReporter(setting);
  }
}
