import type { Command } from "commander";
import type { Context } from "../context.js";
import { mcp } from "../mcp/run.js";
import { withRuleOptions, type RuleOptions } from "../options.js";

const HELP = `
The server offers five tools:
  check_text    checks a text
  check_texts   checks several texts
  check_files   checks files in the folders that the client names, or in the working directory if it names none
  check_skill   checks a skill, plugin or other unit in the same folders
  explain_rule  explains a rule

The tools run and fetch nothing. Only your own configuration applies ($XDG_CONFIG_HOME/curlew/curlew.json), not
comments in a text or a project's configuration.

Examples:
  $ claude mcp add curlew -- curlew mcp
  $ curlew mcp --profile contract`;

/** Adds the command `curlew mcp`. */
export function registerMcp(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  withRuleOptions(
    program.command("mcp").summary("check texts for a coding agent (Model Context Protocol)"),
  )
    .description(
      "Serves the Model Context Protocol on standard input and output, so that a coding agent can check texts. Requires the package curlew-mcp.",
    )
    .addHelpText("after", HELP)
    .action(async (options: RuleOptions) => {
      await mcp(context, options, program.version() ?? "0.0.0");
      exit(0);
    });
}
