import type { Command } from "commander";
import { evaluatorSettings } from "../../../../src/service/config/settings.js";
import { showConfig } from "../../../../src/service/config/show.js";
import type { Context } from "../../../../src/cli/context.js";
import { print } from "../../../../src/cli/output.js";
import { reportMistakes } from "../report-mistakes.js";
import { readSettings, withSettings } from "../options.js";

const HELP = `
Flags take precedence over the environment, and the environment over the file. The service answers
POST /v1/evaluate; its documentation is at /docs.

Examples:
  $ curlew evaluator
  $ curlew evaluator --host 10.0.0.5 --tokens tokens.json --workers 8`;

/** Registers the command `curlew evaluator`. */
export function registerEvaluator(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  withSettings(
    program.command("evaluator").summary("run only the evaluator, for gateways on other machines"),
    evaluatorSettings,
  )
    .description("Classifies texts over HTTP, on worker threads and within deadlines.")
    .addHelpText("after", HELP)
    .action(async (flags: Record<string, unknown>) => {
      exit(await reportMistakes(() => evaluator(context, flags)));
    });
}

async function evaluator(context: Context, flags: Record<string, unknown>): Promise<number> {
  const config = await readSettings(evaluatorSettings, flags, context);
  if (flags["printConfig"] === true) {
    await print(context, `${showConfig(evaluatorSettings, config)}\n`);
    return 0;
  }
  // The service's libraries are loaded only here, so that other commands start faster.
  const { runEvaluator } = await import("../evaluator.js");
  return runEvaluator(config, context, () => readSettings(evaluatorSettings, flags, context));
}
