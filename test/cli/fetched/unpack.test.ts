import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { zipSync, type Zippable } from "fflate";
import { describe, expect, it } from "vitest";
import { RefusedArchive } from "../../../src/cli/fetched/refused-archive.js";
import { unpack } from "../../../src/cli/fetched/unpack.js";
import { UNPACK_LIMITS, type UnpackLimits } from "../../../src/cli/fetched/unpacked-files.js";
import { folderWith } from "../folder-with.js";
import { tarOf, tgzOf, type TarMember } from "./archives.js";

const UNIX = 3;

/** Returns the unpacked files or the reason for a rejection. Checks that nothing is written outside the target folder. */
async function outcome(bytes: Uint8Array, limits?: UnpackLimits): Promise<string> {
  const around = folderWith({});
  const folder = join(around, "in/to");
  mkdirSync(folder, { recursive: true });
  try {
    await unpack(bytes, folder, limits);
    return readdirSync(folder, { recursive: true }).map(String).sort().join(" ");
  } catch (error) {
    if (!(error instanceof RefusedArchive)) throw error;
    return error.reason;
  } finally {
    expect(readdirSync(around)).toEqual(["in"]);
    expect(readdirSync(join(around, "in"))).toEqual(["to"]);
  }
}

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const zipOf = (files: Zippable): Uint8Array => zipSync(files);
/** Returns a zip archive with one file that has the given mode. */
const withMode = (mode: number): Uint8Array =>
  zipOf({ a: [text("/etc/passwd"), { os: UNIX, attrs: mode << 16 }] });

describe("archives", () => {
  it("are unpacked to files without permission to execute", async () => {
    const folder = folderWith({});
    await unpack(
      zipOf({ "a/run.sh": [text("#!/bin/sh\n"), { os: UNIX, attrs: 0o100755 << 16 }] }),
      folder,
    );
    expect(readFileSync(join(folder, "a/run.sh"), "utf8")).toBe("#!/bin/sh\n");
    expect(statSync(join(folder, "a/run.sh")).mode & 0o777).toBe(0o600);
  });

  it.each<[string, Uint8Array, string]>([
    ["zip", zipOf({ "a/b.md": text("b"), "c.md": text("c") }), "a a/b.md c.md"],
    ["zip with a folder", zipOf({ "a/": new Uint8Array(), "a/b": text("b") }), "a a/b"],
    ["tar", tarOf([{ name: "a/b.md", content: "b" }]), "a a/b.md"],
    ["tar with a folder", tarOf([{ name: "a/", type: "5" }, { name: "a/b" }]), "a a/b"],
    ["tar of a current folder", tarOf([{ name: "./", type: "5" }, { name: "./a" }]), "a"],
    ["tar.gz", tgzOf([{ name: "a", content: "x".repeat(200_000) }, { name: "b" }]), "a b"],
    ["text", text("# A skill"), "not-an-archive"],
    ["an empty file", new Uint8Array(), "not-an-archive"],
    ["compressed text", gzipSync("# A skill"), "damaged"],
    ["a truncated zip", zipOf({ a: text("a") }).subarray(0, 40), "damaged"],
    [
      "a truncated tar.gz",
      tgzOf([{ name: "a", content: "abc".repeat(5000) }]).subarray(0, 60),
      "damaged",
    ],
  ])("have the expected outcome: %s", async (_name, bytes, expected) => {
    expect(await outcome(bytes)).toBe(expected);
  });
});

describe("an archive", () => {
  const NAMES: readonly (readonly [string, string])[] = [
    ["../x", "path"],
    ["a/../../x", "path"],
    ["a/..", "path"],
    ["/tmp/x", "path"],
    ["C:/x", "path"],
    ["a\\..\\x", "path"],
    ["a\u0007b", "name"],
    ["a\u001b[2Jb", "name"],
    ["a\nb", "name"],
    ["a\u202eb", "name"],
    ["..a/b..", "..a ..a/b.."],
  ];

  it.each(NAMES)("with the name %j in a zip has the expected outcome", async (name, expected) => {
    expect(await outcome(zipOf({ [name]: text("x") }))).toBe(expected);
  });

  it.each(NAMES)("with the name %j in a tar has the expected outcome", async (name, expected) => {
    expect(await outcome(tarOf([{ name, content: "x" }]))).toBe(expected);
  });

  it.each<[string, readonly TarMember[], string]>([
    ["a symbolic link", [{ name: "a", type: "2", link: "/etc/passwd" }], "link"],
    ["a hard link", [{ name: "a", type: "1", link: "/etc/passwd" }], "link"],
    [
      "a link that is also a folder",
      [{ name: "a", type: "2", link: "/tmp" }, { name: "a/b" }],
      "link",
    ],
    ["a pipe", [{ name: "a", type: "6" }], "special-file"],
    ["a device", [{ name: "a", type: "3" }], "special-file"],
    ["two files with the same name", [{ name: "a" }, { name: "a" }], "duplicate"],
    ["two files whose names differ only in case", [{ name: "A" }, { name: "a" }], "duplicate"],
    ["a file that is also a folder", [{ name: "a" }, { name: "a/b" }], "duplicate"],
    ["a folder that is also a file", [{ name: "a/b" }, { name: "a" }], "duplicate"],
  ])("is rejected if a tar contains %s", async (_name, members, expected) => {
    expect(await outcome(tarOf(members))).toBe(expected);
  });

  it("is rejected if a zip contains a link or a special file", async () => {
    expect(await outcome(withMode(0o120777))).toBe("link");
    expect(await outcome(withMode(0o010644))).toBe("special-file");
    expect(await outcome(withMode(0o100644))).toBe("a");
  });

  it("is rejected if a zip contains encrypted files", async () => {
    const bytes = Buffer.from(zipOf({ a: text("x") }));
    // sets the encryption bit of the flags in the local and in the central header
    bytes[6] = 1;
    bytes[bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 8] = 1;
    expect(await outcome(bytes)).toBe("encrypted");
  });
});

describe("limits", () => {
  const many = (count: number): Zippable =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, new Uint8Array()]));

  it("reject 100,000 files", async () => {
    const zip = zipSync(many(60_000), { level: 0 });
    expect(await outcome(zip)).toBe("too-many-files");
    const members = Array.from({ length: 100_000 }, (_, i) => ({ name: `f${i}` }));
    const limits = { ...UNPACK_LIMITS, files: 100 };
    expect(await outcome(tgzOf(members), limits)).toBe("too-many-files");
  });

  it("reject archives with a very high compression ratio", async () => {
    const zeros = new Uint8Array(20 * 1024 * 1024);
    expect(await outcome(zipOf({ a: zeros }))).toBe("ratio");
    expect(await outcome(tgzOf([{ name: "a", content: zeros }]))).toBe("ratio");
  });

  it("apply to the total of all files, and accept archives within them", async () => {
    const limits = { ...UNPACK_LIMITS, files: 2, bytes: 3000 };
    const kilobyte = new Uint8Array(1000);
    expect(await outcome(zipOf({ a: kilobyte, b: kilobyte }), limits)).toBe("a b");
    expect(await outcome(zipOf({ a: kilobyte, b: new Uint8Array(2001) }), limits)).toBe(
      "too-large",
    );
    expect(await outcome(zipOf(many(2)), limits)).toBe("f0 f1");
    expect(await outcome(zipOf(many(3)), limits)).toBe("too-many-files");
  });
});
