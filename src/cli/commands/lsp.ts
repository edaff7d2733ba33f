import { Option, type Command } from "commander";
import type { Context } from "../context.js";
import { lsp } from "../lsp/run.js";
import { withRuleOptions, type RuleOptions } from "../options.js";

const HELP = `
Editors start it themselves as \`curlew lsp\`, for files of any type. It shows findings, explains each on
hover, and offers a safer command or a comment that ignores it. Comments and the project's curlew.json
apply as for \`curlew scan\`.`;

/** `curlew lsp`. */
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
    // editors add it by themselves
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
