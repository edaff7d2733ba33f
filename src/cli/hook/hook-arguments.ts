import { AGENTS, type AgentName } from "./agents.js";
import type { HookOptions } from "./run.js";

/** A command line `curlew hook AGENT …` that was read without the program's command line. */
export interface HookArguments {
  readonly agent: AgentName;
  readonly options: HookOptions;
}

/** Options without a value, with what they mean. */
const SWITCHES: Readonly<Record<string, Partial<HookOptions>>> = {
  "--files": { files: true },
  "--no-scripts": { scripts: false },
  "--no-log": { log: false },
  "--watch": { watch: true },
};

/** Options with a value, with what each value means. */
const CHOICES: Readonly<Record<string, Readonly<Record<string, Partial<HookOptions>>>>> = {
  "--decision": { deny: { decision: "deny" }, ask: { decision: "ask" } },
  "--on-advisory": { ignore: { onAdvisory: "ignore" }, ask: { onAdvisory: "ask" } },
  "--profile": {
    contract: { profile: "contract", profileGiven: true },
    extended: { profile: "extended", profileGiven: true },
  },
};

/**
 * Reads the words after `curlew` if they call a hook with the usual options of settings; null for every other command line,
 * which the program parses itself.
 */
export function hookArguments([command, name, ...rest]: readonly string[]): HookArguments | null {
  const agent = AGENTS.find((each) => each === name);
  if (command !== "hook" || agent === undefined) return null;
  let options: HookOptions = {
    profile: "extended",
    profileGiven: false,
    onAdvisory: "ask",
    scripts: true,
    log: true,
  };
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? "";
    const given = ownOf(SWITCHES, word) ?? ownOf(ownOf(CHOICES, word) ?? {}, rest[++at] ?? "");
    if (given === undefined) return null;
    options = { ...options, ...given };
  }
  return { agent, options };
}

function ownOf<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
