import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { Profile, Rule, Severity } from "../../core/index.js";
import type { Context } from "../context.js";
import { explanations } from "../explain/explanations.js";
import { Failure } from "../failure.js";
import type { RuleOptions } from "../options.js";
import { administratorPath, NO_FLOOR, tighten, type Floor } from "./administrator.js";
import type { ConfigFile } from "./read.js";

export const CONFIG_NAME = "curlew.json";

/** The effective configuration: the administrator's, the user's, and the project's if it applies. */
export interface Settings {
  /** The files that were read, the one that decides last. */
  readonly files: readonly ConfigFile[];
  /** The folder from which excludes are read. */
  readonly folder: string;
  readonly profile: Profile | null;
  readonly exclude: readonly string[];
  readonly off: readonly string[];
  readonly severities: ReadonlyMap<string, Severity>;
  readonly trust: ReadonlySet<string>;
  readonly requireReason: boolean;
  /** The hook settings of the files. */
  readonly hook: NonNullable<ConfigFile["config"]["hook"]>;
  /** The settings that the administrator's file requires. */
  readonly floor: Floor;
  /** Settings of other files that the administrator's file does not permit, each with its place. */
  readonly dropped: readonly string[];
}

export interface SettingsOptions {
  /** Whether the configuration of the project applies: to files only, never to text from elsewhere. */
  readonly project: boolean;
  /** A configuration file from the command line; it replaces the project's. */
  readonly named?: string | undefined;
}

/**
 * Reads the effective configuration.
 * @throws Failure for a file that cannot be read or is wrong, with the place
 */
export async function readSettings(
  context: Pick<Context, "cwd" | "env" | "machineFolder">,
  { project, named }: SettingsOptions,
): Promise<Settings> {
  const administrator = administratorPath(context);
  const isManaged = administrator !== null && existsSync(administrator);
  const own = ownConfigPath(context);
  const ofProject =
    named === undefined
      ? project
        ? projectConfigPath(context.cwd)
        : null
      : resolve(context.cwd, named);
  const paths = [own !== null && existsSync(own) ? own : null, ofProject].filter(
    (path) => path !== null,
  );
  const folder = ofProject === null ? context.cwd : dirname(ofProject);
  // most runs have no configuration to read, and start without what reads it
  if (paths.length === 0 && !isManaged) return merged([], folder);
  const { readConfig } = await import("./read.js");
  const read = (path: string): Promise<ConfigFile> =>
    readConfig(path, shownFrom(context.cwd, path));
  const files = await Promise.all([...new Set(paths)].map(read));
  if (!isManaged) return merged(files, folder);
  const tightened = tighten(await read(administrator), files);
  return { ...merged(tightened.files, folder), ...tightened };
}

/** `$XDG_CONFIG_HOME/curlew/curlew.json`, else below `~/.config`. A relative folder is ignored, as that standard requires. */
export function ownConfigPath({ env }: Pick<Context, "env">): string | null {
  const { HOME, USERPROFILE, XDG_CONFIG_HOME } = env;
  const base =
    XDG_CONFIG_HOME !== undefined && isAbsolute(XDG_CONFIG_HOME)
      ? XDG_CONFIG_HOME
      : join(HOME ?? USERPROFILE ?? "", ".config");
  return isAbsolute(base) ? join(base, "curlew", CONFIG_NAME) : null;
}

/**
 * Returns the project's configuration: in the current folder or the nearest above it, up to the repository's root. Folders above a
 * repository, and scanned folders, are not read.
 */
export function projectConfigPath(cwd: string): string | null {
  const folders = [cwd];
  while (!existsSync(join(folders.at(-1) ?? cwd, ".git"))) {
    const above = dirname(folders.at(-1) ?? cwd);
    if (above === folders.at(-1)) return existing([cwd]);
    folders.push(above);
  }
  return existing(folders);
}

function existing(folders: readonly string[]): string | null {
  return (
    folders.map((folder) => join(folder, CONFIG_NAME)).find((path) => existsSync(path)) ?? null
  );
}

function shownFrom(cwd: string, path: string): string {
  const shown = relative(cwd, path);
  return shown.startsWith(join("..", "..", "..")) ? path : shown;
}

/** Later files decide over earlier ones; excludes and trusted addresses add up. */
function merged(files: readonly ConfigFile[], folder: string): Settings {
  const rules = new Map(files.flatMap(({ config }) => Object.entries(config.rules ?? {})));
  return {
    files,
    folder,
    profile: files.findLast(({ config }) => config.profile !== undefined)?.config.profile ?? null,
    exclude: files.flatMap(({ config }) => config.exclude ?? []),
    off: [...rules].filter(([, state]) => state === "off").map(([id]) => id),
    severities: new Map(
      [...rules].flatMap(([id, state]) =>
        state === "off" || state === "on" ? [] : [[id, state] as const],
      ),
    ),
    trust: new Set(files.flatMap(({ config }) => config.trust ?? [])),
    requireReason:
      files.findLast(({ config }) => config.requireReason !== undefined)?.config.requireReason ??
      false,
    hook: Object.assign({}, ...files.map(({ config }) => config.hook)) as Settings["hook"],
    floor: NO_FLOOR,
    dropped: [],
  };
}

/** Merges command-line options and configuration: the command line takes precedence, except over the administrator. */
export function withSettings<O extends RuleOptions>(
  options: O,
  settings: Settings,
  { profileGiven, suppress }: { profileGiven: boolean; suppress: boolean },
): O {
  const off = suppress ? settings.off : [];
  const { floor } = settings;
  const chosen = profileGiven ? options.profile : (settings.profile ?? options.profile);
  return {
    ...options,
    profile: floor.profile ?? chosen,
    disableRule: [...new Set([...(options.disableRule ?? []), ...off])].filter(
      (id) => !floor.on.includes(id),
    ),
  };
}

/** Returns the rules with the severities of the configuration. */
export function withSeverities(rules: readonly Rule[], { severities }: Settings): Rule[] {
  return rules.map((rule) => ({ ...rule, severity: severities.get(rule.id) ?? rule.severity }));
}

/** Searches the configuration for rules that the package does not have; only the detector knows those of a user. */
export function checkRules({ files }: Settings): void {
  const namespaces = new Set([...explanations.keys()].map((id) => id.split("/")[0]));
  const known = (id: string): boolean =>
    explanations.has(id) || (id.includes("/") && !namespaces.has(id.split("/")[0]));
  const mistakes = files.flatMap(({ config, placeOf }) =>
    Object.keys(config.rules ?? {})
      .filter((id) => !known(id))
      .map((id) => `${placeOf(["rules", id])}: there is no rule "${id}"; curlew rules lists them`),
  );
  if (mistakes.length > 0) throw new Failure(mistakes.join("\n"));
}
