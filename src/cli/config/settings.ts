import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { Profile, Rule, Severity } from "../../core/index.js";
import type { Context } from "../context.js";
import { explanations } from "../explain/explanations.js";
import { Failure } from "../failure.js";
import type { RuleOptions } from "../options.js";
import { administratorPath, NO_REQUIREMENTS, tighten, type Requirements } from "./administrator.js";
import type { ConfigFile } from "./read-config.js";

export const CONFIG_NAME = "curlew.json";

/** The effective configuration: the administrator's, the user's, and the project's if it applies. */
export interface Settings {
  /** The files that were read; later ones take precedence. */
  readonly files: readonly ConfigFile[];
  /** The folder to which the patterns of `exclude` are relative. */
  readonly folder: string;
  readonly profile: Profile | null;
  readonly exclude: readonly string[];
  /** Ids of the disabled rules. */
  readonly off: readonly string[];
  readonly severities: ReadonlyMap<string, Severity>;
  readonly trust: ReadonlySet<string>;
  readonly requireReason: boolean;
  /** The hook settings of the files. */
  readonly hook: NonNullable<ConfigFile["config"]["hook"]>;
  /** The settings that the administrator's file requires. */
  readonly required: Requirements;
  /**
   * Settings that have no effect, each with its position and the reason: those of the administrator's file that are less strict than
   * the defaults, and those of other files that the administrator's file does not permit.
   */
  readonly dropped: readonly string[];
}

export interface SettingsOptions {
  /** Whether the project's configuration applies. It must apply only to files, never to text from another source. */
  readonly project: boolean;
  /** A configuration file from the command line; it replaces the project's. */
  readonly named?: string | undefined;
}

/**
 * Reads the effective configuration.
 * @throws Failure with the position, for a file that cannot be read or is invalid
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
  // most runs have no configuration, and start faster without the parser
  if (paths.length === 0 && !isManaged) return merged([], folder);
  const { readConfig } = await import("./read-config.js");
  const read = (path: string): Promise<ConfigFile> =>
    readConfig(path, shownPath(context.cwd, path));
  const files = await Promise.all([...new Set(paths)].map(read));
  if (!isManaged) return merged(files, folder);
  const tightened = tighten(await read(administrator), files);
  return { ...merged(tightened.files, folder), ...tightened };
}

/**
 * Returns `$XDG_CONFIG_HOME/curlew/curlew.json`, or `~/.config/curlew/curlew.json` if the variable is not set or contains a relative
 * path, which the XDG Base Directory Specification forbids; null if the home folder is needed and unknown.
 */
export function ownConfigPath({ env }: Pick<Context, "env">): string | null {
  const { HOME, USERPROFILE, XDG_CONFIG_HOME } = env;
  const base =
    XDG_CONFIG_HOME !== undefined && isAbsolute(XDG_CONFIG_HOME)
      ? XDG_CONFIG_HOME
      : join(HOME ?? USERPROFILE ?? "", ".config");
  return isAbsolute(base) ? join(base, "curlew", CONFIG_NAME) : null;
}

/**
 * Returns the path of the project's configuration: the nearest one from the current folder up to the root of its repository or,
 * outside of a repository, the one in the current folder; null if there is none. Scanned folders are not searched.
 */
export function projectConfigPath(cwd: string): string | null {
  const folders = [cwd];
  while (!existsSync(join(folders.at(-1) ?? cwd, ".git"))) {
    const above = dirname(folders.at(-1) ?? cwd);
    if (above === folders.at(-1)) return firstExisting([cwd]);
    folders.push(above);
  }
  return firstExisting(folders);
}

/** Returns the path of the first configuration that exists in a list of folders, or null. */
function firstExisting(folders: readonly string[]): string | null {
  return (
    folders.map((folder) => join(folder, CONFIG_NAME)).find((path) => existsSync(path)) ?? null
  );
}

function shownPath(cwd: string, path: string): string {
  const shown = relative(cwd, path);
  return shown.startsWith(join("..", "..", "..")) ? path : shown;
}

/** Merges files: later ones take precedence, but excludes and trusted addresses are combined. */
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
    required: NO_REQUIREMENTS,
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
  const { required } = settings;
  const chosen = profileGiven ? options.profile : (settings.profile ?? options.profile);
  return {
    ...options,
    profile: required.profile ?? chosen,
    disableRule: [...new Set([...(options.disableRule ?? []), ...off])].filter(
      (id) => !required.on.includes(id),
    ),
  };
}

/** Returns the rules with the severities of the configuration. */
export function withSeverities(rules: readonly Rule[], { severities }: Settings): Rule[] {
  return rules.map((rule) => ({ ...rule, severity: severities.get(rule.id) ?? rule.severity }));
}

/**
 * Checks the rule ids in the configuration files. An id in a namespace without built-in rules is not checked, because only the
 * detector knows custom rules.
 * @throws Failure that lists the unknown ids with their positions
 */
export function checkRules({ files }: Settings): void {
  const namespaces = new Set([...explanations.keys()].map((id) => id.split("/")[0]));
  const known = (id: string): boolean =>
    explanations.has(id) || (id.includes("/") && !namespaces.has(id.split("/")[0]));
  const mistakes = files.flatMap(({ config, positionOf }) =>
    Object.keys(config.rules ?? {})
      .filter((id) => !known(id))
      .map(
        (id) => `${positionOf(["rules", id])}: there is no rule "${id}"; curlew rules lists them`,
      ),
  );
  if (mistakes.length > 0) throw new Failure(mistakes.join("\n"));
}
