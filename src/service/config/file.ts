import { readFile } from "node:fs/promises";
import { fileErrorReason } from "../file-error-reason.js";
import { ConfigError, type ConfigSources } from "./resolve.js";

/** Reads a configuration file, which is JSON. */
export async function readConfigFile(path: string): Promise<NonNullable<ConfigSources["file"]>> {
  let content: string;
  try {
    content = await readFile(path, "utf8");
  } catch (error) {
    throw new ConfigError(`${path}: cannot be read${fileErrorReason(error)}`, { cause: error });
  }
  try {
    return { path, content: JSON.parse(content.replace(/^\uFEFF/, "")) as unknown };
  } catch {
    throw new ConfigError(`${path}: is not JSON`);
  }
}
