import type { Command } from "commander";
import { folderOfScript } from "../../host/stored-texts.js";
import type { Context } from "../context.js";
import { installationOf } from "../hookd/socket-path.js";
import { serveHooks } from "../hookd/serve.js";
import { print } from "../output.js";

const HELP = `
curlew hookd runs until it is interrupted. While it runs, \`curlew hook\` passes each event to it and prints its answer.
If it does not run or does not respond, \`curlew hook\` makes the same decision itself.
The socket is in $XDG_RUNTIME_DIR/curlew-hookd, else in ~/.local/state/curlew/hookd; only you can open it.`;

/** Adds the command `curlew hookd`. */
export function registerHookd(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  const version = program.version() ?? "";
  program
    .command("hookd")
    .summary("keep the detector loaded so that hooks respond faster")
    .description(
      "Keeps the detector loaded and serves the hooks of coding agents on a socket, which is faster than starting it each time.",
    )
    .addHelpText("after", HELP)
    .action(async () => {
      const resident = await serveHooks(context, version, installationOf(folderOfScript()));
      const interrupted = new Promise<void>((resolve) => {
        for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
          process.once(signal, resolve);
      });
      await print(context, `curlew hookd: listening on ${resident.socket}\n`);
      await interrupted;
      await resident.close();
      exit(0);
    });
}
