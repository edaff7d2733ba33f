import { Option, type Command } from "commander";
import type { Context } from "../context.js";
import { fix, type FixOptions } from "../fix/run.js";
import { withBounds, withRuleOptions } from "../options.js";

const HELP = `
A command that runs what it downloads is replaced by commands that download the file, show it, print its
checksum and run it, with the options and arguments of the original. A command is not changed if it is
part of a longer one, is in a sentence, a string or a format where lines cannot be added, or has options
that cannot be kept; the reason is printed. Findings that comments, curlew.json or a baseline ignore are
not changed. Each change is verified: it is made only if the finding is gone afterwards.

Exit status:
  0  no findings, or all of them were fixed
  1  findings that can be fixed, or that were not changed
  2  error: wrong usage, a file could not be read or written, or nothing was found in a text
     that was not analyzed completely

Examples:
  $ curlew fix README.md                   show what would change
  $ curlew fix docs | git apply            the same as --write
  $ curlew fix --write docs`;

/** Adds the command `curlew fix`. */
export function registerFix(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  const command = withBounds(
    withRuleOptions(program.command("fix").summary("replace findings with a safer command")),
  )
    .description(
      "Replaces commands that run what they download or decode with safer ones: download, review, verify, then run.",
    )
    .argument("[path...]", "files and folders; without one, the current folder")
    .addOption(
      new Option(
        "--dry-run",
        "print the changes as a patch without writing them (default)",
      ).conflicts("write"),
    )
    .option("-w, --write", "change the files")
    .option("--no-gitignore", "do not respect .gitignore files")
    .option("--config <file>", "use this configuration instead of the project's curlew.json")
    .option("--baseline <file>", "do not change the findings listed in this file")
    .option(
      "--no-suppressions",
      "disregard comments, trusted addresses, excludes and disabled rules",
    )
    .addHelpText("after", HELP);
  command.action(async (paths: string[], options: FixOptions) => {
    exit(
      await fix(
        context,
        paths.length > 0 ? paths : ["."],
        options,
        command.getOptionValueSource("profile") !== "default",
      ),
    );
  });
}
