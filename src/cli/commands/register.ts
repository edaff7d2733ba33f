import type { Command } from "commander";
import type { Context } from "../context.js";

/** Adds a command to the program. It reports its exit status through `exit`, once, when it is done. */
export type Register = (program: Command, context: Context, exit: (status: number) => void) => void;
