import { join } from "node:path";
import type { Context } from "../context.js";
import type { ConfigFile } from "./read-config.js";
import type { Config } from "./schema.js";

/** The requirements of the administrator's file, which users, projects and command lines cannot relax. */
export interface Requirements {
  readonly profile?: "extended";
  readonly decision?: "deny";
  readonly onAdvisory?: "ask";
  readonly scripts?: true;
  readonly log?: true;
  /** Ids of the rules that cannot be disabled. */
  readonly on: readonly string[];
}

export const NO_REQUIREMENTS: Requirements = { on: [] };

/** Configuration files, each limited to the settings that the administrator's file permits. */
export interface Tightened {
  readonly files: readonly ConfigFile[];
  readonly required: Requirements;
  /** The dropped settings, each with its position and the reason. */
  readonly dropped: readonly string[];
}

type Rules = NonNullable<Config["rules"]>;
type Hook = NonNullable<Config["hook"]>;
type State = Rules[string];

const RANK: Readonly<Record<State, number>> = { off: 0, note: 1, warning: 2, on: 2, error: 3 };

/** The strictest value of each hook setting. */
const STRICT = { decision: "deny", onAdvisory: "ask", scripts: true, log: true } as const;
const HOOK_KEYS = ["decision", "onAdvisory", "scripts", "log"] as const;

/** Returns an object whose `hook` contains the settings that pass a test; an empty object if none does. */
function hookSettings(
  hook: Hook | undefined,
  passes: (key: (typeof HOOK_KEYS)[number]) => boolean,
): Pick<Config, "hook"> {
  const kept = HOOK_KEYS.filter((key) => hook?.[key] !== undefined && passes(key));
  return kept.length === 0
    ? {}
    : { hook: Object.fromEntries(kept.map((key) => [key, hook?.[key]])) };
}

/** Returns `/etc/curlew/curlew.json`, or on Windows the file below `%ProgramData%`; null if that variable is not set. */
export function administratorPath({
  env,
  machineFolder,
}: Pick<Context, "env" | "machineFolder">): string | null {
  const folder = machineFolder ?? (process.platform === "win32" ? env["ProgramData"] : "/etc");
  return folder === undefined ? null : join(folder, "curlew", "curlew.json");
}

/**
 * Removes from the administrator's file the settings that are less strict than curlew's defaults, and from the other files those
 * that are less strict than the administrator's file.
 */
export function tighten(administrator: ConfigFile, others: readonly ConfigFile[]): Tightened {
  const dropped: string[] = [];
  const own = withoutLoosening(administrator, dropped);
  const required: Requirements = {
    ...(own.config.profile === "extended" && { profile: "extended" }),
    ...(own.config.hook?.decision === "deny" && { decision: "deny" }),
    ...(own.config.hook?.onAdvisory === "ask" && { onAdvisory: "ask" }),
    ...(own.config.hook?.scripts === true && { scripts: true }),
    ...(own.config.hook?.log === true && { log: true }),
    on: Object.keys(own.config.rules ?? {}),
  };
  const limited = others.map((file) => withinLimits(file, administrator, own.config, dropped));
  return { files: [own, ...limited], required, dropped };
}

/**
 * Returns the administrator's file without settings that are less strict than the defaults, and without `exclude` and `trust`,
 * which only limit the lists of the other files.
 */
function withoutLoosening(file: ConfigFile, dropped: string[]): ConfigFile {
  const drop = (keys: readonly string[], why: string): void => {
    dropped.push(`${file.positionOf(keys)}: ${keys.join(".")} is ignored: ${why}`);
  };
  const { exclude: _exclude, trust: _trust, ...config } = file.config;
  const { profile, hook, rules, ...rest } = config;
  const loosens = "the administrator's file may only make settings stricter";
  if (profile === "contract") drop(["profile"], loosens);
  const strict = hookSettings(hook, (key) => {
    if (hook?.[key] !== STRICT[key]) drop(["hook", key], loosens);
    return hook?.[key] === STRICT[key];
  });
  const on = Object.entries(rules ?? {}).filter(([id, state]) => {
    if (state === "off") drop(["rules", id], loosens);
    return state !== "off";
  });
  return {
    ...file,
    config: {
      ...rest,
      ...(profile === "extended" && { profile }),
      ...strict,
      ...(on.length > 0 && { rules: Object.fromEntries(on) }),
    },
  };
}

/** Returns a file with only the settings that the administrator's file permits. */
function withinLimits(
  file: ConfigFile,
  { path, config: limits }: ConfigFile,
  required: Config,
  dropped: string[],
): ConfigFile {
  const allowed = (keys: readonly (string | number)[], isAllowed: boolean): boolean => {
    if (!isAllowed)
      dropped.push(
        `${file.positionOf(keys)}: ${keys.filter((key) => typeof key === "string").join(".")} is ignored: ${path} does not permit it`,
      );
    return isAllowed;
  };
  const listed = (name: "exclude" | "trust"): string[] | undefined =>
    file.config[name]?.filter((each, at) =>
      allowed([name, at], limits[name] === undefined || limits[name].includes(each)),
    );
  const { profile, hook, rules, requireReason, exclude: _e, trust: _t, ...rest } = file.config;
  const kept = Object.entries(rules ?? {}).filter(([id, state]) =>
    allowed(["rules", id], RANK[state] >= RANK[required.rules?.[id] ?? "off"]),
  );
  const [exclude, trust] = [listed("exclude"), listed("trust")];
  return {
    ...file,
    config: {
      ...rest,
      ...(profile !== undefined &&
        allowed(["profile"], profile === "extended" || required.profile === undefined) && {
          profile,
        }),
      ...hookSettings(hook, (key) =>
        allowed(["hook", key], hook?.[key] === STRICT[key] || required.hook?.[key] === undefined),
      ),
      ...(kept.length > 0 && { rules: Object.fromEntries(kept) }),
      ...(requireReason !== undefined &&
        allowed(["requireReason"], requireReason || required.requireReason !== true) && {
          requireReason,
        }),
      ...(exclude !== undefined && { exclude }),
      ...(trust !== undefined && { trust }),
    },
  };
}
