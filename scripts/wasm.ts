/**
 * Copies the parsing runtime and the grammars from the installed packages into wasm/ and writes wasm/manifest.json. A grammar whose
 * lexer is too large for V8 is built from the sources of its package instead (scripts/wasm/split-lexer.ts). Run this script after
 * changing the version of one of these packages: `npm run lab -- wasm`.
 */
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { grammarNames, type GrammarName } from "../src/core/assets.js";
import type { PinnedFile } from "../src/host/asset-files.js";
import { Language, Parser } from "web-tree-sitter";
import { buildWithSplitLexer } from "./wasm/split-lexer.js";

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

/** The grammars whose lexers are split. */
const split: ReadonlySet<GrammarName> = new Set(["powershell"]);

async function digestOf(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}

async function versionOf(npmPackage: string): Promise<string> {
  const text = await readFile(`node_modules/${npmPackage}/package.json`, "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** Copies a file from a package into wasm/, and resolves to the file's entry in the manifest. */
async function copyWasm(npmPackage: string, name: string): Promise<PinnedFile> {
  const file = `${name}.wasm`;
  await copyFile(`node_modules/${npmPackage}/${file}`, `wasm/${file}`);
  const sha256 = await digestOf(`wasm/${file}`);
  return { file, package: npmPackage, version: await versionOf(npmPackage), sha256 };
}

/** Copies a grammar, or builds it with a split lexer, and resolves to its entry in the manifest without the ABI version. */
async function grammarEntry(grammar: GrammarName): Promise<PinnedFile> {
  const entry = await copyWasm(...grammars[grammar]);
  if (!split.has(grammar)) return entry;
  buildWithSplitLexer(entry.package, grammar, `wasm/${entry.file}`);
  const sha256 = await digestOf(`wasm/${entry.file}`);
  return { ...entry, sha256, packageSha256: entry.sha256 };
}

await mkdir("wasm", { recursive: true });
await Parser.init();
const manifest: { runtime: unknown; grammars: Record<string, unknown> } = {
  runtime: await copyWasm("web-tree-sitter", "web-tree-sitter"),
  grammars: {},
};
for (const grammar of grammarNames) {
  const entry = await grammarEntry(grammar);
  const language = await Language.load(new Uint8Array(await readFile(`wasm/${entry.file}`)));
  manifest.grammars[grammar] = { ...entry, abi: language.abiVersion };
}
await writeFile("wasm/manifest.json", `${JSON.stringify(manifest, null, 2)}\n`);
