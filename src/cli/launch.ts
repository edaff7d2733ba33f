/**
 * The command as it is built: starts its scripts, and keeps what V8 makes of them, for compiling them again takes longer than
 * most texts.
 */
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { CodeCache } from "./code-cache.js";
import type { Library } from "./toolkit.js";
import type * as script from "./script.js";

/** @param input what was read of standard input before; null where nothing was */
export async function launch(input: Buffer | null): Promise<void> {
  const cache = new CodeCache(createRequire(import.meta.url), process.env);
  const run = <Exports extends object>(name: string): Exports =>
    cache.run<Exports>(fileURLToPath(new URL(name, import.meta.url)));

  let library: Library | null = null;
  const load = (): Promise<Library> => {
    library ??= run<Library>("./detector.cjs");
    tierLate();
    return Promise.resolve(library);
  };

  const { importWith, program, rehearse, tierAsEver, tierLate } =
    run<typeof script>("./command.cjs");
  importWith((specifier) => import(specifier));
  await program(load, input);
  if (cache.isLacking && tierAsEver()) {
    await cache.keep(async () => {
      await rehearse(load);
      tierAsEver();
    });
  }
}
