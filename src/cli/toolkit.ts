import { folderOfScript } from "../host/stored-texts.js";
import type * as library from "../host/node.js";
import { readPreview } from "../host/detector-preview.js";
import type { Toolkit } from "./context.js";
import type { RuleChoice } from "./rule-choice.js";

/** Whether child processes can have a memory limit; false in Bun and Deno. */
const hasProcesses =
  process.versions["bun"] === undefined && process.versions["deno"] === undefined;

/** The functions of the library that create detectors. */
export type Library = Pick<
  typeof library,
  "createDetectorPool" | "createIsolatedDetector" | "createNodeDetector"
>;

/** Returns the functions that create detectors for commands, from a library that is loaded when the first one is needed. */
export function toolkitOf(load: () => Promise<Library>): Toolkit {
  return {
    createDetector: async (rules) => (await load()).createNodeDetector(rules),
    createPool: async (rules, threads) => (await load()).createDetectorPool({ ...rules, threads }),
    ...(hasProcesses && {
      isolate: async (rules, processes) =>
        (await load()).createIsolatedDetector({ ...rules, processes }),
    }),
    preview: (rules) => (areDefault(rules) ? readPreview(folderOfScript(), rules.profile) : null),
  };
}

/** Whether the rules are those of a profile, with nothing added or disabled. */
function areDefault({ queriesDirs, disabledRules, languages }: RuleChoice): boolean {
  return [queriesDirs, disabledRules, languages].every((list) => list.length === 0);
}
