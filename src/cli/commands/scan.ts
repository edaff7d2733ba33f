import { Option, type Command } from "commander";
import type { Context } from "../context.js";
import { withoutFileScheme } from "../fetched/source-address.js";
import { parseCount, withDetectionOptions } from "../options.js";
import type { ScanOptions } from "../scan/options.js";
import { agentPaths } from "../skill/agent-paths.js";
import { checkSkills } from "../skill/run.js";
import { scan } from "../scan/run.js";
import { withTargets, type Target } from "../scan/report-targets.js";
import { Failure } from "../failure.js";

const HELP = `
PATH is a file, a folder, - for standard input, a zip or tar archive, the http(s) address of an archive, or the address
of a Git repository (https, ssh, git@host:, git+file). Archives and repositories are unpacked into a temporary folder;
nothing in them can suppress a finding.
Without a path, standard input is read if it is a pipe or a file, otherwise the current folder. In folders, text
and source files of known types are read; .gitignore is respected; binary files and dependency folders that Git
does not track (node_modules, .venv, …) are skipped. A path named on the command line is always read, unless
curlew.json excludes it.

A finding in a file is ignored if a comment before its line or block says so
(curlew-ignore bash/fetch-pipe: reason), if the project's curlew.json trusts every address in its
command, or if the baseline lists it. For standard input only $XDG_CONFIG_HOME/curlew/curlew.json applies.

Exit status:
  0  no findings
  1  findings
  2  error: wrong usage, a path could not be read, or nothing was found in a text
     that was not analyzed completely

Examples:
  $ curlew scan README.md
  $ curlew scan docs src --format text --format sarif=curlew.sarif
  $ pbpaste | curlew scan -
  $ curlew scan . --baseline curlew-baseline.json --update-baseline
  $ curlew scan --changed origin/main
  $ git diff | curlew scan -
  $ curlew scan --trace install.md`;

/** Adds the command `curlew scan`. */
export function registerScan(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  const command = withDetectionOptions(
    program.command("scan").summary("find unsafe instructions in files, folders or standard input"),
  )
    .description(
      "Finds instructions that fetch remote content and execute it, or execute a payload decoded at run time.",
    )
    .argument("[path...]", "files, folders, archives and addresses, or - for standard input")
    .option(
      "-t, --trace",
      "show the steps that led to each finding, and what was dismissed or undecided",
    )
    .option(
      "--agents",
      "check the files that coding agents load from your home folder and the current folder, as curlew skill does",
    )
    .option("--no-gitignore", "do not respect .gitignore files")
    .option(
      "--include-dependencies",
      "also read dependency folders (node_modules, .venv, …) that Git does not track",
    )
    .addOption(new Option("--no-ignore", "same as --no-gitignore").hideHelp())
    .option(
      "--changed [base]",
      "report only findings on lines changed since the last commit, or since this branch diverged from BASE; includes untracked files",
    )
    .option("--staged", "report only findings in staged changes")
    .option(
      "--diff",
      "read the input as a diff; report findings in its added lines, with file and line",
    )
    .option("--stdin-filename <path>", "read standard input as the content of this file");
  command.addOption(
    new Option(
      "-j, --jobs <n>",
      "number of threads (default: one per processor for long runs)",
    ).argParser(parseCount),
  );
  const targets = withTargets(command);
  withSuppressionOptions(command)
    .addHelpText("after", HELP)
    .action(async (given: string[], options: ScanOptions & { readonly agents?: boolean }) => {
      const paths = given.map(withoutFileScheme);
      const version = program.version() ?? "0.0.0";
      const isProfileGiven = command.getOptionValueSource("profile") !== "default";
      if (options.agents === true) {
        const json = onlyFormat(targets()) === "json";
        const allPaths = [...agentPaths(context), ...paths];
        exit(await checkSkills(context, allPaths, { ...options, json, version }, isProfileGiven));
        return;
      }
      exit(
        await scan(
          context,
          pathsToScan(context, paths, options),
          { ...options, targets: targets(), version },
          isProfileGiven,
        ),
      );
    });
}

/**
 * Returns the format of a report about units.
 * @throws Failure unless the only target is text or JSON on standard output
 */
function onlyFormat(targets: readonly Target[]): "text" | "json" {
  const [target] = targets;
  const format = target?.format ?? "text";
  if (
    targets.length > 1 ||
    (target !== undefined && target.file !== null) ||
    (format !== "text" && format !== "json")
  )
    throw new Failure(
      "--agents supports only --format text and json on standard output; curlew skill has more options",
    );
  return format;
}

function withSuppressionOptions(command: Command): Command {
  return command
    .option("--config <file>", "use this configuration instead of the project's curlew.json")
    .option("--baseline <file>", "ignore the findings listed in this file")
    .option("--update-baseline", "write the current findings to the baseline file")
    .option("--show-ignored", "show ignored findings and the reason for each")
    .option(
      "--no-suppressions",
      "ignore nothing: disregard comments, baseline, trusted addresses, excludes and disabled rules",
    );
}

/**
 * Returns the given paths, also if there are none with `--changed` or `--staged`; otherwise standard input if it has data or a file
 * name, else the current folder.
 */
function pathsToScan(
  context: Context,
  paths: readonly string[],
  { stdinFilename, changed, staged }: ScanOptions,
): readonly string[] {
  if (paths.length > 0 || changed !== undefined || staged === true) return paths;
  return [context.stdinIsData || stdinFilename !== undefined ? "-" : "."];
}
