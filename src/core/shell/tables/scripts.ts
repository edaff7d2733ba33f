import type { OptionTable } from "../options.js";
import { defineTable } from "./define.js";

/** A command that runs code of a language which hands strings to shells. */
export interface ScriptRow {
  /** The tag that names the language. */
  readonly tag: string;
  readonly table: OptionTable;
  /** Options that carry code. */
  readonly code: ReadonlySet<string>;
  /** The first operand is code where no option carries it, unless one of these names a file of it. */
  readonly operandUnless?: ReadonlySet<string>;
}

const awk: ScriptRow = {
  tag: "awk",
  table: defineTable({
    flags: "bcCghMnNOPrsStV",
    values: "efFv",
    longValues: "assign field-separator file source",
    longFlags: "posix traditional",
    stopAtOperand: true,
  }),
  code: new Set(["e", "source"]),
  operandUnless: new Set(["f", "file"]),
};

const lua: ScriptRow = { tag: "lua", table: defineTable({ flags: "iEvW", values: "elbj", stopAtOperand: true }), code: new Set(["e"]) };

/** Rows by the name that `#set! options` gives them. */
export const scripts: Readonly<Record<string, ScriptRow>> = {
  perl: {
    tag: "perl",
    table: defineTable({ flags: "0aCcfhlnpsStTuUvVwWX", values: "eEIMm", optional: "DFdix", stopAtOperand: true }),
    code: new Set(["e", "E"]),
  },
  ruby: {
    tag: "ruby",
    table: defineTable({ flags: "0achlnpsSTvWwy", values: "eIrCEF", optional: "iKx", stopAtOperand: true }),
    code: new Set(["e"]),
  },
  php: {
    tag: "php",
    table: defineTable({
      flags: "aCehHilmnqsvw",
      values: "BcdEfFrRStz",
      longValues: "run process-code process-begin process-end define file",
      stopAtOperand: true,
    }),
    code: new Set(["r", "run", "R", "process-code", "B", "process-begin", "E", "process-end"]),
  },
  lua,
  osascript: { tag: "applescript", table: defineTable({ flags: "i", values: "els", stopAtOperand: true }), code: new Set(["e"]) },
  Rscript: { tag: "r", table: defineTable({ values: "e", longValues: "default-packages", stopAtOperand: true }), code: new Set(["e"]) },
  julia: {
    tag: "julia",
    table: defineTable({
      flags: "hiqv",
      values: "eELpCJtm",
      optional: "Og",
      longValues: "eval print load procs threads cpu-target sysimage machine-file",
      stopAtOperand: true,
    }),
    code: new Set(["e", "E", "eval", "print"]),
  },
  elixir: {
    tag: "elixir",
    table: defineTable({ flags: "hv", values: "erS", longValues: "eval require app erl name sname cookie", stopAtOperand: true }),
    code: new Set(["e", "eval"]),
  },
  groovy: { tag: "groovy", table: defineTable({ flags: "adhlnpv", values: "ec", stopAtOperand: true }), code: new Set(["e"]) },
  emacs: {
    tag: "lisp",
    table: defineTable({ flags: "DQq", values: "dflLtu", longValues: "eval execute load funcall chdir user" }),
    code: new Set(["eval", "execute"]),
  },
  psql: {
    tag: "sql",
    table: defineTable({
      flags: "AabEeHlnqsStVWwXxz01",
      values: "cdFfhLopPRTUv",
      longValues: "command dbname file field-separator host log-file output port pset record-separator table-attr username set variable",
    }),
    code: new Set(["c", "command"]),
  },
  awk,
};
