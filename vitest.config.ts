import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const cores = Math.max(2, availableParallelism());

/** Tests that ask the detector and nothing else: they leave nothing behind, so that one process reads its modules once for all of them. */
const asking = [
  "test/{contract,extended,generated,oracle,protocol,queries}/**/*.test.ts",
  "test/core/{code,context,languages,payload,query,segment,shell}/**/*.test.ts",
  "test/core/*.test.ts",
  "test/hostile/{bounds,calls,code-limits,costly,cut-limits,families,fuzz,long-names,scripts,shell-limits}.test.ts",
  "test/redactor/{assertion,recognizers,replace,verdicts}.test.ts",
  "test/corpora.test.ts",
];

/** A page that is slow to come fails a test, so that nothing more than the cores can bear runs beside a browser. */
const browsers = [
  "test/extension/e2e/**/*.test.ts",
  "test/batch/report.test.ts",
  "test/package/pages.test.ts",
  "test/site/**/*.test.ts",
];

/** Tests that take minutes or need large programs; `npm run test:all` runs them. */
const slow = ["test/slow/**/*.test.ts"];

type Project = TestProjectInlineConfiguration;

/** Some of the tests, run after those of a lower order. */
function project(groupOrder: number, name: string, test: Project["test"]): Project {
  return { extends: true, test: { ...test, name, sequence: { groupOrder } } };
}

export default defineConfig({
  test: {
    pool: "forks",
    // Browsers and services start inside some tests, beside another file; nothing here measures time.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    projects: [
      // these wait for services and commands, so that one more than there are cores has something to do
      project(0, "parts", {
        include: ["test/**/*.test.ts"],
        exclude: [...asking, ...browsers, ...slow],
        setupFiles: ["test/extension/jsdom.ts"],
        maxWorkers: cores + 1,
      }),
      project(1, "browsers", {
        include: browsers,
        maxWorkers: cores,
        // What a test waits for comes late where the machine is busy.
        expect: { poll: { timeout: 20_000 } },
      }),
      project(2, "detector", { include: asking, maxWorkers: cores, isolate: false }),
      project(3, "slow", { include: slow, maxWorkers: 1, testTimeout: 1_800_000 }),
    ],
  },
});
