import { Option, type Command } from "commander";
import type { Context } from "../context.js";
import { fix, type FixOptions } from "../fix/run.js";
import { withBounds, withRuleOptions } from "../options.js";

const HELP = `
In the place of a command that runs what it fetches come lines that download it, show it, print its
checksum and run the file, with the options and arguments of the original. A command that is part of a
longer one, stands in running text, a string or a format where lines cannot be added, or says what cannot
be carried over word by word, is left alone, with the reason. What comments, curlew.json or a baseline
ignore stays as it is. Each change is tried on the text first: afterwards nothing is found there any more.

Exit status:
  0  nothing found, or all of it changed
  1  something to change, or something was left alone
  2  could not do it: wrong usage, or a file could not be read or written

Examples:
  $ curlew fix README.md                   show what would change
  $ curlew fix docs | git apply            the same as --write
  $ curlew fix --write --profile extended docs`;

/** `curlew fix`. */
export function registerFix(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  const command = withBounds(
    withRuleOptions(program.command("fix").summary("put the safer way in the place of findings")),
  )
    .description(
      "Puts the safer way in the place of commands that run what they fetch or decode: download, look, compare, then run.",
    )
    .argument("[path...]", "files and folders; without one, the current folder")
    .addOption(
      new Option(
        "--dry-run",
        "show the changes as a patch, and change nothing (the default)",
      ).conflicts("write"),
    )
    .option("-w, --write", "change the files")
    .option("--no-gitignore", "do not heed .gitignore files")
    .option("--config <file>", "configuration in place of the project's curlew.json")
    .option("--baseline <file>", "leave alone what this file knows")
    .option(
      "--no-suppressions",
      "heed no comments, no trusted addresses, no excludes, no rules off",
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
