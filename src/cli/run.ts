import { Command, CommanderError } from "commander";
import { commandsFor } from "./commands/index.js";
import type { Context } from "./context.js";
import { messageOf } from "./failure.js";
import { print } from "./output.js";

const HELP = `
Examples:
  $ curlew scan README.md docs          scan files and folders
  $ pbpaste | curlew scan -             scan the clipboard (macOS)
  $ curlew explain bash/fetch-pipe      what a rule finds, and why
  $ curlew batch answers.jsonl.gz       analyze a dataset of any size

Exit status: 0 no findings, 1 findings, 2 error or an incomplete analysis without findings.
Run curlew COMMAND --help for the options of a command.`;

/**
 * Runs a command line.
 * @param words the arguments after the program's name
 * @returns the exit status
 */
export async function run(
  words: readonly string[],
  context: Context,
  version: string,
): Promise<number> {
  const args = withHelpOption(words);
  let status = 0;
  let help = "";
  const program = programOf(version)
    .configureOutput({
      writeOut: (text) => (help += text),
      writeErr: (text) => void context.stderr.write(text.replace(/^error: /, "curlew: ")),
    })
    .exitOverride();
  for (const register of await commandsFor(args))
    register(program, context, (given) => (status = given));
  try {
    const usageStatus = await parse(program, args);
    await print(context, help);
    return usageStatus ?? status;
  } catch (error) {
    context.stderr.write(`curlew: ${messageOf(error)}\n`);
    return 2;
  }
}

/** Returns `help hook install` as `hook install --help`: commander's own `help` takes only one word. */
function withHelpOption([first, ...rest]: readonly string[]): readonly string[] {
  if (first === undefined) return [];
  return first === "help" && rest.length > 1 ? [...rest, "--help"] : [first, ...rest];
}

/** Returns the program, to which the commands are then added. */
export function programOf(version: string): Command {
  return (
    new Command("curlew")
      .description(
        "Finds instructions that fetch remote content and execute it, or execute a payload decoded at run time, in any text.",
      )
      .version(version, "-V, --version", "print the version")
      .addHelpText("after", HELP)
      .showHelpAfterError("(see --help)")
      .showSuggestionAfterError()
      // a subcommand has its own options
      .enablePositionalOptions()
  );
}

/** Parses arguments and runs their command. Returns null, or the exit status if they are invalid or request help or the version. */
async function parse(program: Command, args: readonly string[]): Promise<number | null> {
  try {
    await program.parseAsync([...args], { from: "user" });
    return null;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}
