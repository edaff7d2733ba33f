import type { Command } from "commander";
import type { Context } from "../context.js";
import { registerBatch } from "./batch.js";
import { registerEvaluator } from "./evaluator.js";
import { registerExplain } from "./explain.js";
import { registerRules } from "./rules.js";
import { registerScan } from "./scan.js";
import { registerServe } from "./serve.js";
import { registerToken } from "./token.js";
import { registerWorker } from "./worker.js";

/** Adds a command to the program. It reports its exit status through `exit`, once, when it is done. */
export type Register = (program: Command, context: Context, exit: (status: number) => void) => void;

/** Every command, in the order in which `--help` shows them. */
export const commands: readonly Register[] = [
  registerScan, registerExplain, registerRules, registerBatch, registerWorker, registerServe, registerEvaluator, registerToken,
];
