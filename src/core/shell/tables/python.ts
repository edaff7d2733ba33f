import type { OptionTable } from "../options.js";
import { defineTable } from "./define.js";

/** CPython 2.7 to 3.x. `-c` and `-m` end the options: what follows belongs to the program. */
export const python: OptionTable = defineTable({
  flags: "3bBdEhiIOPqRsStuvVx?",
  values: "cmQWX",
  longFlags: "help help-all help-env help-xoptions version",
  longValues: "check-hash-based-pycs",
  ends: "c m",
  prefixes: false,
  stopAtOperand: true,
});
