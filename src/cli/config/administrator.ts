import { join } from "node:path";
import type { Context } from "../context.js";
import type { ConfigFile } from "./read.js";
import type { Config } from "./schema.js";

/** What the administrator's file requires: nothing that a user, a project or a command line says may loosen it. */
export interface Floor {
  readonly profile?: "extended";
  readonly decision?: "deny";
  /** Rules that may not be switched off. */
  readonly on: readonly string[];
}

export const NO_FLOOR: Floor = { on: [] };

/** Files of which each holds only what the administrator's file lets it say. */
export interface Tightened {
  readonly files: readonly ConfigFile[];
  readonly floor: Floor;
  /** What was dropped, each with its place and why. */
  readonly dropped: readonly string[];
}

type Rules = NonNullable<Config["rules"]>;
type State = Rules[string];

const RANK: Readonly<Record<State, number>> = { off: 0, note: 1, warning: 2, on: 2, error: 3 };

/** `/etc/curlew/curlew.json`, on Windows below `%ProgramData%`; null where that variable is not set. */
export function administratorPath({
  env,
  machineFolder,
}: Pick<Context, "env" | "machineFolder">): string | null {
  const folder = machineFolder ?? (process.platform === "win32" ? env["ProgramData"] : "/etc");
  return folder === undefined ? null : join(folder, "curlew", "curlew.json");
}

/** Drops from the administrator's file what would loosen curlew's defaults, and from the others what would loosen that file. */
export function tighten(administrator: ConfigFile, others: readonly ConfigFile[]): Tightened {
  const dropped: string[] = [];
  const own = withoutLoosening(administrator, dropped);
  const floor: Floor = {
    ...(own.config.profile === "extended" && { profile: "extended" }),
    ...(own.config.hook?.decision === "deny" && { decision: "deny" }),
    on: Object.keys(own.config.rules ?? {}),
  };
  const limited = others.map((file) => withinLimits(file, administrator, own.config, dropped));
  return { files: [own, ...limited], floor, dropped };
}

/** The administrator's file as settings: its lists of addresses and excludes are limits for others and grant nothing. */
function withoutLoosening(file: ConfigFile, dropped: string[]): ConfigFile {
  const drop = (keys: readonly string[], why: string): void => {
    dropped.push(`${file.placeOf(keys)}: ${keys.join(".")} is dropped: ${why}`);
  };
  const { exclude: _exclude, trust: _trust, ...config } = file.config;
  const { profile, hook, rules, ...rest } = config;
  const loosens = "the administrator's file may only tighten";
  if (profile === "contract") drop(["profile"], loosens);
  if (hook?.decision === "ask") drop(["hook", "decision"], loosens);
  const on = Object.entries(rules ?? {}).filter(([id, state]) => {
    if (state === "off") drop(["rules", id], loosens);
    return state !== "off";
  });
  return {
    ...file,
    config: {
      ...rest,
      ...(profile === "extended" && { profile }),
      ...(hook?.decision === "deny" && { hook }),
      ...(on.length > 0 && { rules: Object.fromEntries(on) }),
    },
  };
}

function withinLimits(
  file: ConfigFile,
  { path, config: limits }: ConfigFile,
  required: Config,
  dropped: string[],
): ConfigFile {
  const allowed = (keys: readonly (string | number)[], isAllowed: boolean): boolean => {
    if (!isAllowed)
      dropped.push(
        `${file.placeOf(keys)}: ${keys.filter((key) => typeof key === "string").join(".")} is dropped: ${path} does not permit it`,
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
      ...(hook !== undefined &&
        allowed(
          ["hook", "decision"],
          hook.decision !== "ask" || required.hook?.decision === undefined,
        ) && { hook }),
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
