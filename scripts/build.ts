/**
 * Builds what the package ships into dist/:
 *   cli.js               the command `curlew`
 *   index.js             the library for Node
 *   browser.js           the library for browsers, whole
 *   assets/              the files browser.js fetches, with the same paths as in the package
 *   *-worker.js          worker threads of the services and of `curlew batch`
 *   chunk-*.js           what these share
 *   types/               type declarations
 * and the package curlew-queue into its own dist/.
 */
import { spawnSync } from "node:child_process";
import { chmod, cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { build, type BuildOptions } from "esbuild";
import { computeSourceHash } from "../src/evaluator/source-hash.js";
import { isPackageFile } from "../src/host/manifest.js";

const common: BuildOptions = {
  bundle: true,
  format: "esm",
  outdir: "dist",
  logLevel: "warning",
  legalComments: "none",
  // The same bytes wherever node_modules really lies.
  preserveSymlinks: true,
  define: { CURLEW_SOURCE_HASH: JSON.stringify(computeSourceHash(process.cwd())) },
};

/** Bundles for Node take their dependencies from node_modules. */
const node: BuildOptions = {
  ...common,
  platform: "node",
  target: "node20.19",
  packages: "external",
  // Commands start without the libraries of the services.
  splitting: true,
  chunkNames: "chunk-[hash]",
  entryPoints: {
    cli: "src/cli/main.ts",
    index: "src/host/node.ts",
    "evaluator-worker": "src/evaluator/worker.ts",
    "gateway-worker": "src/gateway/worker.ts",
    "body-worker": "src/service/http/body-worker.ts",
    "batch-worker": "src/cli/batch/run/worker.ts",
    "scan-worker": "src/cli/scan/worker.ts",
  },
};

/** The browser's bundle holds everything, so that a page can load it as it is. */
const browser: BuildOptions = {
  ...common,
  platform: "browser",
  target: ["chrome120", "firefox121", "safari17"],
  // The parsing runtime asks for these only where it finds itself in Node.
  external: ["fs/promises", "module"],
  entryPoints: { browser: "src/host/browser.ts" },
};

/** The script and style of the page that `curlew batch --report` writes. */
const report: BuildOptions = {
  ...common,
  platform: "browser",
  target: ["chrome120", "firefox121", "safari17"],
  format: "iife",
  minify: true,
  charset: "ascii",
  outdir: "dist/assets/report",
  entryPoints: ["src/report/page.ts", "src/report/page.css"],
};

/** Copies what the browser host fetches, and lists the query files, which a browser cannot do. */
async function copyAssets(): Promise<void> {
  await mkdir("dist/assets", { recursive: true });
  await cp("wasm", "dist/assets/wasm", { recursive: true });
  await cp("queries", "dist/assets/queries", { recursive: true });
  await cp("package.json", "dist/assets/package.json");
  const files = await readdir("queries", { recursive: true });
  const queries = files.map((path) => path.replaceAll("\\", "/")).filter(isPackageFile);
  await writeFile("dist/assets/queries/index.json", `${JSON.stringify(queries.sort(), null, 2)}\n`);
}

function compile(project: string): void {
  const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const { status } = spawnSync(process.execPath, [compiler, "-p", project], { stdio: "inherit" });
  if (status !== 0) throw new Error(`${project} could not be compiled`);
}

const workers = ["evaluator-worker.js", "gateway-worker.js", "body-worker.js", "batch-worker.js", "scan-worker.js"];
const earlier = (await readdir("dist").catch(() => [])).filter((name) => /^chunk-.*\.js$/.test(name));
for (const built of [...earlier, "cli.js", "index.js", "browser.js", ...workers, "assets", "types"]) {
  await rm(`dist/${built}`, { recursive: true, force: true });
}
await Promise.all([build(node), build(browser), build(report), copyAssets()]);
await chmod("dist/cli.js", 0o755);
compile("tsconfig.build.json");
compile("packages/curlew-queue/tsconfig.build.json");
