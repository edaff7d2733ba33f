import { AGENTS, type AgentName } from "./agents.js";
import type { HookOptions } from "./run.js";

/** The parsed command line `curlew hook AGENT …`. */
export interface HookArguments {
  readonly agent: AgentName;
  readonly options: HookOptions;
}

/** The effects of options without a value. */
const FLAGS: Readonly<Record<string, Partial<HookOptions>>> = {
  "--files": { files: true },
  "--no-scripts": { scripts: false },
  "--no-log": { log: false },
  "--watch": { watch: true },
};

/** The effects of options with a value, by the value. */
const CHOICES: Readonly<Record<string, Readonly<Record<string, Partial<HookOptions>>>>> = {
  "--decision": { deny: { decision: "deny" }, ask: { decision: "ask" } },
  "--on-advisory": { ignore: { onAdvisory: "ignore" }, ask: { onAdvisory: "ask" } },
  "--profile": {
    contract: { profile: "contract", profileGiven: true },
    extended: { profile: "extended", profileGiven: true },
  },
};

/**
 * Parses the words after `curlew` without the program's command-line parser if they call a hook with the options that occur in agents'
 * settings; null for any other command line.
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
    const given =
      ownProperty(FLAGS, word) ?? ownProperty(ownProperty(CHOICES, word) ?? {}, rest[++at] ?? "");
    if (given === undefined) return null;
    options = { ...options, ...given };
  }
  return { agent, options };
}

function ownProperty<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
