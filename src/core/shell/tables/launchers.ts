import { containers } from "./containers.js";
import { further } from "./further.js";
import { definePrefix, type PrefixRow } from "./prefix.js";

const ssh = definePrefix({
  flags: "1246AaCfGgKkMNnqsTtVvXxYy",
  values: "BbcDEeFIiJLlmOoPpQRSWw",
  operands: 1,
  optionsBehind: true,
  joined: true,
  shell: true,
  idle: "G N O Q V W",
});

// Options may stand behind the user's name: `su - app -c CODE`.
const su = definePrefix({
  flags: "fhlmpPTV",
  values: "cGgsw",
  longFlags: "fast help login preserve-environment pty no-pty version",
  longValues: "command group session-command shell supp-group whitelist-environment",
  stopAtOperand: false,
  code: "c command session-command",
  codeOnly: true,
  idle: "h help V version",
});

const xargs = definePrefix({
  flags: "0oprtx",
  values: "aDdEIJLnPRSs",
  optional: "eil",
  longFlags: "exit help interactive no-run-if-empty null open-tty show-limits verbose version",
  longValues: "arg-file delimiter max-args max-chars max-procs process-slot-var",
  longOptional: "eof max-lines replace",
});

/** Rows by the name that `#set! options` gives them. */
export const launchers: Readonly<Record<string, PrefixRow>> = { ...containers, ...further, ssh, su, xargs };
