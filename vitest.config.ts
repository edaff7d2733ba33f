import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    // Many tests wait for browsers and services: two cores bear two of them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Browsers and services start inside some tests, beside another file; nothing here measures time.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
