import { posix } from "node:path";
import type { Listed, ListedFile, ListedLink, Listing } from "./list-files.js";
import { referencedFiles } from "./referenced-files.js";
import { isToolList } from "./tool-list.js";
import {
  describedKind,
  isSkillFile,
  kindOfUnit,
  pluginFolder,
  type UnitKind,
} from "./unit-kinds.js";

/** Files that are installed or trusted together, with the links and skipped folders among them. */
export interface Unit {
  readonly kind: UnitKind;
  /** The path of the main file or, for a skill, of the folder, as the user would write it. */
  readonly shown: string;
  /** The folder to which the paths of the unit's files are relative. */
  readonly folder: string;
  /** The file that makes these files a unit. */
  readonly main: ListedFile;
  readonly entries: readonly Listed[];
}

/** The units below a path, and the symbolic links that are in no skill. */
export interface FoundUnits {
  readonly units: readonly Unit[];
  readonly links: readonly ListedLink[];
}

/** Returns the text of a file, or null if it is not read as text. */
export type ReadText = (absolute: string) => Promise<string | null>;

/** Finds the units among listed files. A file belongs to the nearest skill around it; several units can refer to the same file. */
export async function findUnits(
  { root, named, entries }: Listing,
  readText: ReadText,
): Promise<FoundUnits> {
  const files = entries.filter((entry) => entry.kind === "file");
  const byPath = new Map(files.map((file) => [file.absolute, file]));
  const skills = skillsOf(files, entries);
  const inSkills = new Set(skills.flatMap((unit) => unit.entries.map(({ absolute }) => absolute)));
  const plugins = pluginsOf(files.filter(({ absolute }) => !inSkills.has(absolute)));
  const inPlugins = new Set(
    plugins.flatMap((unit) => unit.entries.map(({ absolute }) => absolute)),
  );
  const single: Unit[] = [];
  for (const file of files) {
    if (inSkills.has(file.absolute) || inPlugins.has(file.absolute)) continue;
    const kind = await kindOfSingle(file, named, plugins, readText);
    if (kind !== null)
      single.push({
        kind,
        shown: file.shown,
        folder: posix.dirname(file.absolute),
        main: file,
        entries: [file],
      });
  }
  const units: Unit[] = [];
  for (const unit of [...skills, ...plugins, ...single])
    units.push(await withReferences(unit, root, byPath, readText));
  return {
    units: units.sort((a, b) => (a.main.absolute < b.main.absolute ? -1 : 1)),
    links: entries.flatMap((entry) =>
      entry.kind === "link" && !inSkills.has(entry.absolute) ? [entry] : [],
    ),
  };
}

function skillsOf(files: readonly ListedFile[], entries: readonly Listed[]): Unit[] {
  const mains = new Map<string, ListedFile>();
  for (const file of files)
    if (isSkillFile(file.absolute)) mains.set(posix.dirname(file.absolute), file);
  const members = new Map<string, Listed[]>([...mains.keys()].map((folder) => [folder, []]));
  for (const entry of entries) nearest(entry.absolute, members)?.push(entry);
  return [...mains].map(([folder, main]) => ({
    kind: "skill",
    shown: posix.dirname(main.shown),
    folder,
    main,
    entries: members.get(folder) ?? [main],
  }));
}

/** Returns the members of the nearest skill folder around a path; undefined if there is none. */
function nearest(path: string, members: ReadonlyMap<string, Listed[]>): Listed[] | undefined {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const found = members.get(folder);
    if (found !== undefined || folder === posix.dirname(folder)) return found;
  }
}

/** Returns the plugins: manifests, with the files for hooks and servers that a client loads from fixed paths. */
function pluginsOf(files: readonly ListedFile[]): Unit[] {
  const manifests = new Map<string, ListedFile[]>();
  for (const file of files) {
    const folder = pluginFolder(file.absolute);
    if (folder !== null) manifests.set(folder, [...(manifests.get(folder) ?? []), file]);
  }
  return [...manifests].flatMap(([folder, found]): Unit[] => {
    const [main] = found;
    if (main === undefined) return [];
    const loaded = files.filter(({ absolute }) =>
      ["hooks/hooks.json", "hooks.json", ".mcp.json"].some(
        (name) => absolute === posix.join(folder, name),
      ),
    );
    return [{ kind: "plugin", shown: main.shown, folder, main, entries: [...found, ...loaded] }];
  });
}

async function kindOfSingle(
  { absolute }: ListedFile,
  named: string | null,
  plugins: readonly Unit[],
  readText: ReadText,
): Promise<UnitKind | null> {
  const known = kindOfUnit(absolute);
  if (known !== null) return known;
  const described = describedKind(absolute);
  if (described !== null) {
    const isInPlugin = plugins.some(({ folder }) =>
      absolute.startsWith(`${folder}/${described}s/`),
    );
    if (isInPlugin || hasDescription((await readText(absolute)) ?? "")) return described;
  }
  if (absolute.endsWith(".json") && isToolList((await readText(absolute)) ?? "")) return "tools";
  return named === absolute ? "file" : null;
}

/** Whether a text begins with front matter that contains a description. */
function hasDescription(text: string): boolean {
  if (!text.startsWith("---")) return false;
  const end = text.indexOf("\n---", 3);
  return end > 0 && /^description\s*:/m.test(text.slice(0, Math.min(end, 20_000)));
}

/** Adds to a unit the files outside it that its files mention. In a skill, only the main file is searched for mentions. */
async function withReferences(
  unit: Unit,
  root: string,
  files: ReadonlyMap<string, ListedFile>,
  readText: ReadText,
): Promise<Unit> {
  if (unit.kind === "package" || unit.kind === "tools") return unit;
  const entries = new Map(unit.entries.map((entry) => [entry.absolute, entry]));
  const readers = unit.kind === "skill" ? [unit.main] : unit.entries;
  for (const { absolute } of readers) {
    const bases = [posix.dirname(absolute), unit.folder, posix.dirname(unit.folder), root];
    const text = (await readText(absolute)) ?? "";
    for (const path of referencedFiles(text, bases, (each) => files.has(each))) {
      const file = files.get(path);
      if (file !== undefined) entries.set(path, file);
    }
  }
  return {
    ...unit,
    entries: [...entries.values()].sort((a, b) => (a.absolute < b.absolute ? -1 : 1)),
  };
}
