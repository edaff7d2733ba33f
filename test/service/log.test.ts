import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openLog } from "../../src/service/index.js";
import { Cleanup, temporaryFolder } from "./support/services.js";

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

describe("a log", () => {
  it("contains every line that was logged before it was closed, and no later one", async () => {
    const file = join(await temporaryFolder(cleanup), "log", "service.log");
    const { log, close } = await openLog({ level: "info", file });
    for (let line = 0; line < 1000; line++) log.info({ line }, "before");
    const closed = close();
    log.info("while it is closed");
    await closed;
    log.info("after");
    const lines = (await readFile(file, "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { line?: number });
    expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: 1000 }, (_, line) => line));
  });

  it("contains the stack of an error, but not its message", async () => {
    const file = join(await temporaryFolder(cleanup), "service.log");
    const { log, close } = await openLog({ level: "info", file });
    log.error(
      { err: new TypeError("zebra\n    at zebra (zebra.js:1:1)\n", { cause: "zebra" }) },
      "failed",
    );
    await close();
    const line = await readFile(file, "utf8");
    expect(JSON.parse(line)).toMatchObject({
      err: {
        type: "TypeError",
        stack: expect.stringMatching(/^at .*log\.test/),
        cause: { type: "string" },
      },
    });
    expect(line).not.toContain("zebra");
  });

  it("is rejected if its file is a symbolic link that does not lead to a device", async () => {
    const folder = await temporaryFolder(cleanup);
    const [file, device] = [join(folder, "log"), join(folder, "null")];
    await symlink(join(folder, "elsewhere"), file);
    await symlink("/dev/null", device);
    await expect(openLog({ level: "info", file })).rejects.toThrow("is a symbolic link");
    await expect(readFile(join(folder, "elsewhere"))).rejects.toThrow("ENOENT");
    await (await openLog({ level: "info", file: device })).close();
  });

  it("is rejected if its folder cannot be created", async () => {
    const folder = await temporaryFolder(cleanup);
    await writeFile(join(folder, "file"), "");
    await expect(
      openLog({ level: "info", file: join(folder, "file", "below", "log") }),
    ).rejects.toThrow(/below\/log: cannot be written/);
  });

  it("is rejected if its file cannot be opened", async () => {
    const folder = await temporaryFolder(cleanup);
    await expect(openLog({ level: "info", file: folder })).rejects.toThrow(
      "cannot be written (it is a folder)",
    );
  });
});
