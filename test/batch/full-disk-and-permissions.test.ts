import { execFile, spawnSync } from "node:child_process";
import { chmodSync, lstatSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CURLEW } from "../support/built.js";
import { corpus, curlew } from "./curlew-process.js";
import { BAD, flagged, folderWith, parsed, readLines, row } from "./predictions.js";

interface ProcessResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program. With `nobody`, root runs it as an unprivileged user, because root can read and write every folder. */
function run(
  file: string,
  args: readonly string[],
  { cwd, nobody = false }: { cwd: string; nobody?: boolean },
): Promise<ProcessResult> {
  const user = nobody && process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  return new Promise((done) => {
    const child = execFile(file, args, { cwd, ...user }, (_error, stdout, stderr) =>
      done({ status: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

/** Shell functions that mount and enlarge a small disk or, if mounting is not permitted, limit the size of files. */
const SMALL =
  spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0
    ? {
        shell: ["unshare", "-rm", "bash"],
        less: "mount -t tmpfs -o size=64k tmpfs disk",
        more: "mount -o remount,size=8m disk",
        says: "no space left",
      }
    : {
        shell: ["bash"],
        less: "ulimit -S -f 64",
        more: "ulimit -S -f unlimited",
        says: ".*too large.*",
      };

describe("a full disk", () => {
  it("ends a run that can be resumed when there is space again", async () => {
    const cwd = folderWith({ "in.jsonl": corpus(600), "disk/x": "" });
    const {
      shell: [shell = "bash", ...before],
      less,
      more,
      says,
    } = SMALL;
    const script = `${less}; "$0" "$@"; echo "status $?"; ${more}; "$0" "$@" --resume; echo "status $?"; cp disk/out.jsonl out.jsonl`;
    const args = [CURLEW, "batch", "-q", "in.jsonl", "-o", "disk/out.jsonl", "--shard-size", "8K"];
    const { stdout, stderr } = await run(
      shell,
      [...before, "-c", script, process.execPath, ...args],
      { cwd },
    );
    expect(stderr).toMatch(
      new RegExp(
        `^curlew: cannot write \\S*disk/out\\.jsonl\\S*: ${says}; finished records are kept: continue with --resume\n$`,
      ),
    );
    expect(stdout).toBe("status 2\nstatus 0\n");
    expect((await curlew(["batch", "-q", "in.jsonl", "-o", "whole.jsonl"], { cwd })).status).toBe(
      0,
    );
    expect(
      readFileSync(join(cwd, "out.jsonl"), "utf8") ===
        readFileSync(join(cwd, "whole.jsonl"), "utf8"),
    ).toBe(true);
  });

  it("is reported if it prevents writing the report, and an output that is a device is not removed", async () => {
    const cwd = folderWith({ "in.jsonl": row({ text: BAD }) });
    // a link to the device, because curlew would replace the link and not the device itself
    symlinkSync("/dev/full", join(cwd, "full"));
    const { status, stderr } = await curlew(["batch", "in.jsonl", "--report", "full"], { cwd });
    expect([status, stderr]).toEqual([2, "curlew: cannot write full: no space left\n"]);
    expect(lstatSync(join(cwd, "full")).isSymbolicLink()).toBe(true);
    expect(readdirSync(cwd).sort()).toEqual(["full", "in.jsonl"]);
  });

  it("is reported if it prevents writing predictions to a device", async () => {
    const cwd = folderWith({ "in.jsonl": row({ text: BAD }) });
    symlinkSync("/dev/full", join(cwd, "full"));
    expect(await curlew(["batch", "-q", "in.jsonl", "-o", "full"], { cwd })).toMatchObject({
      status: 2,
      stderr: "curlew: cannot write full: no space left\n",
    });
  });
});

describe("a folder that the user has no permission to access", () => {
  it("is reported if it is in an input folder, and all other files are predicted", async () => {
    const cwd = folderWith({ "d/a.md": BAD, "d/closed/b.md": BAD, "d/open/c.md": "x" });
    chmodSync(join(cwd, "d", "closed"), 0);
    chmodSync(cwd, 0o755);
    const { status, stdout, stderr } = await run(
      process.execPath,
      [CURLEW, "batch", "-q", "d", "-o", "-"],
      { cwd, nobody: true },
    );
    chmodSync(join(cwd, "d", "closed"), 0o700);
    expect([status, stderr]).toEqual([2, "curlew: d: d/closed: permission denied\n"]);
    expect(flagged(parsed(stdout))).toEqual(["d/a.md !", "d/open/c.md"]);
  });

  it("is reported if it is the output folder", async () => {
    const cwd = folderWith({ "in.jsonl": row({ text: BAD }), "shut/x": "" });
    chmodSync(cwd, 0o755);
    chmodSync(join(cwd, "shut"), 0o555);
    const { status, stderr } = await run(
      process.execPath,
      [CURLEW, "batch", "-q", "in.jsonl", "-o", "shut/out.jsonl"],
      { cwd, nobody: true },
    );
    expect([status, stderr]).toEqual([
      2,
      "curlew: cannot write shut/out.jsonl: permission denied\n",
    ]);
    expect(readLines(cwd, "in.jsonl")).toHaveLength(1);
  });
});
