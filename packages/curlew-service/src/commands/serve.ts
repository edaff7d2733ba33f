import type { Command } from "commander";
import { showConfig } from "../../../../src/service/config/show.js";
import { gatewaySettings } from "../../../../src/service/config/settings.js";
import type { Context } from "../../../../src/cli/context.js";
import { print } from "../../../../src/cli/output.js";
import { reportMistakes } from "../report-mistakes.js";
import { readSettings, withSettings } from "../options.js";

const HELP = `
Flags take precedence over the environment, and the environment over the file. The service answers
POST /v1/assessments for clients with a token; its documentation is at /docs.

Examples:
  $ curlew token create --name browser --out browser.token
  $ curlew serve
  $ curlew serve --evaluator http://127.0.0.1:8788 --log-level debug
  $ curlew serve --config curlew.json --print-config`;

/** Registers the command `curlew serve`. */
export function registerServe(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  withSettings(
    program
      .command("serve")
      .summary("run the gateway, the service for the browser extension and for teams"),
    gatewaySettings,
  )
    .description(
      "Assesses texts over HTTP: verdict, findings, and the types of personal data in them.",
    )
    .addHelpText("after", HELP)
    .action(async (flags: Record<string, unknown>) => {
      exit(await reportMistakes(() => serve(context, flags, program.version() ?? "0.0.0")));
    });
}

async function serve(
  context: Context,
  flags: Record<string, unknown>,
  version: string,
): Promise<number> {
  const config = await readSettings(gatewaySettings, flags, context);
  if (flags["printConfig"] === true) {
    await print(context, `${showConfig(gatewaySettings, config)}\n`);
    return 0;
  }
  // The service's libraries are loaded only here, so that other commands start faster.
  const { runGateway } = await import("../gateway.js");
  return runGateway(config, context, {
    version,
    reread: () => readSettings(gatewaySettings, flags, context),
  });
}
