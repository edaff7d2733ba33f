import { fstatSync, statSync } from "node:fs";
import { folderOfScript } from "../host/kept.js";
import { keptPreview } from "../host/preview.js";
import packageJson from "../../package.json" with { type: "json" };
import type { Toolkit } from "./context.js";
import type * as library from "../host/node.js";
import type { RuleChoice } from "./rules.js";
import { run } from "./run.js";

/** Bun and Deno start no child process whose memory could be limited. */
const hasProcesses =
  process.versions["bun"] === undefined && process.versions["deno"] === undefined;

/** What makes detectors: loaded when the first one is needed. */
export type Library = Pick<
  typeof library,
  "createDetectorPool" | "createIsolatedDetector" | "createNodeDetector"
>;

/** The command line of this process, from its first word to its exit status. */
export async function program(load: () => Promise<Library>): Promise<void> {
  const { stdin, stdout, stderr, env } = process;
  stderr.on("error", () => undefined); // nobody reads the messages any more
  const context = {
    toolkit: toolkitOf(load),
    stdin,
    stdout,
    stderr,
    env,
    cwd: process.cwd(),
    stdinIsData: stdinIsData(),
    stdinIsNull: stdinIsNull(),
  };

  process.exitCode = await run(process.argv.slice(2), context, packageJson.version);
  // a half-read standard input would keep the process alive
  stdin.destroy();
}

export function toolkitOf(load: () => Promise<Library>): Toolkit {
  return {
    createDetector: async (rules) => (await load()).createNodeDetector(rules),
    createPool: async (rules, threads) => (await load()).createDetectorPool({ ...rules, threads }),
    ...(hasProcesses && {
      isolate: async (rules, processes) =>
        (await load()).createIsolatedDetector({ ...rules, processes }),
    }),
    preview: (rules) => (areOfPackage(rules) ? keptPreview(folderOfScript(), rules.profile) : null),
  };
}

/** Whether the rules are those of a profile, with nothing added or switched off. */
function areOfPackage({ queriesDirs, disabledRules, languages }: RuleChoice): boolean {
  return [queriesDirs, disabledRules, languages].every((list) => list.length === 0);
}

/** Standard input is data where it is a pipe, a socket or a file; a terminal or /dev/null is not. */
function stdinIsData(): boolean {
  try {
    const stdin = fstatSync(0);
    return stdin.isFIFO() || stdin.isSocket() || stdin.isFile();
  } catch {
    return false;
  }
}

function stdinIsNull(): boolean {
  try {
    const stdin = fstatSync(0);
    return stdin.isCharacterDevice() && stdin.rdev === statSync("/dev/null").rdev;
  } catch {
    return false;
  }
}
