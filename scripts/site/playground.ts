import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build, type BuildOptions } from "esbuild";
import { packedTexts } from "../../src/host/packed-texts.js";
import { bareParsingRuntime } from "../build/bare-parsing-runtime.js";
import { iconUrl } from "./icon.js";
import { withoutEval } from "../build/without-eval.js";

const SOURCE = "site/playground";

const common: BuildOptions = {
  bundle: true,
  minify: true,
  charset: "ascii",
  legalComments: "none",
  platform: "browser",
  target: ["chrome123", "firefox120", "safari17.5"],
  write: false,
  preserveSymlinks: true,
};

/** Builds the playground into a folder. File names contain a digest of the content, so that caches do not mix versions. */
export async function buildPlayground(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const put = (name: string, content: string): string => {
    const [stem = "", ending = ""] = name.split(".");
    const hashed = `${stem}-${digestOf(content)}.${ending}`;
    writeFileSync(join(folder, hashed), content);
    return hashed;
  };
  const assets = await putAssets(folder);
  const names = {
    assets,
    main: await buildPage(folder),
    // The page's content security policy would reject eval.
    worker: put(
      "worker.js",
      withoutEval(
        await bundle({
          entryPoints: [`${SOURCE}/worker.ts`],
          format: "iife",
          plugins: [bareParsingRuntime],
          minifyIdentifiers: true,
          // The runtime reads the URL of its module, which a worker that is created from a blob does not have.
          define: { "import.meta.url": '"https://unused.invalid/"' },
        }),
      ),
    ),
    icon: iconUrl(),
    style: put("playground.css", await bundle({ entryPoints: [`${SOURCE}/playground.css`] })),
  };
  const page = readFileSync(`${SOURCE}/index.html`, "utf8").replace(
    /\{\{(assets|icon|main|worker|style)\}\}/g,
    (_, name: keyof typeof names) => names[name],
  );
  writeFileSync(join(folder, "index.html"), page);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter((path) => path !== "index.html");
  const serviceWorker = await bundle({
    entryPoints: [`${SOURCE}/service-worker.ts`],
    format: "iife",
    define: {
      CURLEW_FILES: JSON.stringify(["./", ...files]),
      CURLEW_VERSION: JSON.stringify(digestOf(page + files.join())),
    },
  });
  writeFileSync(join(folder, "sw.js"), serviceWorker);
}

/** Builds the script of the page and the chunks that it loads later. Returns the file name of the script. */
async function buildPage(folder: string): Promise<string> {
  const { outputFiles = [] } = await build({
    ...common,
    entryPoints: [`${SOURCE}/main.ts`],
    format: "esm",
    splitting: true,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    outdir: folder,
  });
  const names = outputFiles.map(({ path, contents }) => {
    writeFileSync(path, contents);
    return basename(path);
  });
  const main = names.find((name) => name.startsWith("main-"));
  if (main === undefined) throw new Error("the playground's script was not built");
  return main;
}

async function bundle(options: BuildOptions): Promise<string> {
  const { outputFiles = [] } = await build({ ...common, ...options });
  return outputFiles[0]?.text ?? "";
}

/** Writes the files that the detector reads into a folder. Returns the folder's name with a trailing slash. */
async function putAssets(folder: string): Promise<string> {
  const texts = JSON.stringify(await packedTexts("."));
  const name = `assets-${digestOf(texts)}`;
  mkdirSync(join(folder, name, "wasm"), { recursive: true });
  writeFileSync(join(folder, name, "assets.json"), texts);
  for (const file of readdirSync("wasm").filter((each) => each.endsWith(".wasm")))
    cpSync(join("wasm", file), join(folder, name, "wasm", file));
  return `${name}/`;
}

function digestOf(content: string): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 10);
}
