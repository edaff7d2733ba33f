import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import type { Entered } from "./function-coverage.js";

/** The folders of src/core that are stages, in the order in which a text passes through them. */
export const STAGES = ["segment", "parse", "query", "shell", "code", "context", "span"];

/** What ran in a stage for one text. */
export interface StageTrace {
  readonly stage: string;
  /** The functions that ran and that files outside the stage import, as `file: name`. */
  readonly entryPoints: readonly string[];
  /** The number of files with functions that ran. */
  readonly files: number;
  /** The number of functions that ran. */
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

/** Returns what ran in each stage, without the stages in which nothing ran. */
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
      entryPoints: own.flatMap(([path, called]) =>
        [...new Set(called)]
          .filter((name) => names.has(name))
          .map((name) => `${path.slice(folder.length + 1)}: ${name}`),
      ),
      files: own.length,
      functions: own.reduce((sum, [, called]) => sum + called.length, 0),
    };
  });
}
