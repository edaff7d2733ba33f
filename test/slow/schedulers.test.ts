/** Tests the scripts of `deploy/batch` with a real Slurm of two nodes and with GNU parallel. */
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { corpus } from "../batch/curlew-process.js";
import { folderWith } from "../cli/folder-with.js";
import { CURLEW } from "../support/built.js";

const script = (name: string): string => resolve("deploy", "batch", name);
let cwd: string;
let env: Record<string, string>;

beforeAll(() => {
  cwd = folderWith({
    "a.jsonl": corpus(3000),
    "b.jsonl": corpus(500),
    curlew: `#!/bin/sh\nexec '${process.execPath}' '${CURLEW}' "$@"\n`,
  });
  chmodSync(join(cwd, "curlew"), 0o755);
  env = { ...(process.env as Record<string, string>), CURLEW: join(cwd, "curlew") };
  curlew("batch", "-q", "a.jsonl", "b.jsonl", "-o", "one.json", "--jobs", "1");
});

function curlew(...args: string[]): void {
  execFileSync(process.execPath, [CURLEW, ...args], { cwd, stdio: "pipe" });
}

function expectEqual(out: string): void {
  curlew("batch", "-q", "--merge", out, "-o", `${out}.json`);
  const read = (name: string): Buffer => readFileSync(join(cwd, name));
  expect(read(`${out}.json`).equals(read("one.json"))).toBe(true);
}

describe("GNU parallel", () => {
  it("runs eight partitions, and runs a missing one again", () => {
    const run = (): void => {
      const args = [script("parallel.sh"), "8", "*.jsonl", "parallel"];
      const { status, stderr } = spawnSync("bash", args, { cwd, env, encoding: "utf8" });
      expect([status, stderr]).toEqual([0, expect.not.stringContaining("curlew:")]);
    };
    run();
    expect(readFileSync(join(cwd, "parallel.log"), "utf8").trimEnd().split("\n")).toHaveLength(9);
    rmSync(join(cwd, "parallel", "part-00003.jsonl"));
    rmSync(join(cwd, "parallel.log"));
    run();
    expectEqual("parallel");
  });
});

/** A Slurm cluster on this machine: a controller and two nodes, whose files are in one folder. */
class Slurm {
  readonly folder = mkdtempSync(join(tmpdir(), "slurm-"));
  readonly env = { ...process.env, SLURM_CONF: join(this.folder, "slurm.conf") };

  start(): void {
    const at = (name: string): string => join(this.folder, name);
    const host = hostname().split(".")[0] ?? "localhost";
    for (const name of ["state", "n1", "n2"]) mkdirSync(at(name));
    writeFileSync(at("munge.key"), randomBytes(256), { mode: 0o400 });
    const node = (name: string, port: number): string =>
      `NodeName=${name} NodeHostname=${host} NodeAddr=127.0.0.1 Port=${port} CPUs=1 RealMemory=4000`;
    const settings = {
      ClusterName: "test",
      SlurmctldHost: `${host}(127.0.0.1)`,
      SlurmUser: "root",
      AuthInfo: `socket=${at("munge.socket")}`,
      SlurmctldPort: 26_817,
      SlurmctldPidFile: at("controller.pid"),
      SlurmdPidFile: at("%n.pid"),
      SlurmdSpoolDir: at("%n"),
      StateSaveLocation: at("state"),
      ProctrackType: "proctrack/linuxproc",
      TaskPlugin: "task/none",
      SelectType: "select/cons_tres",
      SelectTypeParameters: "CR_CPU",
      SlurmdParameters: "config_overrides",
    };
    const lines = [
      ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
      node("n1", 26_818),
      node("n2", 26_819),
      "PartitionName=all Nodes=n1,n2 Default=YES State=UP",
    ];
    writeFileSync(at("slurm.conf"), `${lines.join("\n")}\n`);
    const files = ["key-file", "socket", "pid-file", "log-file", "seed-file"];
    const munge = files.map((name) => `--${name}=${at(`munge.${name.replace("-file", "")}`)}`);
    this.run("munged", ["--force", ...munge]);
    this.run("slurmctld", ["-L", at("controller.log")]);
    for (const name of ["n1", "n2"]) this.run("slurmd", ["-N", name, "-L", at(`${name}.log`)]);
  }

  run(
    program: string,
    args: readonly string[],
    options: { cwd?: string; env?: object } = {},
  ): void {
    execFileSync(program, args, {
      ...options,
      env: { ...this.env, ...options.env },
      stdio: "ignore",
      timeout: 300_000,
    });
  }

  stop(): void {
    for (const name of ["n1.pid", "n2.pid", "controller.pid", "munge.pid"]) {
      try {
        process.kill(Number(readFileSync(join(this.folder, name), "utf8")));
      } catch {
        // it did not start
      }
    }
  }
}

describe("Slurm", () => {
  const slurm = new Slurm();
  beforeAll(() => slurm.start());
  afterAll(() => slurm.stop());

  it("runs a job array on two nodes, and a task that is submitted again", () => {
    const submit = (array: string, more: object): void => {
      const args = ["--wait", `--array=${array}`, "--mem=0", "-o", "log-%a.txt"];
      slurm.run("sbatch", [...args, script("slurm.sh"), "*.jsonl", "slurm"], {
        cwd,
        env: { CURLEW: env["CURLEW"], ...more },
      });
    };
    submit("0-7", {});
    expectEqual("slurm");
    rmSync(join(cwd, "slurm", "part-00005.json"));
    submit("5", { CURLEW_PARTITIONS: "8" });
    expectEqual("slurm");
  });
});
