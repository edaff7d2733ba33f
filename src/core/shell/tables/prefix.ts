import type { OptionTable } from "../options.js";
import { defineTable, list, type TableText } from "./define.js";

/** How a wrapper or launcher leads to the command it runs: `NAME options [assignments] [operands] command words`. */
export interface PrefixRow {
  readonly table: OptionTable;
  /** Words before the command that are its own (`timeout DURATION`, `docker run IMAGE`). */
  readonly operands: number;
  /** `K=V` words before the command belong to the environment (`env`, `sudo`). */
  readonly assignments: boolean;
  /** Options go on behind the own operands and assignments (`ssh HOST -p 22 COMMAND`, `sudo A=1 -u app COMMAND`). */
  readonly optionsBehind: boolean;
  /** Options with which nothing is run. */
  readonly idle: ReadonlySet<string>;
  /** Options whose value is code for a shell (`su -c CODE`). */
  readonly code: ReadonlySet<string>;
  /** Options whose value holds words (`env -S WORDS`). */
  readonly split: ReadonlySet<string>;
  /** Options whose value is the command's first word (`docker run --entrypoint sh IMAGE -c CODE`). */
  readonly entry: ReadonlySet<string>;
  /** The words are joined by blanks and read by a shell (`ssh`). */
  readonly joined: boolean;
  /** A shell is started where no words follow (`ssh HOST`). */
  readonly shell: boolean;
  /** Options with which a shell is started where no words follow (`sudo -i`). */
  readonly login: ReadonlySet<string>;
  /** Nothing is run from operands, only from code. */
  readonly codeOnly: boolean;
  /** Nothing is run but what an option carries as code, though operands stand beside it (`script -c CODE FILE`). */
  readonly codeIsNeeded: boolean;
  /** Words with which the command ends (`parallel COMMAND ::: VALUES`). */
  readonly until: ReadonlySet<string>;
  /** The words, in small letters, behind one of which the command stands; whether it reads standard input as commands without one. */
  readonly behind: { readonly words: ReadonlySet<string>; readonly login: boolean; readonly idle: ReadonlySet<string> } | null;
  /** The command follows `--` only, where there is one (`kubectl exec POD -c NAME -- COMMAND`). */
  readonly terminated: boolean;
  /** The first operand chooses a row; others run nothing (`docker run`, `docker compose exec`). */
  readonly commands: ReadonlyMap<string, PrefixRow> | null;
}

/** A row as it is written down; lists are separated by blanks. */
export interface PrefixText extends TableText {
  readonly operands?: number;
  readonly assignments?: boolean;
  readonly optionsBehind?: boolean;
  readonly idle?: string;
  readonly code?: string;
  readonly split?: string;
  readonly entry?: string;
  readonly login?: string;
  readonly joined?: boolean;
  readonly shell?: boolean;
  readonly codeOnly?: boolean;
  readonly terminated?: boolean;
  readonly codeIsNeeded?: boolean;
  readonly until?: string;
  readonly behind?: { readonly words: string; readonly login?: boolean; readonly idle?: string };
  readonly commands?: Readonly<Record<string, PrefixRow>>;
}

export function definePrefix(text: PrefixText): PrefixRow {
  return {
    table: defineTable({ stopAtOperand: true, ...text }),
    operands: text.operands ?? 0,
    assignments: text.assignments ?? false,
    optionsBehind: text.optionsBehind ?? false,
    idle: new Set(list(text.idle ?? "help version")),
    code: new Set(list(text.code)),
    split: new Set(list(text.split)),
    entry: new Set(list(text.entry)),
    login: new Set(list(text.login)),
    joined: text.joined ?? false,
    shell: text.shell ?? false,
    codeOnly: text.codeOnly ?? false,
    terminated: text.terminated ?? false,
    codeIsNeeded: text.codeIsNeeded ?? false,
    until: new Set(list(text.until)),
    behind:
      text.behind === undefined
        ? null
        : { words: new Set(list(text.behind.words)), login: text.behind.login ?? false, idle: new Set(list(text.behind.idle)) },
    commands: text.commands ? new Map(Object.entries(text.commands)) : null,
  };
}
