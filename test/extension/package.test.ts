import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { withoutEval } from "../../scripts/build/without-eval.js";
import { manifestFor, TARGETS } from "../../src/extension/manifest.js";

const OUTPUT = "dist/extension";
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const zipName = (target: string): string => `curlew-${target}-${version}.zip`;

describe("the manifest", () => {
  it.each(TARGETS)("of %s requests only the necessary permissions", (target) => {
    const manifest = manifestFor(target, version);
    expect(manifest["permissions"]).toEqual([
      "storage",
      "scripting",
      "activeTab",
      "contextMenus",
      ...(target === "chromium" ? ["sidePanel"] : []),
    ]);
    expect(manifest["host_permissions"]).toEqual(["http://127.0.0.1/*", "https://chatgpt.com/*"]);
    expect(manifest["optional_host_permissions"]).toEqual([
      "https://claude.ai/*",
      "https://gemini.google.com/*",
      "https://copilot.microsoft.com/*",
    ]);
    expect(manifest).not.toHaveProperty("web_accessible_resources");
    expect(manifest).not.toHaveProperty("optional_permissions");
    const { extension_pages: policy } = manifest["content_security_policy"] as {
      extension_pages: string;
    };
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:*;");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https:|data:|\*(?!;)/);
  });
});

describe.each(TARGETS)("the package for %s", (target) => {
  const folder = path.join(OUTPUT, target);

  it("contains no inline script, remote code or evaluation of strings", () => {
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      const text = /\.(js|html)$/.test(file) ? readFileSync(path.join(folder, file), "utf8") : "";
      if (file.endsWith(".html")) {
        expect(text).not.toMatch(/<script(?![^>]*\ssrc="[\w.]+")|\son\w+=|javascript:|https?:/);
      } else {
        expect(text).not.toMatch(
          /(?<![\w$."'`])eval\(|new Function\(|importScripts\(|(?<![\w.])import\(["'`]https?:/,
        );
      }
    }
  });

  it("has a small content script", () => {
    expect(statSync(path.join(folder, "content.js")).size).toBeLessThanOrEqual(90_000);
  });

  it("has a zip archive of at most 2.4 MB", () => {
    expect(statSync(path.join(OUTPUT, zipName(target))).size).toBeLessThanOrEqual(
      892_481 + 1_500_000,
    );
  });

  it("has a zip archive with the same files", () => {
    const entries = unzipSync(new Uint8Array(readFileSync(path.join(OUTPUT, zipName(target)))));
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(Object.keys(entries).sort()).toEqual(
      files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).sort(),
    );
    expect(new TextDecoder().decode(entries["manifest.json"])).toBe(
      readFileSync(path.join(folder, "manifest.json"), "utf8"),
    );
  });
});

describe("the build of the extension", () => {
  it("fails if the number of positions at which the runtime evaluates strings changes", () => {
    expect(withoutEval("a(); eval(b); c.eval(d); (eval(e))")).toContain(
      'throw new Error("strings are not evaluated here")',
    );
    expect(() => withoutEval("eval(b)")).toThrow("expected 2 calls of eval in the bundle, found 1");
    expect(() => withoutEval("eval(a); eval(b); eval(c)")).toThrow("found 3");
  });
});
