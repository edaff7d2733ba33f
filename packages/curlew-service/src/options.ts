import type { Command, Option } from "commander";
import { readConfigFile } from "../../../src/service/config/file.js";
import { checkEnvironment, resolveConfig } from "../../../src/service/config/resolve.js";
import {
  environmentName,
  flagName,
  type Setting,
  type Settings,
  type Values,
} from "../../../src/service/config/setting.js";
import { evaluatorSettings, gatewaySettings } from "../../../src/service/config/settings.js";
import type { Context } from "../../../src/cli/context.js";

/** Adds a flag for each setting. The values remain strings, which are parsed and checked with the rest of the configuration. */
export function withSettings(command: Command, settings: Settings): Command {
  for (const [key, setting] of Object.entries(settings))
    command.addOption(optionOf(command, key, setting));
  return command
    .option("--config <FILE>", "JSON file with settings (CURLEW_CONFIG)")
    .option("--print-config", "print the effective settings and exit");
}

function optionOf(command: Command, key: string, setting: Setting): Option {
  const shown = ["string", "number"].includes(typeof setting.default)
    ? `, default ${setting.default as string | number}`
    : "";
  const option = command.createOption(
    `--${flagName(key)} <${setting.placeholder}>`,
    `${setting.description} (${environmentName(key)}${shown})`,
  );
  if (setting.kind === "list")
    option.argParser((value: string, earlier: string[] | undefined) => [...(earlier ?? []), value]);
  return option;
}

/** Returns the validated settings from flags, environment and file, in this order of precedence. */
export async function readSettings<S extends Settings>(
  settings: S,
  flags: Readonly<Record<string, unknown>>,
  { env }: Pick<Context, "env">,
): Promise<Values<S>> {
  checkEnvironment(env, [...Object.keys(gatewaySettings), ...Object.keys(evaluatorSettings)]);
  const path = flags["config"] ?? env["CURLEW_CONFIG"];
  const file = typeof path === "string" && path !== "" ? { file: await readConfigFile(path) } : {};
  return resolveConfig(settings, { flags, env, ...file });
}
