/**
 * Copies the parsing runtime and the grammars from the installed packages into wasm/ and writes wasm/manifest.json. Run it after
 * changing one of their versions: `npm run lab -- wasm`.
 */
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { grammarNames, type GrammarName } from "../src/core/assets.js";
import { Language, Parser } from "web-tree-sitter";

/** The npm package of each grammar, and the name of the grammar's file in it without `.wasm`. */
const grammars: Readonly<Record<GrammarName, readonly [npmPackage: string, file: string]>> = {
  bash: ["tree-sitter-bash", "tree-sitter-bash"],
  python: ["tree-sitter-python", "tree-sitter-python"],
  javascript: ["tree-sitter-javascript", "tree-sitter-javascript"],
  powershell: ["tree-sitter-powershell", "tree-sitter-powershell"],
  php: ["tree-sitter-php", "tree-sitter-php"],
  ruby: ["tree-sitter-ruby", "tree-sitter-ruby"],
  lua: ["@tree-sitter-grammars/tree-sitter-lua", "tree-sitter-lua"],
  go: ["tree-sitter-go", "tree-sitter-go"],
  java: ["tree-sitter-java", "tree-sitter-java"],
  csharp: ["tree-sitter-c-sharp", "tree-sitter-c_sharp"],
  tsx: ["tree-sitter-typescript", "tree-sitter-tsx"],
};

async function versionOf(npmPackage: string): Promise<string> {
  const text = await readFile(`node_modules/${npmPackage}/package.json`, "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** Copies a file from a package into wasm/, and resolves to the file's entry in the manifest. */
async function copyWasm(
  npmPackage: string,
  name: string,
): Promise<{ file: string; package: string; version: string; sha256: string }> {
  const file = `${name}.wasm`;
  await copyFile(`node_modules/${npmPackage}/${file}`, `wasm/${file}`);
  const sha256 = createHash("sha256")
    .update(await readFile(`wasm/${file}`))
    .digest("hex");
  return { file, package: npmPackage, version: await versionOf(npmPackage), sha256 };
}

await mkdir("wasm", { recursive: true });
await Parser.init();
const manifest: { runtime: unknown; grammars: Record<string, unknown> } = {
  runtime: await copyWasm("web-tree-sitter", "web-tree-sitter"),
  grammars: {},
};
for (const grammar of grammarNames) {
  const entry = await copyWasm(...grammars[grammar]);
  const language = await Language.load(new Uint8Array(await readFile(`wasm/${entry.file}`)));
  manifest.grammars[grammar] = { ...entry, abi: language.abiVersion };
}
await writeFile("wasm/manifest.json", `${JSON.stringify(manifest, null, 2)}\n`);
