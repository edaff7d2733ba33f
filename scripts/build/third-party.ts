import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BuildResult } from "esbuild";
import { readManifest } from "../../src/host/asset-files.js";

/**
 * Returns the third-party notices for bundles: the notices of every package from which esbuild used a file and, if the grammars are
 * shipped with the bundles, the notices of the grammars.
 * @throws Error for a package whose license cannot be read
 */
export async function thirdParty(
  results: readonly BuildResult[],
  grammars: "grammars" | null = null,
): Promise<string> {
  const bundled = results.flatMap(({ metafile }) =>
    Object.keys(metafile?.inputs ?? {}).flatMap(
      (path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? [],
    ),
  );
  const folders = [
    ...new Set([...bundled, ...(grammars === null ? [] : await ofGrammars())]),
  ].sort();
  const notices = await Promise.all(folders.map(notice));
  return (
    [
      "# Third-party software",
      "Parts of this package are made from the following ones.",
      ...notices,
    ].join("\n\n") + "\n"
  );
}

/** Returns the packages from which the files of wasm/ were taken. */
async function ofGrammars(): Promise<string[]> {
  const { runtime, grammars } = readManifest(
    "wasm/manifest.json",
    await readFile("wasm/manifest.json", "utf8"),
  );
  return [runtime, ...Object.values(grammars)].map((pinned) =>
    join("node_modules", pinned.package),
  );
}

async function notice(folder: string): Promise<string> {
  const { name, version, license, author } = JSON.parse(
    await readFile(join(folder, "package.json"), "utf8"),
  ) as {
    name: string;
    version: string;
    license?: string;
    author?: unknown;
  };
  const file = (await readdir(folder)).find((each) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(each));
  const text =
    file === undefined
      ? undefined
      : (await readFile(join(folder, file), "utf8")).replace(/\r\n/g, "\n").trim();
  if (text === undefined && license === undefined)
    throw new Error(`${name} ${version} does not state its license`);
  const by =
    typeof author === "object" && author !== null && "name" in author
      ? String(author.name)
      : typeof author === "string"
        ? author
        : "its authors";
  return `## ${name} ${version}\n\n${text === undefined ? `${license}, by ${by}` : `\`\`\`text\n${text}\n\`\`\``}`;
}
