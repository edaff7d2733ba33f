/**
 * Builds the browser extension for each target into dist/extension/<target>, and a zip file of it. The same sources give a zip
 * file with the same bytes.
 */
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build, transform, type BuildOptions, type Plugin } from "esbuild";
import JSZip from "jszip";
import { computeSourceHash } from "../src/evaluator/source-hash.js";
import { manifestFor, TARGETS, type Target } from "../src/extension/manifest.js";
import { packedTexts } from "../src/host/packed-texts.js";
import { thirdParty } from "./build/third-party.js";
import { withoutEval } from "./build/without-eval.js";

const SOURCE = "src/extension";
const RESULT = "dist/extension";
const PAGES = ["options", "panel", "popup", "privacy", "welcome"];
/** The extension is built here and moved when it is complete, so that an incomplete build is never visible. */
const OUTPUT = `dist/.extension-${process.pid}`;
/** The modification time of every entry of a zip file: the earliest that the format can represent. */
const ZIP_TIME = new Date(Date.UTC(1980, 0, 1));

/** Bundles style sheets as minified strings. */
const styles: Plugin = {
  name: "styles",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path: file }) => {
      const { code } = await transform(await readFile(file, "utf8"), {
        loader: "css",
        minify: true,
        charset: "utf8",
      });
      return { contents: code.trim(), loader: "text" };
    });
  },
};

const common: BuildOptions = {
  bundle: true,
  platform: "browser",
  target: ["chrome134", "firefox140"],
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  plugins: [styles],
  metafile: true,
  // The output must not depend on whether node_modules is a symbolic link.
  preserveSymlinks: true,
  // The parsing runtime imports these only in Node.
  external: ["fs/promises", "module"],
  minify: true,
  // Fields that are declared but only set by the constructor need no code.
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
  define: { CURLEW_SOURCE_HASH: JSON.stringify(computeSourceHash(process.cwd())) },
};

async function buildTarget(target: Target, version: string): Promise<void> {
  const folder = path.join(OUTPUT, target);
  await mkdir(folder, { recursive: true });
  const pages = PAGES.map((page) => [page, `${SOURCE}/pages/${page}.ts`] as const);
  const [ofBackground, ofPages, ofContent] = await Promise.all([
    build({
      ...common,
      format: "esm",
      entryPoints: { background: `${SOURCE}/background/main.ts` },
      outdir: folder,
    }),
    build({
      ...common,
      format: "esm",
      entryPoints: Object.fromEntries(pages),
      outdir: folder,
      splitting: true,
    }),
    build({
      ...common,
      format: "iife",
      entryPoints: { content: `${SOURCE}/content/main.ts` },
      outdir: folder,
    }),
    copyFiles(folder, target),
    writeFile(
      path.join(folder, "manifest.json"),
      `${JSON.stringify(manifestFor(target, version), null, 2)}\n`,
    ),
  ]);
  await writeFile(
    path.join(folder, "THIRD-PARTY.md"),
    await thirdParty([ofBackground, ofPages, ofContent], "grammars"),
  );
  const background = path.join(folder, "background.js");
  await writeFile(background, withoutEval(await readFile(background, "utf8")));
  await writeFile(`${OUTPUT}/curlew-${target}-${version}.zip`, await zip(folder));
}

async function copyFiles(folder: string, target: Target): Promise<void> {
  const pages = [
    ...PAGES.map((page) => `pages/${page}.html`),
    "pages/page.css",
    "ui/palette.css",
    "ui/panel.css",
    ...(target === "firefox" ? ["content/marks.css"] : []),
  ];
  await Promise.all(
    pages.map((file) => cp(path.join(SOURCE, file), path.join(folder, path.basename(file)))),
  );
  await cp(`${SOURCE}/_locales`, path.join(folder, "_locales"), { recursive: true });
  await cp(`${SOURCE}/icons`, path.join(folder, "icons"), {
    recursive: true,
    filter: (file) => !file.endsWith(".svg"),
  });
  // These are the files that the detector in the extension reads. Their paths are the same as in the package.
  await cp("wasm", path.join(folder, "wasm"), { recursive: true });
  await writeFile(path.join(folder, "assets.json"), `${JSON.stringify(await packedTexts("."))}\n`);
}

async function zip(folder: string): Promise<Uint8Array> {
  const entries = new JSZip();
  for (const file of await listFiles(folder))
    entries.file(file, await readFile(path.join(folder, file)), {
      date: ZIP_TIME,
      createFolders: false,
    });
  return entries.generateAsync({
    type: "uint8array",
    compression: "DEFLATE",
    compressionOptions: { level: 9 },
  });
}

/** Returns the paths of all files below a folder, relative to it, sorted, with forward slashes. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return files.map((file) => file.replaceAll("\\", "/")).sort((a, b) => (a < b ? -1 : 1));
}

async function readPackage(): Promise<{ name: string; version: string }> {
  return JSON.parse(await readFile("package.json", "utf8")) as { name: string; version: string };
}

const { version } = await readPackage();
try {
  for (const target of TARGETS) await buildTarget(target, version);
  await rm(RESULT, { recursive: true, force: true });
  await rename(OUTPUT, RESULT);
} finally {
  await rm(OUTPUT, { recursive: true, force: true });
}
