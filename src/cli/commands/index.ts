import type { Command } from "commander";
import type { Context } from "../context.js";
import { registerBatch } from "./batch.js";
import { registerExplain } from "./explain.js";
import { registerRules } from "./rules.js";
import { registerScan } from "./scan.js";

/** Adds a command to the program. It reports its exit status through `exit`, once, when it is done. */
export type Register = (program: Command, context: Context, exit: (status: number) => void) => void;

/** Every command, in the order in which `--help` shows them. */
export const commands: readonly Register[] = [registerScan, registerExplain, registerRules, registerBatch];
