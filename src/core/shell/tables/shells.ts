import type { OptionTable } from "../options.js";
import { defineTable } from "./define.js";

const LETTERS = "abcefhiklmnprstuvxBCDEHPT";

/**
 * `-c` takes no value: it makes the first operand code, however many options stand between (`bash -c -e CODE`).
 * Likewise `-o` and `-O` take a word of their own, wherever they stand in a cluster (`-oeu pipefail`).
 */
export const bash: OptionTable = defineTable({
  flags: LETTERS,
  separate: "oO",
  plusFlags: LETTERS,
  plusSeparate: "oO",
  longFlags:
    "debug debugger dump-po-strings dump-strings help login noediting noprofile norc posix pretty-print protected restricted verbose version wordexp",
  longValues: "init-file rcfile",
  prefixes: false,
  stopAtOperand: true,
  dashEnds: true,
  singleDashLong: true,
});

/** POSIX sh, dash and BusyBox; sh is often bash, so its long options are known too. */
export const sh: OptionTable = bash;

const ZSH_LETTERS = "0123456789BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghiklmnprstuvwxy";

/** Every other long name is one of zsh's named options and takes no value. `-b` ends the options. */
export const zsh: OptionTable = defineTable({
  flags: ZSH_LETTERS,
  values: "o",
  plusFlags: ZSH_LETTERS,
  plusValues: "o",
  longFlags: "help version",
  longValues: "emulate",
  ends: "b",
  prefixes: false,
  stopAtOperand: true,
  dashEnds: true,
});
