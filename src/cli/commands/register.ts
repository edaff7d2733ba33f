import type { Command } from "commander";
import type { Context } from "../context.js";

/** Adds a command to the program. The command passes its exit status to `exit` when it has finished. */
export type Register = (program: Command, context: Context, exit: (status: number) => void) => void;
