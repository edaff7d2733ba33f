import { chown, readdir, readFile, stat, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  Authenticator,
  createToken,
  listTokens,
  revokeToken,
  TokenFileError,
} from "../../src/service/index.js";
import { Cleanup, temporaryFolder } from "./support/services.js";

const cleanup = new Cleanup();
let folder: string;
let tokens: string;
beforeEach(async () => {
  folder = await temporaryFolder(cleanup);
  tokens = join(folder, "sub", "tokens.json");
});
afterEach(() => cleanup.run());

async function create(name: string): Promise<string> {
  const out = join(folder, `${name}.token`);
  await createToken({ name, out, tokens });
  return (await readFile(out, "utf8")).trim();
}

describe("a token", () => {
  it("is random, written to a file that only its owner can read, and stored as a hash", async () => {
    const token = await create("a");
    expect(token).toMatch(/^curlew_[\w-]{43}$/);
    expect((await stat(join(folder, "a.token"))).mode & 0o777).toBe(0o600);
    expect((await stat(tokens)).mode & 0o777).toBe(0o600);
    const kept = await readFile(tokens, "utf8");
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(token.slice(7, 20));
    expect(await create("b")).not.toBe(token);
  });

  it("is kept when other tokens are created and revoked at the same time", async () => {
    await Promise.all(["a", "b", "c", "d"].map(create));
    await Promise.all([
      create("e"),
      revokeToken({ name: "b", tokens }),
      create("f"),
      revokeToken({ name: "d", tokens }),
    ]);
    expect((await listTokens(tokens)).map(({ name }) => name).sort()).toEqual(["a", "c", "e", "f"]);
    expect(await readdir(dirname(tokens))).toEqual(["tokens.json"]);
  });

  it("cannot be revoked while a lock file exists, and the error says what to do", async () => {
    await create("a");
    await writeFile(`${tokens}.lock`, "");
    await expect(revokeToken({ name: "a", tokens })).rejects.toThrow(
      /another command; if none is running, remove .*tokens\.json\.lock/,
    );
  });

  it("cannot replace a file or a token of the same name", async () => {
    await create("a");
    await expect(createToken({ name: "b", out: join(folder, "a.token"), tokens })).rejects.toThrow(
      /already exists/,
    );
    await expect(
      createToken({ name: "a", out: join(folder, "new.token"), tokens }),
    ).rejects.toThrow(/token named a/);
    await expect(
      createToken({ name: "a b", out: join(folder, "new.token"), tokens }),
    ).rejects.toThrow(/token name/);
    await expect(createToken({ name: "b", out: tokens, tokens })).rejects.toThrow(
      /is the list of tokens/,
    );
    await expect(
      createToken({ name: "b", out: join(folder, "no", "b.token"), tokens }),
    ).rejects.toThrow(/cannot be written/);
    expect((await listTokens(tokens)).map(({ name }) => name)).toEqual(["a"]);
  });

  it("can be created and revoked without changing the owner of the tokens file", async () => {
    await create("a");
    // only root can change the owner of a file
    const owner = process.getuid?.() === 0 ? 12_345 : (await stat(tokens)).uid;
    await chown(tokens, owner, (await stat(tokens)).gid);
    await create("b");
    await revokeToken({ name: "a", tokens });
    expect((await stat(tokens)).uid).toBe(owner);
  });

  it("can be revoked by its name", async () => {
    await create("a");
    await create("b");
    await revokeToken({ name: "a", tokens });
    expect((await listTokens(tokens)).map(({ name }) => name)).toEqual(["b"]);
    await expect(revokeToken({ name: "a", tokens })).rejects.toThrow(/no token named a/);
  });
});

describe("the authenticator of a running service", () => {
  it("accepts several tokens, and reloads the tokens file when it changes", async () => {
    const authenticator = new Authenticator(tokens);
    expect(await authenticator.identify("curlew_any")).toBeUndefined();
    const a = await create("a");
    const b = await create("b");
    expect(await authenticator.identify(a)).toBe("a");
    expect(await authenticator.identify(b)).toBe("b");
    await revokeToken({ name: "a", tokens });
    expect(await authenticator.identify(a)).toBeUndefined();
    expect(await authenticator.identify(b)).toBe("b");
    await unlink(tokens);
    expect(await authenticator.identify(b)).toBeUndefined();
  });

  it("throws a TokenFileError for an unreadable tokens file", async () => {
    await create("a");
    await expect(
      new Authenticator(join(tokens, "below")).identify("curlew_any"),
    ).rejects.toBeInstanceOf(TokenFileError);
    await expect(new Authenticator(folder).identify("curlew_any")).rejects.toBeInstanceOf(
      TokenFileError,
    );
  });

  it("throws a TokenFileError while the tokens file is invalid, and accepts tokens when it is valid again", async () => {
    const authenticator = new Authenticator(tokens);
    const token = await create("a");
    const good = await readFile(tokens, "utf8");
    expect(await authenticator.identify(token)).toBe("a");
    for (const garbage of [
      "{",
      "[]",
      '{"version":2,"tokens":[]}',
      '{"version":1,"tokens":[{"name":"a"}]}',
      "\0\0",
    ]) {
      await writeFile(tokens, garbage);
      await expect(authenticator.identify(token)).rejects.toBeInstanceOf(TokenFileError);
    }
    await writeFile(tokens, good);
    expect(await authenticator.identify(token)).toBe("a");
  });
});
