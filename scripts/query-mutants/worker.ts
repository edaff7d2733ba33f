/** A child process that receives mutants and sends a judgement or an error for each. */
import { loadAssets } from "../../src/host/node.js";
import { allCases } from "./cases.js";
import { Judge } from "./judge.js";
import type { Mutant } from "./mutants.js";

const judge = new Judge(await loadAssets(), allCases());

/** Sends a reply; if the parent process has ended, this process ends. */
function reply(message: object): void {
  process.send?.(message, () => undefined);
}

process.on("disconnect", () => process.exit());
process.on("message", (mutant: Mutant) => {
  void judge.judge(mutant).then(
    (judgement) => {
      reply({ judgement });
    },
    (error: unknown) => {
      reply({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    },
  );
});
process.send?.("ready");
