import { readFile } from "node:fs/promises";
import { ConfigError, type ConfigSources } from "./resolve.js";

/** Reads a configuration file, which is JSON. */
export async function readConfigFile(path: string): Promise<NonNullable<ConfigSources["file"]>> {
  let content: string;
  try {
    content = await readFile(path, "utf8");
  } catch (error) {
    throw new ConfigError(`${path}: cannot be read`, { cause: error });
  }
  try {
    return { path, content: JSON.parse(content) as unknown };
  } catch {
    throw new ConfigError(`${path}: is not JSON`);
  }
}
