/** A process that judges mutants, one after the other. */
import { loadAssets } from "../../src/host/node.js";
import { allCases } from "./cases.js";
import { Judge } from "./judge.js";
import type { Mutant } from "./mutants.js";

const judge = new Judge(await loadAssets(), allCases());
process.on("message", (mutant: Mutant) => {
  void judge.verdict(mutant).then(
    (verdict) => process.send?.({ verdict }),
    (error: unknown) => process.send?.({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.send?.("ready");
