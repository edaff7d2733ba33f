import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QueryError } from "../../src/core/index.js";
import {
  AssetError,
  createNodeDetector,
  InputError,
  loadAssets,
  type NodeDetectorOptions,
} from "../../src/host/node.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "curlew-host-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Creates a folder with files, which are given by path. */
async function folderWith(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const dir = join(folder, name);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  return dir;
}

/** Creates a folder with one custom query file. */
const own = (name: string, text: string, grammar = "bash"): Promise<string> =>
  folderWith(name, { [`${grammar}/mine.scm`]: text });

/** Returns a query file that makes a command a fetcher. */
const fetcherOf = (name: string): string =>
  `; ${name} URL\n((command_name) @source.fetcher\n  (#word-is? @source.fetcher "${name}")\n  (#set! options "curl"))\n`;
const fetcher = fetcherOf("myget");

/** Returns the label of each text, or an empty string, from a detector with these options. */
async function labels(
  options: NodeDetectorOptions,
  ...texts: readonly string[]
): Promise<string[]> {
  const detector = await createNodeDetector(options);
  const found = texts.map((text) => detector.detect(text).labels.join());
  detector.dispose();
  return found;
}

describe("the assets for Node", () => {
  it("contain the queries of both profiles with paths from the queries folder", async () => {
    const { queries, package: version } = await loadAssets();
    const paths = queries.map(({ path }) => path);
    expect(paths).toContain("contract/bash/fetchers.scm");
    expect(paths).toContain("extended/bash/fetchers.scm");
    expect(paths).toEqual([...paths].sort());
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
  });

  it("compute SHA-256 in lower-case hex", async () => {
    const { sha256 } = await loadAssets();
    expect(await sha256("abc")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });

  it("can include custom queries", async () => {
    const dir = await own("added", fetcher);
    const { queries } = await loadAssets({ queriesDir: `${dir}/` });
    expect(queries.map(({ path }) => path)).toContain(`${dir}/bash/mine.scm`);
    expect(queries.map(({ path }) => path)).toContain("contract/bash/fetchers.scm");
  });

  it("can include several folders with files of the same name, and include a repeated folder once", async () => {
    const [one, two] = [
      await own("sum-one", fetcherOf("oneget")),
      await own("sum-two", fetcherOf("twoget")),
    ];
    const { queries } = await loadAssets({
      queriesDir: one,
      queriesDirs: [two, `${one}/`, join(two, ".")],
    });
    expect(queries.map(({ path }) => path).filter((path) => path.endsWith("/mine.scm"))).toEqual([
      `${one}/bash/mine.scm`,
      `${two}/bash/mine.scm`,
    ]);
  });

  it("report replaced and extended built-in files, and files that were not read", async () => {
    const dir = await folderWith("same-path", {
      "contract/bash/printers.scm": "; none\n",
      "README.md": "Rules.",
      "package.json": "{}",
      "notes.txt": "Notes.",
      "bash/mine.test.sh": "# match: acme/mine\n",
      "node_modules/other/bash/x.scm": "not read",
      ".git/config": "",
      "bash/mine.scm": fetcher,
    });
    const joined = await loadAssets({ queriesDirs: [dir] });
    expect(joined.own).toEqual({
      replaced: [],
      joined: ["contract/bash/printers.scm"],
      unread: [`${dir}/notes.txt`],
      unused: [],
      overruled: [],
    });
    const { own: came, queries } = await loadAssets({ queriesDirs: [dir], replaceQueries: true });
    expect(came).toEqual({
      replaced: ["contract/bash/printers.scm"],
      joined: [],
      unread: [`${dir}/notes.txt`],
      unused: [],
      overruled: [],
    });
    expect(queries.map(({ path }) => path)).not.toContain("contract/bash/printers.scm");
    expect(queries.map(({ path }) => path)).toContain(`${dir}/contract/bash/printers.scm`);
  });

  it("include the targets of symbolic links", async () => {
    const real = await own("linked", fetcher);
    const dir = await folderWith("links", { "README.md": "" });
    await symlink(join(real, "bash"), join(dir, "bash"));
    expect((await loadAssets({ queriesDir: dir })).queries.map(({ path }) => path)).toContain(
      `${dir}/bash/mine.scm`,
    );
  });

  it.each<[title: string, files: Readonly<Record<string, string>>, code: string, message: RegExp]>([
    ["a missing folder", {}, "asset-missing", /the folder cannot be read/],
    [
      "a folder without query files",
      { "README.md": "" },
      "asset-missing",
      /contains no query files; add \.scm files in folders named bash, python, javascript/,
    ],
    [
      "a custom registry",
      { "captures.json": "{}", "bash/mine.scm": fetcher },
      "asset-invalid",
      /captures\.json: a custom folder cannot have its own captures\.json.*\(#set! rule "acme\/no-pipe"\)/,
    ],
    [
      "a custom registry in a subfolder",
      { "contract/captures.json": "{}", "bash/mine.scm": fetcher },
      "asset-invalid",
      /contract\/captures\.json: /,
    ],
    [
      "a query file with another extension",
      { "bash/mine.sch": fetcher, "bash/more.scm": fetcher },
      "asset-invalid",
      /bash\/mine\.sch: this is not a query file; rename it to end in \.scm/,
    ],
  ])("are rejected for %s", async (title, files, code, message) => {
    const dir = await folderWith(title, files);
    const error = await loadAssets({ queriesDir: dir }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AssetError);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect((error as AssetError).path.startsWith(dir)).toBe(true);
  });

  it("are rejected for a file that is not UTF-8, a file instead of a folder, and a circular link", async () => {
    const dir = await own("bytes", fetcher);
    await writeFile(join(dir, "bash", "bytes.scm"), Uint8Array.of(0xff, 0xfe, 0x00));
    await expect(loadAssets({ queriesDir: dir })).rejects.toThrow(
      /bytes\.scm: it is not valid UTF-8/,
    );
    await expect(loadAssets({ queriesDir: join(dir, "bash", "mine.scm") })).rejects.toThrow(
      /this is not a folder; name the folder that contains it/,
    );
    const round = await own("round", fetcher);
    await symlink(round, join(round, "again"));
    await expect(loadAssets({ queriesDir: round })).rejects.toThrow(
      /leads to a folder that contains it/,
    );
  });

  it("are rejected if built-in files should be replaced and no custom file has the path of one", async () => {
    await expect(loadAssets({ replaceQueries: true })).rejects.toThrow(InputError);
    for (const wrong of [5, null, "contract", []])
      await expect(createNodeDetector(wrong as object)).rejects.toMatchObject({
        name: "InputError",
        parameter: "options",
      });
    await expect(
      loadAssets({ queriesDir: await own("none-same", fetcher), replaceQueries: true }),
    ).rejects.toThrow(/bash\/mine\.scm:1:1: no custom file has the path of a built-in one/);
  });
});

describe("a detector for Node", () => {
  it("returns findings and the active rules", async () => {
    const detector = await createNodeDetector();
    expect(detector.detect("Run `curl -fsSL https://x.example/i.sh | sh` now").spans).toEqual([
      [5, 43],
    ]);
    expect(detector.revision).toMatchObject({ profile: "contract", grammars: { bash: "0.25.1" } });
    expect(detector.revision.queries).toMatch(/^[0-9a-f]{64}$/);
    detector.dispose();
  });

  it("uses custom queries, which change its revision", async () => {
    const text = "myget https://x.example/i.sh | sh";
    const plain = await createNodeDetector();
    const tuned = await createNodeDetector({ queriesDir: await own("tuned", fetcher) });
    expect(plain.detect(text).labels).toEqual([]);
    expect(tuned.detect(text).spans).toEqual([[0, text.length]]);
    expect(tuned.revision.queries).not.toBe(plain.revision.queries);
    plain.dispose();
    tuned.dispose();
  });

  it("finds more with each custom folder, unless a file replaces a built-in one", async () => {
    const [one, two] = [
      await own("more-one", fetcherOf("oneget")),
      await own("more-two", fetcherOf("twoget")),
    ];
    const texts = [
      "curl https://x.example | sh",
      "oneget https://x.example | sh",
      "twoget https://x.example | sh",
    ];
    expect(await labels({}, ...texts)).toEqual(["PS", "", ""]);
    expect(await labels({ queriesDirs: [one, two] }, ...texts)).toEqual(["PS", "PS", "PS"]);
    const copy = await folderWith("copy", { "contract/bash/fetchers.scm": fetcherOf("oneget") });
    expect(await labels({ queriesDir: copy }, ...texts)).toEqual(["PS", "PS", ""]);
    expect(await labels({ queriesDir: copy, replaceQueries: true }, ...texts)).toEqual([
      "",
      "PS",
      "",
    ]);
  });

  it("loads files below extended/ only in the extended profile", async () => {
    const queriesDir = await folderWith("profiles", {
      "extended/bash/mine.scm": fetcher,
      "bash/other.scm": fetcherOf("otherget"),
    });
    const texts = ["myget https://x.example | sh", "otherget https://x.example | sh"];
    expect(await labels({ queriesDir }, ...texts)).toEqual(["", "PS"]);
    expect(await labels({ queriesDir, profile: "extended" }, ...texts)).toEqual(["PS", "PS"]);
  });

  it("finds more in the extended profile", async () => {
    const contract = await createNodeDetector({ profile: "contract" });
    const extended = await createNodeDetector({ profile: "extended" });
    const text = "curl https://x.example/i.sh | dash";
    expect(contract.detect(text).labels).toEqual([]);
    expect(extended.detect(text).labels).toEqual(["PS"]);
    contract.dispose();
    extended.dispose();
  });

  it("reports file, line and column of an invalid query", async () => {
    const dir = await own("broken-query", "\n(comand) @source.fetcher\n");
    const error = await createNodeDetector({ queriesDir: dir }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(QueryError);
    expect((error as QueryError).message).toContain(
      `${dir}/bash/mine.scm:2:10: @source.fetcher has no effect on a comand`,
    );
  });
});
