import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { environmentName, gatewaySettings } from "../../src/service/index.js";

const dockerfile = readFileSync("Dockerfile", "utf8").replace(/\\\n\s*/g, " ");
const steps = dockerfile.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
const tool = ["docker", "podman"].find(
  (name) => spawnSync(name, ["info"], { timeout: 10_000 }).status === 0,
);
const known = new Set(Object.keys(gatewaySettings).map(environmentName));

describe("the container image of the services", () => {
  it("is built from existing files, runs as an unprivileged user, and has a health check", () => {
    const copied = steps.flatMap(
      (line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(" ") ?? [],
    );
    expect(copied).toContain("package-lock.json");
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
    const { files, engines } = JSON.parse(readFileSync("package.json", "utf8")) as {
      files: string[];
      engines: { node: string };
    };
    const shipped = steps.flatMap(
      (line) => /^COPY --from=build \/src\/(\S+) /.exec(line)?.[1] ?? [],
    );
    for (const file of files.filter((name) => !/^docs|^deploy|\.md$/.test(name)))
      expect(shipped).toContain(file.split("/")[0]);
    const bases = steps.filter((line) => line.startsWith("FROM"));
    const majors = bases.map((line) => /^FROM node:(\d+)-\S+@sha256:[0-9a-f]{64}/.exec(line)?.[1]);
    const oldest = Number(/\d+/.exec(engines.node)?.[0]);
    expect(majors.every((major) => Number(major) >= oldest)).toBe(true);
    expect(steps.findLast((line) => line.startsWith("USER"))).toBe("USER node");
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\/healthz/m);
    for (const [name] of dockerfile.matchAll(/CURLEW_\w+/g)) expect(known).toContain(name);
  });

  it("is built and run if Docker or Podman is available, and otherwise only names an existing build script", {
    timeout: 600_000,
  }, () => {
    if (tool === undefined) {
      expect(dockerfile).toContain("scripts/build.ts");
      expect(existsSync("scripts/build.ts")).toBe(true);
      return;
    }
    const run = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(tool, args, { encoding: "utf8" });
      if (status !== 0) throw new Error(stderr);
      return stdout.trim();
    };
    run("build", "-t", "curlew-test", ".");
    expect(run("run", "--rm", "--read-only", "--entrypoint", "id", "curlew-test", "-u")).not.toBe(
      "0",
    );
    expect(run("run", "--rm", "--read-only", "curlew-test", "serve", "--print-config")).toContain(
      "/etc/curlew/tokens.json",
    );
  });
});

describe("the image of the command", () => {
  const lines = readFileSync("deploy/command.Dockerfile", "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const runs = lines.flatMap((line) => /^RUN (.+)$/.exec(line)?.[1] ?? []);

  it("is built from the npm package by existing scripts, and runs as an unprivileged user", () => {
    expect(runs[0]?.split(" && ")).toEqual([
      "npm ci",
      "npx tsx scripts/build.ts",
      "mkdir /packed",
      "npm pack --pack-destination /packed",
    ]);
    expect(existsSync("scripts/build.ts")).toBe(true);
    expect(lines.slice(-4)).toEqual([
      "WORKDIR /work",
      "USER node",
      'ENTRYPOINT ["curlew"]',
      'CMD ["--help"]',
    ]);
  });

  it("stores compiled code beside the scripts, and uses it in a read-only file system", () => {
    const folder = mkdtempSync(join(tmpdir(), "curlew-image-"));
    for (const part of ["dist", "queries", "wasm"])
      cpSync(part, join(folder, "curlew", part), {
        recursive: true,
        filter: (path) => !path.endsWith(".cache"),
      });
    for (const part of ["package.json", "node_modules"])
      symlinkSync(resolve(part), join(folder, "curlew", part));
    const shell = (line: string): string => {
      const { status, stdout, stderr } = spawnSync(
        "sh",
        [
          "-ec",
          `npm() { echo '${folder}'; }; curlew() { '${process.execPath}' '${folder}/curlew/dist/cli.js' "$@"; }; ${line}`,
        ],
        { encoding: "utf8", env: { PATH: process.env["PATH"], HOME: "/nonexistent" } },
      );
      expect([status, stderr]).toEqual([0, ""]);
      return stdout;
    };
    const kept = (): string[] =>
      readdirSync(join(folder, "curlew", "dist")).filter((name) => name.endsWith(".cache"));
    expect(shell(runs.at(-1) ?? "")).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(kept()).toHaveLength(2);
    expect(shell("echo harmless | curlew scan -")).toBe("no findings in 1 text\n");
    rmSync(folder, { recursive: true });
  });
});

describe("the deployment examples", () => {
  it("name existing settings and paths", () => {
    const kubernetes = readFileSync("deploy/kubernetes.yaml", "utf8");
    for (const [, name] of kubernetes.matchAll(/name: (CURLEW_\w+)/g))
      expect(known).toContain(name);
    for (const [, path] of kubernetes.matchAll(/httpGet: \{ path: (\S+),/g))
      expect(["/healthz", "/readyz"]).toContain(path);
    expect(kubernetes).toContain("readOnlyRootFilesystem: true");
    for (const proxy of ["deploy/nginx.conf", "deploy/Caddyfile"])
      expect(readFileSync(proxy, "utf8")).toContain(`127.0.0.1:${gatewaySettings.port.default}`);
  });
});
