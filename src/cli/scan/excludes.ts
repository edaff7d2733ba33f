import { relative, resolve, sep } from "node:path";
import ignore from "ignore";
import type { Settings } from "../config/settings.js";
import type { ScanOptions } from "./options.js";

type Excludes = (absolute: string, isFolder: boolean) => boolean;

/** Returns a function that tells whether a path is not scanned: the configuration excludes it, or this run writes a report to it. */
export function excludesOf(
  settings: Settings,
  { suppressions, targets }: Pick<ScanOptions, "suppressions" | "targets">,
  cwd: string,
): Excludes {
  const reports = new Set(
    targets.flatMap(({ file }) => (file === null ? [] : [resolve(cwd, file)])),
  );
  const configured = suppressions ? configuredExcludes(settings) : () => false;
  return (absolute, isFolder) => reports.has(absolute) || configured(absolute, isFolder);
}

/**
 * Returns a function that tells whether the configuration excludes a path. The patterns are those of a `.gitignore` in the folder of
 * the configuration.
 */
function configuredExcludes({ exclude, folder }: Settings): Excludes {
  if (exclude.length === 0) return () => false;
  const rules = ignore().add([...exclude]);
  return (absolute, isFolder) => {
    const name = relative(folder, absolute).split(sep).join("/");
    if (name === "" || name === ".." || name.startsWith("../")) return false;
    return rules.ignores(isFolder ? `${name}/` : name);
  };
}
