import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const cores = Math.max(2, availableParallelism());

/** Tests that ask the detector and nothing else: they leave nothing behind, so that one process reads its modules once for all of them. */
const asking = [
  "test/{contract,extended,generated,oracle,protocol,queries}/**/*.test.ts",
  "test/core/{code,context,languages,payload,query,segment,shell}/**/*.test.ts",
  "test/core/*.test.ts",
  "test/hostile/{bounds,families,fuzz,scripts}.test.ts",
  "test/redactor/{assertion,recognizers,replace,verdicts}.test.ts",
  "test/corpora.test.ts",
];

export default defineConfig({
  test: {
    pool: "forks",
    // Browsers and services start inside some tests, beside another file; nothing here measures time.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    projects: [
      // these wait for browsers, services and commands, so that one more than there are cores has something to do
      { extends: true, test: { name: "parts", include: ["test/**/*.test.ts"], exclude: asking, maxWorkers: cores + 1, sequence: { groupOrder: 0 } } },
      { extends: true, test: { name: "detector", include: asking, isolate: false, maxWorkers: cores, sequence: { groupOrder: 1 } } },
    ],
  },
});
