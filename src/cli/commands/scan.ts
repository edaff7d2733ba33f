import { Option, type Command } from "commander";
import type { Context } from "../context.js";
import { parseCount, withDetectionOptions } from "../options.js";
import type { ScanOptions } from "../scan/options.js";
import { scan } from "../scan/run.js";
import { withTargets } from "../scan/targets.js";

const HELP = `
PATH is a file, a folder, or - for standard input. Without one, standard input is read where it is a
pipe or a file, else the current folder. In folders, text and source files of known kinds are read;
.gitignore is heeded, and binary files are passed over. What is named itself is always read, unless
curlew.json excludes it.

A finding in a file is ignored where a comment in front of its line or block says so
(curlew-ignore bash/fetch-pipe: reason), where the project's curlew.json trusts every address in its
command, or where the baseline knows it. For standard input only $XDG_CONFIG_HOME/curlew/curlew.json counts.

Exit status:
  0  nothing found
  1  at least one finding
  2  could not do it: wrong usage, something named could not be read, or a text
     was not analysed to its end and nothing was found

Examples:
  $ curlew scan README.md
  $ curlew scan docs src --format text --format sarif=curlew.sarif
  $ pbpaste | curlew scan -
  $ curlew scan . --baseline curlew-baseline.json --update-baseline
  $ curlew scan --changed origin/main
  $ git diff | curlew scan -
  $ curlew scan --trace --profile extended install.md`;

/** `curlew scan`. */
export function registerScan(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  const command = withDetectionOptions(
    program
      .command("scan")
      .summary("look for unsafe instructions in files, folders or standard input"),
  )
    .description(
      "Finds instructions that fetch remote content and execute it, or execute a payload decoded at run time.",
    )
    .argument("[path...]", "files and folders, or - for standard input")
    .option(
      "-t, --trace",
      "show each step that led to a finding, and what was dismissed or undecided",
    )
    .option("--no-gitignore", "do not heed .gitignore files")
    .addOption(new Option("--no-ignore", "as --no-gitignore").hideHelp())
    .option(
      "--changed [base]",
      "only changed lines: since the last commit, or since this branch left BASE; files that Git does not know yet, too",
    )
    .option("--staged", "only changed lines of what is in the index")
    .option("--diff", "what is named is a diff; its added lines are reported with file and line")
    .option("--stdin-filename <path>", "read standard input as the content of this file");
  command.addOption(
    new Option(
      "-j, --jobs <n>",
      "how many threads work; else as many as there are processors, in a long run",
    ).argParser(parseCount),
  );
  const targets = withTargets(command);
  withSuppressionOptions(command)
    .addHelpText("after", HELP)
    .action(async (paths: string[], options: ScanOptions) => {
      exit(
        await scan(
          context,
          named(context, paths, options),
          { ...options, targets: targets() },
          command.getOptionValueSource("profile") !== "default",
        ),
      );
    });
}

function withSuppressionOptions(command: Command): Command {
  return command
    .option("--config <file>", "configuration in place of the project's curlew.json")
    .option("--baseline <file>", "ignore the findings that this file knows")
    .option("--update-baseline", "write what is found to that file")
    .option("--show-ignored", "show what was ignored, and why")
    .option(
      "--no-suppressions",
      "ignore nothing: no comments, no baseline, no trusted addresses, no excludes, no rules off",
    );
}

function named(
  context: Context,
  paths: readonly string[],
  { stdinFilename, changed, staged }: ScanOptions,
): readonly string[] {
  if (paths.length > 0 || changed !== undefined || staged === true) return paths;
  return [context.stdinIsData || stdinFilename !== undefined ? "-" : "."];
}
