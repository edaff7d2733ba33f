import {
  chown,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import type * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** If `victim` is set, each file is replaced with a link to it when the file is closed, as the owner of its folder could do. */
const swapped: { victim: string | undefined } = { victim: undefined };

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    open: async (path: string, ...rest: [string, number]) => {
      const file = await real.open(path, ...rest);
      const close = file.close.bind(file);
      file.close = async () => {
        await close();
        if (swapped.victim === undefined || path.endsWith(".lock")) return;
        await real.rename(path, `${path}.moved`);
        await real.symlink(swapped.victim, path);
      };
      return file;
    },
  };
});

const { createToken, listTokens, revokeToken } = await import("../../src/service/index.js");

let folder: string;
let tokens: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "curlew-test-"));
  tokens = join(folder, "tokens.json");
});
afterEach(async () => {
  swapped.victim = undefined;
  await rm(folder, { recursive: true });
});

describe("a link that replaces a new file during a command for tokens", () => {
  it("does not make the command change the target of the link", async () => {
    await createToken({ name: "a", out: join(folder, "a"), tokens });
    const isRoot = process.getuid?.() === 0;
    if (isRoot) await chown(tokens, 12_345, 12_345);
    const victim = join(folder, "victim");
    await writeFile(victim, "root's", { mode: 0o644 });
    swapped.victim = victim;
    await createToken({ name: "b", out: join(folder, "b"), tokens });
    await revokeToken({ name: "b", tokens }).catch(() => undefined);
    const { mode, uid } = await stat(victim);
    expect([mode & 0o777, uid, await readFile(victim, "utf8")]).toEqual([
      0o644,
      process.getuid?.(),
      "root's",
    ]);
  });
});

describe("a tokens file in a folder with the setgid bit", () => {
  it("has the group of the folder, and is readable by this group but by no other users", async () => {
    const shared = join(folder, "etc");
    await mkdir(shared);
    if (process.getuid?.() === 0) await chown(shared, 0, 12_345);
    const { chmod } = await import("node:fs/promises");
    await chmod(shared, 0o2750);
    tokens = join(shared, "tokens.json");
    for (const name of ["a", "b"]) {
      await createToken({ name, out: join(folder, name), tokens });
      const made = await stat(tokens);
      expect([made.mode & 0o777, made.gid]).toEqual([0o640, (await stat(shared)).gid]);
    }
    await chmod(tokens, 0o666);
    await revokeToken({ name: "a", tokens });
    expect((await stat(tokens)).mode & 0o777).toBe(0o640);
  });
});

describe("a lock that a command left", () => {
  it.each([
    ["names a process that has ended", "999999999", new Date()],
    ["is empty and old", "", new Date(Date.now() - 60_000)],
    ["is empty and has a time in the future", "", new Date(Date.now() + 3_600_000)],
  ])("is removed if it %s", async (_name, content, time) => {
    await createToken({ name: "a", out: join(folder, "a"), tokens });
    await writeFile(`${tokens}.lock`, content);
    await utimes(`${tokens}.lock`, time, time);
    await revokeToken({ name: "a", tokens });
    expect(await listTokens(tokens)).toEqual([]);
  });
});

describe("an expired token", () => {
  it("is rejected and not counted", async () => {
    const { Authenticator } = await import("../../src/service/index.js");
    const out = join(folder, "a");
    await createToken({ name: "a", out, tokens, expiresAt: new Date(Date.now() + 60_000) });
    const value = (await readFile(out, "utf8")).trim();
    expect(await new Authenticator(tokens).identify(value)).toBe("a");
    const list = JSON.parse(await readFile(tokens, "utf8"));
    list.tokens[0].expiresAt = new Date(Date.now() - 1000).toISOString();
    await writeFile(`${tokens}.new`, JSON.stringify(list));
    await rename(`${tokens}.new`, tokens);
    const authenticator = new Authenticator(tokens);
    expect([await authenticator.identify(value), await authenticator.count()]).toEqual([
      undefined,
      0,
    ]);
  });
});
