/**
 * Runs the scripts of the built command, and stores V8's code caches of them, because compiling the scripts takes longer than most
 * analyses.
 */
import { join } from "node:path";
import { CodeCache } from "./code-cache.js";
import type * as hook from "./hook/hook-script.js";
import { askHookd } from "./hookd/client.js";
import { isData, readAllSync } from "./input/read-sync.js";
import { DEFAULT_MAX_SIZE } from "./input/size.js";
import type * as script from "./command-script.js";
import { delayTiering, restoreTiering } from "./tiering.js";
import type { Library } from "./toolkit.js";
import { writeTextSync } from "./write-sync.js";

/** What start.ts passes to this script. */
export interface Launched {
  /** The folder of the scripts. */
  readonly folder: string;
  readonly require: NodeJS.Require;
  readonly importPackage: (specifier: string) => Promise<unknown>;
}

/** Runs the command line of this process. `hook.cjs` runs a hook with the usual options, `command.cjs` everything else. */
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

  const hookScript = isHook ? run<typeof hook>("hook.cjs") : null;
  const hookArgs = hookScript?.hookArguments(args) ?? null;
  const input =
    answered?.input ?? (hookArgs !== null && isData(0) ? readAllSync(0, DEFAULT_MAX_SIZE) : null);
  let mayExit = false;
  if (hookScript !== null && hookArgs !== null && input !== null) {
    process.exitCode = await hookScript.runHook(hookArgs, input, load);
    mayExit = true;
  } else {
    const { importWith, program } = run<typeof script>("command.cjs");
    importWith(importPackage);
    mayExit = (await program(load, input)) && args[0] === "scan";
  }
  if (cache.isIncomplete && restoreTiering()) {
    await cache.keep(async () => {
      if (isHook) await run<typeof hook>("hook.cjs").warmUpHook(load);
      else await run<typeof script>("command.cjs").warmUp(load);
      restoreTiering();
    });
  }
  // all output is written: exiting at once is faster than freeing memory
  if (mayExit) process.exit();
}
