import * as v from "valibot";
import { environmentName, flagName, type Setting, type Settings, type Values } from "./setting.js";

/** A configuration that is invalid or cannot be used; the message names the setting or the file. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** The sources of values. The first source that has a setting wins: flags, environment, file; otherwise the default is used. */
export interface ConfigSources {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The parsed configuration file. */
  readonly file?: { readonly path: string; readonly content: unknown };
}

interface SettingSource {
  readonly value: unknown;
  readonly origin: string;
}

/** Variables that are not settings: the path of the configuration file, and what Kubernetes sets for a service named `curlew`. */
const OTHER_VARIABLES = /^CURLEW_(?:CONFIG|SERVICE_.*|PORT_.*)$/;

/**
 * Rejects unknown environment variables with curlew's prefix: a mistyped name would be silently ignored.
 * @param known the settings of all commands
 */
export function checkEnvironment(env: ConfigSources["env"], known: readonly string[]): void {
  const names = new Set(known.map(environmentName));
  const unknown = Object.keys(env).find(
    (name) => name.startsWith("CURLEW_") && !names.has(name) && !OTHER_VARIABLES.test(name),
  );
  if (unknown !== undefined)
    throw new ConfigError(
      `${unknown}: unknown setting in the environment; --help lists all settings`,
    );
}

/** Merges a configuration from its sources and validates it. */
export function resolveConfig<S extends Settings>(settings: S, sources: ConfigSources): Values<S> {
  const file = fileValues(settings, sources.file);
  const entries = Object.entries(settings).map(([key, setting]) => {
    const given =
      fromFlag(key, setting, sources) ?? fromEnvironment(key, setting, sources) ?? file.get(key);
    return [key, given === undefined ? setting.default : validated(setting, given)];
  });
  return Object.fromEntries(entries) as Values<S>;
}

function fromFlag(
  key: string,
  setting: Setting,
  { flags }: ConfigSources,
): SettingSource | undefined {
  const value = flags[key];
  if (value === undefined) return undefined;
  return { value: fromText(setting, value), origin: `--${flagName(key)}` };
}

function fromEnvironment(
  key: string,
  setting: Setting,
  { env }: ConfigSources,
): SettingSource | undefined {
  const origin = environmentName(key);
  const value = env[origin];
  return value === undefined || value === ""
    ? undefined
    : { value: fromText(setting, value), origin };
}

/** Returns the values in the configuration file. @throws ConfigError if the file has another structure or an unknown setting */
function fileValues(settings: Settings, file: ConfigSources["file"]): Map<string, SettingSource> {
  if (file === undefined) return new Map();
  if (!v.is(v.record(v.string(), v.unknown()), file.content) || Array.isArray(file.content)) {
    throw new ConfigError(`${file.path}: expected an object of settings`);
  }
  const unknown = Object.keys(file.content).find((key) => !Object.hasOwn(settings, key));
  if (unknown !== undefined) throw new ConfigError(`${file.path}: unknown setting ${unknown}`);
  return new Map(
    Object.entries(file.content).map(([key, value]) => [
      key,
      { value, origin: `${file.path}: ${key}` },
    ]),
  );
}

function fromText(setting: Setting, value: unknown): unknown {
  if (setting.kind === "list") return textList(value);
  if (typeof value !== "string" || setting.kind === "text") return value;
  return /^\d+$/.test(value) ? Number(value) : value;
}

function textList(value: unknown): string[] {
  const parts = (Array.isArray(value) ? value : [value]).flatMap((part) => String(part).split(","));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function validated(setting: Setting, given: SettingSource): unknown {
  const result = v.safeParse(setting.schema, given.value, { abortPipeEarly: true });
  if (result.success) return result.output;
  throw new ConfigError(`${given.origin}: ${reason(setting, result.issues[0])}`);
}

/** Describes the expected value; a value that may contain a password is not repeated. */
function reason(setting: Setting, issue: v.BaseIssue<unknown>): string {
  const expected = issue.type === "check" ? issue.message : (issue.expected ?? "a valid value");
  return setting.mayHoldCredentials === true
    ? `expected ${expected}`
    : `expected ${expected}, got ${issue.received}`;
}
