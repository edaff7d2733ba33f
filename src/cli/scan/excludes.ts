import { relative, resolve, sep } from "node:path";
import ignore from "ignore";
import type { Settings } from "../config/settings.js";
import type { ScanOptions } from "./options.js";

type Excludes = (absolute: string, isFolder: boolean) => boolean;

/** Paths that are not scanned: those that the configuration excludes, and the output files of this run. */
export function excludesOf(
  settings: Settings,
  { suppressions, targets }: Pick<ScanOptions, "suppressions" | "targets">,
  cwd: string,
): Excludes {
  const own = new Set(targets.flatMap(({ file }) => (file === null ? [] : [resolve(cwd, file)])));
  const configured = suppressions ? ofConfiguration(settings) : () => false;
  return (absolute, isFolder) => own.has(absolute) || configured(absolute, isFolder);
}

/** Returns the patterns of a `.gitignore`, relative to the folder of the configuration. */
function ofConfiguration({ exclude, folder }: Settings): Excludes {
  if (exclude.length === 0) return () => false;
  const rules = ignore().add([...exclude]);
  return (absolute, isFolder) => {
    const name = relative(folder, absolute).split(sep).join("/");
    if (name === "" || name === ".." || name.startsWith("../")) return false;
    return rules.ignores(isFolder ? `${name}/` : name);
  };
}
