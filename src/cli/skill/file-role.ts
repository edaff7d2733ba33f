import { kindOf, shebangTag } from "../input/file-type.js";
import { isToolList } from "./tool-list.js";
import { kindOfUnit, pluginFolder, type UnitKind } from "./unit-kinds.js";

/** The purpose of a file, which determines how its text is read. */
export type FileRole =
  | "instructions"
  | "tools"
  | "settings"
  | "mcp-config"
  | "manifest"
  | "package"
  | "prompt"
  | "script"
  | "data"
  | "binary"
  | "link";

/** The role of a file, with the format in which the detector reads the file. */
export interface ReadAs {
  readonly role: FileRole;
  /** The tag of a fence, or `skill` or `mcp` for a text that a model reads. */
  readonly format: string;
}

const OF_KIND: Readonly<Partial<Record<UnitKind, FileRole>>> = {
  settings: "settings",
  "mcp-config": "mcp-config",
  package: "package",
};
/** Tags of formats that contain data more often than code. */
const DATA = new Set(["json", "yaml", "toml", "html", "xml", "csv", "ini", "diff", "ipynb"]);

/**
 * Returns the role and the format of a text file in a unit.
 * @param absolute the path of the file, with forward slashes
 */
export function readAs(absolute: string, text: string): ReadAs {
  const kind = kindOf(absolute);
  const tag = kind.known ? kind.tag : shebangTag(text);
  const role = OF_KIND[kindOfUnit(absolute) ?? "file"];
  if (role !== undefined) return { role, format: tag ?? "json" };
  if (pluginFolder(absolute) !== null) return { role: "manifest", format: "json" };
  if (tag === "json" && isToolList(text)) return { role: "tools", format: "mcp" };
  if (tag === "toml" && absolute.includes("/commands/")) return { role: "prompt", format: tag };
  if (tag === null || tag === "markdown" || tag === "md")
    return { role: "instructions", format: "skill" };
  return { role: DATA.has(tag) ? "data" : "script", format: tag };
}
