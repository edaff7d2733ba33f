import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import type { Entered } from "./entered.js";

/** The stages of the core in the order in which a text passes through them: folders of src/core. */
export const STAGES = ["segment", "parse", "query", "shell", "code", "context", "span"];

/** The part of a stage that one text entered. */
export interface StageTrace {
  readonly stage: string;
  /** Functions that other folders call, as `file: name`. */
  readonly doors: readonly string[];
  readonly files: number;
  readonly functions: number;
}

const IMPORT = /import \{([^}]*)\} from "(\.[^"]+)\.js"/g;

/** Returns the names that files outside a folder import from it. */
function importedFrom(folder: string, files: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const file of files.filter((each) => !each.startsWith(`${folder}/`)))
    for (const [, list = "", from = ""] of readFileSync(file, "utf8").matchAll(IMPORT))
      if (normalize(join(dirname(file), from)).startsWith(`${folder}/`))
        for (const name of list.split(",")) names.add(name.trim());
  return names;
}

/** Returns what a text entered, stage by stage; stages that it did not enter are left out. */
export function stagesOf(entered: Entered): StageTrace[] {
  const files = readdirSync("src/core", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join("src/core", file));
  return STAGES.flatMap((stage) => {
    const folder = `src/core/${stage}`;
    const names = importedFrom(folder, files);
    const own = [...entered].filter(([path]) => path.startsWith(`${folder}/`)).sort();
    if (own.length === 0) return [];
    return {
      stage,
      doors: own.flatMap(([path, called]) =>
        [...new Set(called)]
          .filter((name) => names.has(name))
          .map((name) => `${path.slice(folder.length + 1)}: ${name}`),
      ),
      files: own.length,
      functions: own.reduce((sum, [, called]) => sum + called.length, 0),
    };
  });
}
