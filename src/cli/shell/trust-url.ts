import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as v from "valibot";
import { parseConfig } from "../config/read-config.js";
import { Address } from "../config/schema.js";
import { CONFIG_NAME, ownConfigPath } from "../config/settings.js";
import type { Context } from "../context.js";
import { Failure, fileErrorMessage } from "../failure.js";
import { withEntryIn } from "../hook/edit-settings.js";
import { print } from "../output.js";
import { showText } from "../report/terminal-text.js";

/**
 * Adds a URL to the trusted ones in the user's configuration, and leaves the rest of the file unchanged.
 * @throws Failure if the URL is not valid, or the configuration cannot be read or written
 */
export async function trust(context: Context, address: string): Promise<void> {
  const checked = v.safeParse(Address, address);
  if (!checked.success)
    throw new Failure(
      `"${showText(address).text}" cannot be trusted: ${checked.issues[0].message}`,
    );
  const path = ownConfigPath(context);
  if (path === null) throw new Failure("there is no home folder for a configuration");
  const before = existsSync(path) ? await readFile(path, "utf8") : "{}\n";
  const known = parseConfig(before, path).config.trust ?? [];
  if (known.includes(address))
    return print(context, `${showText(address).text} is already trusted\n`);
  const after = withEntryIn(before, path, ["trust"], address);
  // checked before it is written, because a file that cannot be read would disable the configuration
  parseConfig(after, CONFIG_NAME);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, after);
  } catch (error) {
    throw new Failure(`${path}: ${fileErrorMessage(error)}`);
  }
  await print(context, `${showText(address).text} is now trusted (${path})\n`);
}
