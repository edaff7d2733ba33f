/**
 * Builds what the packages ship. Into dist/:
 *   cli.cjs              the command `curlew`; loads launch.cjs
 *   launch.cjs           runs command.cjs or hook.cjs
 *   command.cjs          all commands
 *   hook.cjs             the command `curlew hook` alone
 *   detector.cjs         the library for command.cjs and hook.cjs, loaded if a text needs it
 *   curlew-*.cache       V8's code cache of these scripts; only in a checkout
 *   preview-*.txt        the words of the gate and the rules, read before a detector is created
 *   prepared-*.txt       the checked query files of each profile
 *   cli.js               a module that imports cli.cjs, for callers that use this path
 *   index.js             the library for Node
 *   skill.js             the library that checks skills and other parts of an agent's configuration, for Node
 *   browser.js           the library for browsers, in one file
 *   assets.json          the contents of the files that browser.js reads, by their paths in the package
 *   *-worker.js          entry points of the worker threads of the library and of `curlew batch`
 *   chunk-*.js           code that these modules share
 *   report/              script and style of the page of `curlew batch --report`
 *   index.d.ts, browser.d.ts, skill.d.ts
 *   curlew.1             the manual page that `man curlew` shows
 *   THIRD-PARTY.md       notices of bundled packages, and of the grammars
 * Each package below packages/ is built into its own dist/. Dependencies in a package.json are loaded from node_modules, except by
 * the scripts of the command; everything else is bundled.
 */
import { spawnSync } from "node:child_process";
import { chmod, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { build, type BuildOptions } from "esbuild";
import { computeSourceHash } from "../src/evaluator/source-hash.js";
import { createNodeDetector, storePrepared } from "../src/host/node-detector.js";
import { storePreview } from "../src/host/detector-preview.js";
import { packedTexts } from "../src/host/packed-texts.js";
import { bareParsingRuntime } from "./build/bare-parsing-runtime.js";
import { declarations } from "./build/declarations.js";
import { lateBuiltins } from "./build/late-builtins.js";
import { lateInflater } from "./build/late-inflater.js";
import { lateModules } from "./build/late-modules.js";
import { manual } from "./build/manual.js";
import { thirdParty } from "./build/third-party.js";
import { withoutEval } from "./build/without-eval.js";

const common: BuildOptions = {
  bundle: true,
  format: "esm",
  outdir: "dist",
  logLevel: "warning",
  legalComments: "none",
  metafile: true,
  // The output must not depend on whether node_modules is a symbolic link.
  preserveSymlinks: true,
  define: { CURLEW_SOURCE_HASH: JSON.stringify(computeSourceHash(process.cwd())) },
};

/** Returns the build options of the modules of a package for Node. The dependencies in its package.json are not bundled. */
async function forNode(folder: string, entryPoints: Record<string, string>): Promise<BuildOptions> {
  return {
    ...common,
    platform: "node",
    target: "node20.19",
    mainFields: ["module", "main"],
    external: await dependenciesOf(folder),
    splitting: true,
    chunkNames: "chunk-[hash]",
    outdir: join(folder, "dist"),
    entryPoints,
  };
}

async function dependenciesOf(folder: string): Promise<string[]> {
  const { dependencies = {} } = JSON.parse(
    await readFile(join(folder, "package.json"), "utf8"),
  ) as {
    dependencies?: Record<string, string>;
  };
  return Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]);
}

const browsers: BuildOptions = {
  ...common,
  platform: "browser",
  target: ["chrome120", "firefox121", "safari17"],
};

/** The library for browsers, which contains everything except its assets. */
const browser: BuildOptions = {
  ...browsers,
  minifySyntax: true,
  plugins: [bareParsingRuntime],
  entryPoints: { browser: "src/host/browser/browser.ts" },
};

/** The script and style of the page that `curlew batch --report` writes. */
const report: BuildOptions = {
  ...browsers,
  format: "iife",
  minify: true,
  charset: "ascii",
  outdir: "dist/report",
  entryPoints: ["src/report/page.ts", "src/report/page.css"],
};

/** Escapes the non-ASCII characters of a script, which the bundler keeps in regular expressions. */
function escapeNonAscii(script: string): string {
  return script.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Empties a dist/ folder, except for the folder of the extension and hidden files. */
async function clear(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (name !== "extension" && !name.startsWith("."))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Compiles the sources of a package that is not bundled. */
function compile(project: string): void {
  const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const { status } = spawnSync(process.execPath, [compiler, "-p", project], { stdio: "inherit" });
  if (status !== 0) throw new Error(`${project} could not be compiled`);
}

const root = await forNode(".", {
  index: "src/host/node.ts",
  skill: "src/cli/skill/library.ts",
  "pool-worker": "src/host/pool-worker.ts",
  "isolated-worker": "src/host/isolated-worker.ts",
  "batch-worker": "src/cli/batch/run/worker.ts",
});
/** The script launch.cjs, and the options of the other scripts of the command. `vm.Script` runs them, so they cannot use `import`. */
const command: BuildOptions = {
  ...root,
  format: "cjs",
  splitting: false,
  entryPoints: { launch: "src/cli/launch.ts" },
  // Everything that a command needs is bundled. Only the main thread of a batch with several threads loads piscina.
  external: ["piscina"],
  plugins: [bareParsingRuntime, lateBuiltins, lateInflater],
  outExtension: { ".js": ".cjs" },
  minifyWhitespace: true,
  minifyIdentifiers: true,
  lineLimit: 140,
  supported: { "dynamic-import": false },
  define: { ...common.define, "import.meta": "importMeta" },
  banner: { js: 'const importMeta = { url: require("node:url").pathToFileURL(__filename).href };' },
};
/** The scripts in which a module is evaluated only when one of its exports is first used. */
const late: BuildOptions = {
  ...command,
  entryPoints: {
    command: "src/cli/command-script.ts",
    hook: "src/cli/hook/hook-script.ts",
    detector: "src/cli/detector-script.ts",
  },
  plugins: [
    bareParsingRuntime,
    lateBuiltins,
    lateInflater,
    lateModules({ ...common.define, "import.meta": "importMeta" }),
  ],
};
/** The script that a shell starts. It is CommonJS, which Node loads 5 ms faster than a module. */
const starter: BuildOptions = {
  ...root,
  format: "cjs",
  splitting: false,
  entryPoints: { cli: "src/cli/start.ts" },
  outExtension: { ".js": ".cjs" },
  external: ["./launch.cjs"],
  define: { "import.meta.dirname": "__dirname" },
};
const service = await forNode("packages/curlew-service", {
  index: "packages/curlew-service/src/index.ts",
  "evaluator-worker": "src/evaluator/worker.ts",
  "evaluator-child": "src/evaluator/child.ts",
  "gateway-worker": "src/gateway/worker.ts",
  "body-worker": "src/service/http/body-worker.ts",
  "vitals-worker": "src/service/http/vitals-worker.ts",
});
const remarkLint = await forNode("packages/remark-lint-curlew", {
  index: "packages/remark-lint-curlew/src/index.ts",
  "isolated-worker": "src/host/isolated-worker.ts",
});
const compiled = ["curlew-lsp", "curlew-mcp", "curlew-queue"];

for (const folder of [
  ".",
  "packages/curlew-service",
  "packages/remark-lint-curlew",
  ...compiled.map((name) => `packages/${name}`),
])
  await clear(join(folder, "dist"));
const ofCurlew = await Promise.all(
  [root, command, late, starter, browser, report].map((options) => build(options)),
);
const [ofService, ofRemarkLint] = await Promise.all([build(service), build(remarkLint)]);
// V8 does not copy a script that is only ASCII. The checksum identifies the script's code cache.
for (const path of ["dist/command.cjs", "dist/hook.cjs", "dist/detector.cjs"]) {
  const script = escapeNonAscii(await readFile(path, "utf8"));
  await writeFile(path, `//${crc32(script).toString(16).padStart(8, "0")}\n${script}`);
}
// The content security policy of a page may reject eval.
await writeFile("dist/browser.js", withoutEval(await readFile("dist/browser.js", "utf8")));
// One file is fetched faster than many small files.
await writeFile("dist/assets.json", `${JSON.stringify(await packedTexts("."))}\n`);
// While the query files are unchanged, a command reads these files instead.
for (const profile of ["contract", "extended"] as const) {
  storePreview("dist", await createNodeDetector({ profile }));
  await storePrepared("dist", profile);
}
await writeFile("dist/cli.js", '#!/usr/bin/env node\nimport "./cli.cjs";\n');
for (const path of ["dist/cli.cjs", "dist/cli.js"]) await chmod(path, 0o755);
await writeFile("dist/THIRD-PARTY.md", await thirdParty(ofCurlew, "grammars"));
await writeFile("packages/curlew-service/dist/THIRD-PARTY.md", await thirdParty([ofService]));
await writeFile(
  "packages/remark-lint-curlew/dist/THIRD-PARTY.md",
  await thirdParty([ofRemarkLint]),
);
for (const name of compiled) compile(`packages/${name}/tsconfig.build.json`);
const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
await writeFile("dist/curlew.1", await manual(version));
// This fills the code cache, so that the command in a checkout is also fast when it is first run.
const env = { ...process.env, NODE_COMPILE_CACHE: "dist", NODE_DISABLE_COMPILE_CACHE: "" };
for (const [args, input] of [
  [["--version"], ""],
  [["hook", "claude-code", "--no-log"], '{"tool_name":"Bash","tool_input":{"command":"true"}}'],
] as const)
  if (
    spawnSync(process.execPath, ["dist/cli.cjs", ...args], {
      env,
      input,
      stdio: ["pipe", "ignore", "inherit"],
    }).status !== 0
  )
    throw new Error("the command does not start");
await declarations(
  {
    index: "src/host/node.ts",
    browser: "src/host/browser/browser.ts",
    skill: "src/cli/skill/library.ts",
  },
  "dist",
);
