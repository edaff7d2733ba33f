import { Option, type Command } from "commander";
import type { Context } from "../context.js";
import { lsp } from "../lsp/run.js";
import { withRuleOptions, type RuleOptions } from "../options.js";

const HELP = `
Editors start \`curlew lsp\` themselves, for files of any type. The editor shows findings, explains each on
hover, and offers a safer command or a comment that ignores the finding. Comments and the project's
curlew.json apply as for \`curlew scan\`.`;

/** Adds the command `curlew lsp`. */
export function registerLsp(program: Command, context: Context): void {
  const command = withRuleOptions(
    program.command("lsp").summary("show findings in an editor (Language Server Protocol)"),
  )
    .description(
      "Serves the Language Server Protocol on standard input and output. Requires the package curlew-lsp.",
    )
    .option(
      "--baseline <file>",
      "do not show the findings listed in this file; its path is relative to the open folder",
      "curlew-baseline.json",
    )
    // editors add this option by themselves
    .addOption(new Option("--stdio").hideHelp())
    .addHelpText("after", HELP)
    .action(async (options: RuleOptions & { baseline: string }) => {
      await lsp(
        context,
        { ...options, profileGiven: command.getOptionValueSource("profile") !== "default" },
        program.version() ?? "0.0.0",
      );
    });
}
