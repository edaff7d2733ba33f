import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { packageRoot } from "../../host/package-root.js";
import { packedTexts } from "../../host/packed-texts.js";
import type { Context } from "../context.js";
import { Failure, fileErrorMessage } from "../failure.js";
import { print } from "../output.js";
import { plural } from "../report/text.js";

const HELP = `
webpack and Vite include these files automatically. With esbuild, or without a bundler:
  $ npx curlew assets public/curlew
  createBrowserDetector({ assetsUrl: "/curlew/" })`;

/** Adds the command `curlew assets`. */
export function registerAssets(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  program
    .command("assets")
    .summary("write the files that the browser library loads")
    .description(
      "Writes the grammars and queries that the browser library loads into a folder, which is created if necessary.",
    )
    .argument("<folder>", "the output folder; existing files with the same names are replaced")
    .addHelpText("after", HELP)
    .action(async (folder: string) => {
      const written = await writeAssets(resolve(context.cwd, folder)).catch((error: unknown) => {
        throw new Failure(`${folder}: ${fileErrorMessage(error)}`);
      });
      await print(context, `${plural(written, "file")} in ${folder}\n`);
      exit(0);
    });
}

/** Writes each text file to its path, all of them as `assets.json`, and the grammars. Returns the number of files. */
async function writeAssets(folder: string): Promise<number> {
  const root = packageRoot();
  const texts = await packedTexts(root);
  const files = { ...texts, "assets.json": `${JSON.stringify(texts)}\n` };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const grammars = (await readdir(join(root, "wasm"))).filter((name) => name.endsWith(".wasm"));
  for (const name of grammars) await copyFile(join(root, "wasm", name), join(folder, "wasm", name));
  return Object.keys(files).length + grammars.length;
}
