import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const cores = Math.max(2, availableParallelism());

/** Tests that ask the detector and nothing else: they leave nothing behind, so that one process reads its modules once for all of them. */
const asking = [
  "test/{contract,extended,generated,protocol,queries}/**/*.test.ts",
  "test/core/{code,context,evaluate,languages,lex,payload,query,segment,shell}/**/*.test.ts",
  "test/core/*.test.ts",
  "test/hostile/{bounds,calls,charged-work,code-limits,costly,families,fuzz,long-names,reached-limits,scripts,shell-limits}.test.ts",
  "test/corpora.test.ts",
];

/**
 * Tests that change nothing in their process and import much: one process reads its modules once for many of them. Those that
 * mostly wait for processes of their own gain nothing.
 */
const plain = [
  "test/batch/{batch-diff,chunk-boundaries,data-engine-process,inputs-and-outputs,malformed-inputs,partitions,summary-measures}.test.ts",
  "test/cli/!(built-command|output-formats|progress).test.ts",
  "test/cli/{explain,fix,inspect,lsp,mcp,own-rules,skill}/*.test.ts",
  "test/cli/fetched/unpack.test.ts",
  "test/cli/shell/triggers.test.ts",
  "test/cli/hook/!(doctor|hook|hook-arguments).test.ts",
  "test/cli/suppress/!(untrusted-sources).test.ts",
  "test/core/parse/{comment-place,long-program}.test.ts",
  "test/docs/{bounds,own-rules}.test.ts",
  "test/evaluator/!(pool).test.ts",
  "test/extension/{background/hosts,bridge/sender,content/nearness,content/state,ui/contrast,ui/place,ui/texts}.test.ts",
  "test/gateway/*.test.ts",
  "test/host/{child-pool,costly,node,pool,preview}.test.ts",
  "test/oracle/*.test.ts",
  "test/redactor/*.test.ts",
  "test/scripts/{benchmark,core-size,layers,prose,query-mutants,rules-page,slow-part}.test.ts",
  "test/service/!(health-checks|operation|process|request-handling|secrecy|token-links).test.ts",
];

/** A page that loads too slowly fails a test, so few of these run in parallel, and nothing else runs beside them. */
const browsers = [
  "test/extension/e2e/**/*.test.ts",
  "test/batch/report.test.ts",
  "test/package/web-page.test.ts",
  "test/site/**/*.test.ts",
];

/**
 * Tests that take long: of packages, tools, killed runs, memory, and the traces of each pattern. `npm run release:check` and
 * `npm run test:all` run them.
 */
const release = ["test/release/*.test.ts"];

/** Tests that take many minutes or need large programs; `npm run test:all` runs them. */
const slow = ["test/slow/**/*.test.ts"];

type Project = TestProjectInlineConfiguration;

/** Some of the tests, run after those of a lower order. */
function project(groupOrder: number, name: string, test: Project["test"]): Project {
  return { extends: true, test: { ...test, name, sequence: { groupOrder } } };
}

export default defineConfig({
  resolve: {
    alias: [
      {
        find: /^.*[/]worker-entry[.]js$/,
        replacement: resolve(import.meta.dirname, "test/support/worker-entry.ts"),
      },
    ],
  },
  test: {
    pool: "forks",
    // Transformed modules are shared by the projects and later runs; `npx vitest --clearCache` deletes them.
    experimental: { fsModuleCache: true },
    globalSetup: ["test/support/temporary-folder.ts"],
    // Browsers and services start inside some tests, beside another file; nothing here measures time.
    testTimeout: 120_000,
    // Most texts are analyzed once, so that code is optimized ten times later than by default: it takes a sixth less time.
    // Later versions of Node reject this option.
    execArgv: process.version.startsWith("v20.") ? ["--interrupt-budget=1500000"] : [],
    hookTimeout: 180_000,
    projects: [
      // these wait for services, commands and time limits, so two more than there are cores keep the cores busy
      project(0, "parts", {
        include: ["test/**/*.test.ts"],
        exclude: [...asking, ...browsers, ...release, ...slow, ...plain],
        setupFiles: ["test/extension/jsdom-computed-style.ts"],
        maxWorkers: cores + 2,
      }),
      project(0, "plain", {
        include: plain,
        maxWorkers: cores + 2,
        isolate: false,
      }),
      project(1, "browsers", {
        include: browsers,
        maxWorkers: cores + 1,
        // What a test waits for comes late where the machine is busy.
        expect: { poll: { timeout: 20_000 } },
      }),
      project(2, "detector", { include: asking, maxWorkers: cores, isolate: false }),
      project(3, "release", { include: release, maxWorkers: cores }),
      project(4, "slow", { include: slow, maxWorkers: 1, testTimeout: 1_800_000 }),
    ],
  },
});
