/**
 * Runs linters for npm packages and for browser extensions, which take 20 s of processor time and find mistakes in manifests and builds.
 * `test/release/package.test.ts` and `test/extension/package.test.ts` test the manifests, the contents and the use of the packages.
 */
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { TARGETS } from "../../src/extension/manifest.js";
import { Installation } from "../package/installation.js";

it("the type declarations of the npm package pass a linter", () => {
  const installation = Installation.make();
  try {
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        resolve("node_modules/@arethetypeswrong/cli/dist/index.js"),
        installation.tarballs["curlew"] ?? "",
        "--profile",
        "esm-only",
      ],
      { encoding: "utf8" },
    );
    expect(status, stdout).toBe(0);
  } finally {
    installation.remove();
  }
});

it.each(TARGETS)(
  "the add-on linter has no unexpected message for the extension for %s",
  (target) => {
    // The linter is for Firefox. For Chromium's manifest, it must report the service worker, the side panel and the missing
    // add-on id, and nothing else.
    const allowed =
      target === "firefox"
        ? []
        : [
            "EXTENSION_ID_REQUIRED",
            "MANIFEST_FIELD_UNSUPPORTED",
            "MANIFEST_PERMISSIONS",
            "MISSING_DATA_COLLECTION_PERMISSIONS",
          ];
    const run = spawnSync(
      process.execPath,
      [
        "node_modules/web-ext/bin/web-ext.js",
        "lint",
        "-s",
        join("dist", "extension", target),
        "--no-config-discovery",
        "--output",
        "json",
      ],
      { encoding: "utf8" },
    );
    const report = JSON.parse(run.stdout) as Record<
      "errors" | "warnings" | "notices",
      { code: string }[]
    >;
    expect(
      [...report.errors, ...report.warnings, ...report.notices].map(({ code }) => code).sort(),
    ).toEqual(allowed);
  },
);
