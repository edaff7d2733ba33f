import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { Cleanup, temporaryFolder } from "./support/services.js";

/** Runs the three lines of README.md that start the service, with a free port instead of the default one. */

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const README = readFileSync("README.md", "utf8");
const block = /```sh\n((?:(?!```)[\s\S])*curlew serve &[\s\S]*?)```/.exec(README)?.[1] ?? "";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

describe("README", () => {
  it("contains three lines that start the service and assess a text", async () => {
    expect(block.trim().split("\n")).toHaveLength(3);
    const folder = await temporaryFolder(cleanup);
    // replaces the `npx` that would run an installed package
    mkdirSync(join(folder, "bin"));
    writeFileSync(
      join(folder, "bin", "npx"),
      `#!/bin/sh\nshift\nexec '${process.execPath}' '${resolve("dist/cli.js")}' "$@"\n`,
    );
    chmodSync(join(folder, "bin", "npx"), 0o755);
    const port = await freePort();
    const script = `${block.replaceAll("8787", String(port))}\nkill %1\nwait %1\necho "status $?"\n`;
    const shell = spawn("bash", ["-c", `set -m\n${script}`], {
      cwd: folder,
      env: {
        PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}`,
        HOME: folder,
        CURLEW_PORT: String(port),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    shell.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    await once(shell, "close");
    expect(output).toContain('"verdict":"finding"');
    expect(output).toContain('"entities":[{"type":"URL","count":1}]');
    expect(output).toContain("status 0");
  });
});
