/**
 * The entry of the built command: starts its scripts, and stores V8's code cache, because compiling them takes longer than most
 * analyses.
 */
import { join } from "node:path";
import { CodeCache } from "./code-cache.js";
import type * as hook from "./hook/script.js";
import { askHookd } from "./hookd/client.js";
import { isData, readAllSync } from "./input/read-sync.js";
import { DEFAULT_MAX_SIZE } from "./input/size.js";
import type * as script from "./script.js";
import { tierAsEver, delayTiering } from "./tiering.js";
import type { Library } from "./toolkit.js";
import { writeTextSync } from "./write-sync.js";

/** The options from the file that starts this script. */
export interface Launched {
  /** Where the scripts are. */
  readonly folder: string;
  readonly require: NodeJS.Require;
  readonly importPackage: (specifier: string) => Promise<unknown>;
}

/** Runs the command line of this process: a hook by its own small script, everything else by the program's. */
export async function launch({ folder, require, importPackage }: Launched): Promise<void> {
  const args = process.argv.slice(2);
  const isHook = args[0] === "hook";
  const answered = isHook ? await askHookd(args, folder) : null;
  if (answered?.response) {
    process.exitCode = answered.response.status;
    writeTextSync(2, answered.response.stderr);
    writeTextSync(1, answered.response.stdout);
    return;
  }
  const cache = new CodeCache(require, process.env, isHook ? "hook" : "");
  const scripts = new Map<string, unknown>();
  const run = <Exports extends object>(name: string): Exports => {
    const exports =
      (scripts.get(name) as Exports | undefined) ?? cache.run<Exports>(join(folder, name));
    scripts.set(name, exports);
    return exports;
  };
  const load = (): Promise<Library> => {
    const library = run<Library>("detector.cjs");
    delayTiering();
    return Promise.resolve(library);
  };

  const quick = isHook ? run<typeof hook>("hook.cjs") : null;
  const given = quick?.hookArguments(args) ?? null;
  const input =
    answered?.input ?? (given !== null && isData(0) ? readAllSync(0, DEFAULT_MAX_SIZE) : null);
  let isWritten = false;
  if (quick !== null && given !== null && input !== null) {
    process.exitCode = await quick.runHook(given, input, load);
  } else {
    const { importWith, program } = run<typeof script>("command.cjs");
    importWith(importPackage);
    isWritten = (await program(load, input)) && args[0] === "scan";
  }
  if (cache.isIncomplete && tierAsEver()) {
    await cache.keep(async () => {
      if (isHook) await run<typeof hook>("hook.cjs").warmUpHook(load);
      else await run<typeof script>("command.cjs").warmUp(load);
      tierAsEver();
    });
  }
  // all output is written: exiting at once is faster than freeing memory
  if ((quick !== null && given !== null && input !== null) || isWritten) process.exit();
}
