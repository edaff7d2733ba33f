import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    // Browsers and services start inside some tests; nothing here measures time.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
