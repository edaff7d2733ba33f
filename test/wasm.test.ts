import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Language, Parser } from "web-tree-sitter";
import { loadGrammars } from "../src/core/parse/grammars.js";
import { readManifest } from "../src/host/asset-files.js";
import { loadAssets } from "../src/host/node.js";
import { neighbourFiles, readNeighbours } from "./extended/neighbour-file.js";

const manifest = readManifest("wasm/manifest.json", readFileSync("wasm/manifest.json", "utf8"));
const entries = [manifest.runtime, ...Object.values(manifest.grammars)];

function digest(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

describe("the wasm files", () => {
  it.each(entries)(
    "have the digest of the manifest and of the installed package: $file",
    (entry) => {
      expect(digest(`wasm/${entry.file}`)).toBe(entry.sha256);
      expect(digest(`node_modules/${entry.package}/${entry.file}`)).toBe(
        entry.packageSha256 ?? entry.sha256,
      );
    },
  );

  it.each(entries)(
    "have the same version in manifest, package.json and node_modules: $package",
    (entry) => {
      const installed = JSON.parse(
        readFileSync(`node_modules/${entry.package}/package.json`, "utf8"),
      );
      const own = JSON.parse(readFileSync("package.json", "utf8"));
      expect(installed.version).toBe(entry.version);
      expect({ ...own.dependencies, ...own.devDependencies }[entry.package]).toBe(entry.version);
    },
  );

  it("are exactly those of the manifest", () => {
    const files = readdirSync("wasm").filter((name) => name.endsWith(".wasm"));
    expect(files.sort()).toEqual(entries.map(({ file }) => file).sort());
  });

  it("have the ABI version of the manifest", async () => {
    const grammars = await loadGrammars(await loadAssets());
    for (const [name, { abi }] of Object.entries(manifest.grammars))
      expect(grammars[name as keyof typeof grammars].abiVersion).toBe(abi);
  });

  it("that were built from a package's sources have the syntax trees of its own file", async () => {
    await Parser.init();
    const texts = neighbourFiles().flatMap((name) => readNeighbours(name).map(({ text }) => text));
    const treesOf = async (path: string): Promise<string[]> => {
      const parser = new Parser();
      parser.setLanguage(await Language.load(new Uint8Array(readFileSync(path))));
      const trees = texts.map((text) => {
        const tree = parser.parse(text)!;
        const cursor = tree.walk();
        const nodes = [];
        for (let index = 0; index < tree.rootNode.descendantCount; index++) {
          cursor.gotoDescendant(index);
          nodes.push(`${cursor.nodeType} ${cursor.startIndex} ${cursor.endIndex}`);
        }
        cursor.delete();
        tree.delete();
        return nodes.join("\n");
      });
      parser.delete();
      return trees;
    };
    const built = entries.filter(({ packageSha256 }) => packageSha256 !== undefined);
    expect(built.map(({ file }) => file)).toEqual(["tree-sitter-powershell.wasm"]);
    for (const { file, package: npmPackage } of built)
      expect(await treesOf(`wasm/${file}`)).toEqual(
        await treesOf(`node_modules/${npmPackage}/${file}`),
      );
  });
});
