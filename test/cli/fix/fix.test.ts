import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Toolkit } from "../../../src/cli/context.js";
import { createNodeDetector } from "../../../src/host/node.js";
import { folderWith } from "../folder-with.js";
import { runHere } from "../fake-detector.js";

const detectors = {
  contract: createNodeDetector({ profile: "contract" }),
  extended: createNodeDetector({ profile: "extended" }),
};
const toolkit: Toolkit = { createDetector: ({ profile }) => detectors[profile] };
const PIPE = "curl -fsSL https://x.example/i.sh | sh";

const run = (cwd: string, ...args: string[]) =>
  runHere(args, { cwd, toolkit, env: { XDG_CONFIG_HOME: "/nonexistent" } });
const read = (cwd: string, name: string) => readFileSync(join(cwd, name), "utf8");

/** Writes a file, runs `curlew fix --write`, and returns the new content without the comments of the safer commands. */
async function fixed(name: string, text: string, profile = "contract"): Promise<string> {
  const cwd = folderWith({ [name]: text });
  await run(cwd, "fix", "--write", "--profile", profile, name);
  return read(cwd, name).replace(/ {4,}#.*/g, "");
}

/** Commands that are replaced by several commands, with the first and last line of the replacement. */
const COMMANDS: readonly (readonly [command: string, first: string, last: string])[] = [
  [PIPE, "curl -fsSLo i.sh 'https://x.example/i.sh'", "sh ./i.sh"],
  [
    "curl -fsSL https://x.example/i.sh | sudo bash -s -- --yes",
    "curl -fsSLo i.sh 'https://x.example/i.sh'",
    "sudo bash ./i.sh --yes",
  ],
  [
    "curl -fsSL https://x.example/i.sh | bash -s stable 'a b' \"$HOME/x\"",
    "curl -fsSLo i.sh 'https://x.example/i.sh'",
    "bash ./i.sh stable 'a b' \"$HOME/x\"",
  ],
  [
    "curl --proto '=https' --tlsv1.2 -sSf 'https://x.example/get?v=1&w=2' | sh -e",
    "curl -fsSLo get --proto '=https' --tlsv1.2 'https://x.example/get?v=1&w=2'",
    "sh -e ./get",
  ],
  [
    "wget -qO- --no-check-certificate https://x.example/i.sh | sudo -E DIR=/opt bash -",
    "wget -qO i.sh --no-check-certificate 'https://x.example/i.sh'",
    "sudo -E DIR=/opt bash ./i.sh",
  ],
  [
    "curl -H \"X: a -o - b\" https://x.example/i.sh -o - | A=1 B='2 3' sh",
    "curl -fsSLo i.sh -H \"X: a -o - b\" 'https://x.example/i.sh'",
    "A=1 B='2 3' sh ./i.sh",
  ],
  [
    "curl -qL https://x.example/i.sh | sh",
    "curl -q -fsSLo i.sh 'https://x.example/i.sh'",
    "sh ./i.sh",
  ],
  [
    "curl --disable -kq https://x.example/i.sh | sh",
    "curl -q -fsSLo i.sh -k 'https://x.example/i.sh'",
    "sh ./i.sh",
  ],
  [
    "curl --url https://x.example/i.sh -k | sh",
    "curl -fsSLo i.sh -k 'https://x.example/i.sh'",
    "sh ./i.sh",
  ],
  [
    "curl -L -q https://x.example/i.sh | sh",
    "curl -fsSLo i.sh 'https://x.example/i.sh'",
    "sh ./i.sh",
  ],
  [
    "bash <(curl -s https://x.example/i.sh) --yes",
    "curl -fsSLo i.sh 'https://x.example/i.sh'",
    "bash ./i.sh --yes",
  ],
  [
    "source <(curl -s https://x.example/env.sh)",
    "curl -fsSLo env.sh 'https://x.example/env.sh'",
    ". ./env.sh",
  ],
  [
    'sudo sh -c "$(curl -fsSL https://x.example/i.sh)" "" --unattended',
    "curl -fsSLo i.sh 'https://x.example/i.sh'",
    "sudo sh ./i.sh --unattended",
  ],
  [
    'python3 -c "$(curl -s https://x.example/i.py)" --unattended',
    "curl -fsSLo i.py 'https://x.example/i.py'",
    "python3 ./i.py --unattended",
  ],
  ['eval "$(curl -s https://x.example/env)"', "curl -fsSLo env 'https://x.example/env'", ". ./env"],
  [
    "curl -s https://x.example/i.py | python3 - --yes",
    "curl -fsSLo i.py 'https://x.example/i.py'",
    "python3 ./i.py --yes",
  ],
  [
    "curl -fsSL https://x.example/i.sh | bash /dev/stdin 3.8.6",
    "curl -fsSLo i.sh 'https://x.example/i.sh'",
    "bash ./i.sh 3.8.6",
  ],
  [
    "wget -nv -O - https://x.example/i.sh | sh",
    "wget -O i.sh -nv 'https://x.example/i.sh'",
    "sh ./i.sh",
  ],
  [
    "echo aGVsbG8= | base64 -d | sudo bash -s -- --yes",
    "echo aGVsbG8= | base64 -d > payload.sh",
    "sudo bash ./payload.sh --yes",
  ],
];

/** Formats in which commands occur: a name, a file name, the file content with `@` instead of the command, and the prefix of each line. */
const PLACES: readonly (readonly [name: string, file: string, around: string, lead: string])[] = [
  ["a script", "s/x.sh", "#!/bin/bash\nif true; then\n  @\nfi # it's\n", "  "],
  ["a fence", "a.md", "Text\n\n```sh\n@\nls\n```\n", ""],
  ["a fence in a list", "a.md", "- a\n\n  ```bash\n  @\n  ```\n", "  "],
  ["a fence in a quote", "a.md", "> ```\n> @\n> ```\n", "> "],
  ["a prompt", "a.md", "```console\n$ @\nit's done\n$ ls\n```\n", "$ "],
  ["a prompt with a user name", "a.md", "```console\nme@host:~/x$ @\n```\n", "me@host:~/x$ "],
  ["an indented block", "a.md", "Text\n\n    ls\n    @\n\nText\n", "    "],
  [
    "a workflow",
    "w.yml",
    "jobs:\n  a:\n    steps:\n      - run: |\n          set -e\n          @\n      - run: ls\n",
    "          ",
  ],
  [
    "a job that begins with the command",
    ".gitlab-ci.yml",
    "a:\n  script:\n    - |\n      @\n      ls\n",
    "      ",
  ],
  ["a recipe of make", "Makefile", "all:\n\t@@\n\tls\n", "\t@"],
];

const MATRIX = COMMANDS.flatMap(([command, first, last]) =>
  PLACES.map((place) => [place[0], command, first, last, place] as const),
);

describe("curlew fix --write", () => {
  it.each(MATRIX)(
    "in %s rewrites %s",
    async (_name, command, first, last, [, file, around, lead]) => {
      const put = (text: string): string => around.replace(/@(?!@|host)/, () => text);
      // in a recipe of make, a dollar sign is doubled
      const isMade = file === "Makefile" && command.includes("$");
      const before = put(command);
      const cwd = folderWith({ [file]: before });
      const answer = await run(cwd, "fix", "--write", "--profile", "extended", file);
      if (isMade && read(cwd, file) === before) return;
      const lines = read(cwd, file).split("\n");
      const at = before.split("\n").findIndex((line) => line.includes(command));
      expect(answer).toMatchObject({
        status: 0,
        stdout: "",
        stderr: "curlew: 1 command changed in 1 file\n",
      });
      // at a prompt the user sees each error; in all other formats, a line that fails must stop the following lines
      const isChained = !/[$@]/.test(lead) && !file.endsWith("yml");
      expect([lines[at], lines[at + 3]]).toEqual([
        `${lead}${first}${isChained ? " &&" : ""}`,
        lead + last,
      ]);
      expect(lines.length).toBe(before.split("\n").length + 3);
      expect(lines.slice(at, at + 4).every((line) => line.startsWith(lead))).toBe(true);
      // a second analysis finds nothing, in both profiles
      for (const profile of ["contract", "extended"])
        expect((await run(cwd, "scan", "--profile", profile, file)).stdout).toContain(
          "no findings",
        );
      expect((await run(cwd, "fix", "--profile", "extended", file)).stderr).toBe(
        "curlew: nothing to change\n",
      );
      if (file.endsWith(".sh"))
        for (const text of [before, read(cwd, file)])
          expect(spawnSync("bash", ["-n"], { input: text }).status).toBe(0);
    },
  );

  it.each([
    [
      "irm https://x.example/i.ps1 | iex",
      "Invoke-RestMethod 'https://x.example/i.ps1' -OutFile i.ps1",
      ". .\\i.ps1",
    ],
    [
      "iex ((New-Object System.Net.WebClient).DownloadString('https://x.example/install.ps1'))",
      "Invoke-RestMethod 'https://x.example/install.ps1' -OutFile install.ps1",
      ". .\\install.ps1",
    ],
    [
      'iex "& { $(irm https://x.example/get) } -Quiet"',
      "Invoke-RestMethod 'https://x.example/get' -OutFile get.ps1",
      ".\\get.ps1 -Quiet",
    ],
  ])("rewrites %s", async (command, first, last) => {
    const lines = (
      await fixed("a.md", `\`\`\`powershell\nPS C:\\> ${command}\n\`\`\`\n`, "extended")
    ).split("\n");
    expect([lines[1], lines[4]]).toEqual([`PS C:\\> ${first}`, `PS C:\\> ${last}`]);
  });

  it("keeps line ends, the byte order mark, the encoding and the mode, and follows a symbolic link", async () => {
    const text = `\ufeffcurl https://x.example/i.sh \\\r\n  | sudo sh\r\nls`;
    const cwd = folderWith({
      "a.sh": text,
      "b.sh": Buffer.from(text, "utf16le"),
      "c.sh": Buffer.from(text, "utf16le").swap16(),
    });
    chmodSync(join(cwd, "a.sh"), 0o755);
    symlinkSync("a.sh", join(cwd, "link.sh"));
    expect(await run(cwd, "fix", "--write", "-q", "link.sh", "b.sh", "c.sh")).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
    const after = read(cwd, "a.sh");
    expect(after.replace(/ {4,}#[^\r]*/g, "")).toBe(
      "\ufeffcurl -fsSLo i.sh 'https://x.example/i.sh' &&\r\nless i.sh &&\r\nsha256sum i.sh &&\r\nsudo sh ./i.sh\r\nls",
    );
    expect(readFileSync(join(cwd, "b.sh")).toString("utf16le")).toBe(after);
    expect(readFileSync(join(cwd, "c.sh")).swap16().toString("utf16le")).toBe(after);
    expect(statSync(join(cwd, "a.sh")).mode & 0o777).toBe(0o755);
  });

  it("does not write a file that cannot be decoded without loss or was changed meanwhile", async () => {
    const broken = Buffer.concat([Buffer.from([0x23, 0xff, 0x0a]), Buffer.from(`${PIPE}\n`)]);
    const cwd = folderWith({ "a.sh": broken, "b.sh": `${PIPE}\n` });
    expect(await run(cwd, "fix", "--write", "-q", "a.sh")).toMatchObject({
      status: 2,
      stderr:
        "curlew: a.sh: not changed: it contains bytes that are not valid in its encoding, which would be lost\n",
    });
    expect(readFileSync(join(cwd, "a.sh")).equals(broken)).toBe(true);
    const detector = await detectors.contract;
    const meddling: Toolkit = {
      createDetector: async () => ({
        ...detector,
        detect: (text, options) => (
          writeFileSync(join(cwd, "b.sh"), "# other\n"), detector.detect(text, options)
        ),
      }),
    };
    const answer = await runHere(["fix", "--write", "b.sh"], { cwd, toolkit: meddling });
    expect(answer).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("b.sh: not changed: it changed while it was read"),
    });
    expect(read(cwd, "b.sh")).toBe("# other\n");
  });
});

describe("a command that curlew fix cannot rewrite", () => {
  it.each([
    ["a.md", `Run \`${PIPE}\` now.\n`, "it is in running text"],
    ["a.md", `\`\`\`sh\ncd x && ${PIPE}\n\`\`\`\n`, "its lines contain more than this command"],
    ["a.sh", `${PIPE} && ls\n`, "its command cannot be rewritten without changing its meaning"],
    ["a.sh", `true && \\\n${PIPE}\n`, "its lines contain more than this command"],
    ["a.sh", `x=$(\n${PIPE}\n)\n`, "it is inside quotes, parentheses or a here-document"],
    ["a.sh", `bash -c '\n${PIPE}\n'\n`, "the command is in a string"],
    ["a.sh", `bash <<EOF\n${PIPE}\nEOF\n`, "the command is in a string"],
    [
      "a.sh",
      "curl https://x.example/i.sh | sudo -i sh\n",
      "sudo -i changes the environment or the user of the program",
    ],
    [
      "a.sh",
      "curl https://x.example/$V/i.sh | sh\n",
      "its address contains something that the shell expands: https://x.example/$V/i.sh",
    ],
    [
      "a.sh",
      "curl -w '%{url}' https://x.example/i.sh | sh\n",
      "the option -w of curl changes what it prints, writes or reads",
    ],
    [
      "a.sh",
      "wget -4qO- https://x.example/i.sh | sh\n",
      "the option -4qO- of wget changes what it prints, writes or reads",
    ],
    [
      "a.sh",
      "curl -4o- https://x.example/i.sh | sh\n",
      "the option -4o- of curl changes what it prints, writes or reads",
    ],
    [
      "a.sh",
      "curl x.example/a https://x.example/i.sh | sh\n",
      "its command cannot be rewritten without changing its meaning",
    ],
    [
      "a.sh",
      "curl https://x.example/i.sh | sed s/a/b/ | sh\n",
      "a filter is between the download and the program",
    ],
    ["a.sh", "curl get.example | sh\n", "its address has no scheme such as https://"],
    [
      "a.sh",
      "curl https://x.example/i.sh https://x.example/j.sh | sh\n",
      "it names several addresses",
    ],
    [
      "a.sh",
      "curl https://x.example/i.sh 2>/dev/null | sh\n",
      "it redirects what it reads or writes",
    ],
    ["a.sh", `${PIPE}\ncat i.sh\n`, "the file name i.sh is already used"],
    ["i.sh", `${PIPE}\n`, "the file name i.sh is already used"],
    [
      "Dockerfile",
      `FROM x\nRUN set -e && \\\n  ${PIPE}\n`,
      "its lines contain more than this command",
    ],
    ["Dockerfile", `FROM x\nRUN <<EOF\n${PIPE}\nEOF\n`, "no line can be added in dockerfile"],
    ["a.yml", `- run: >\n    set -e;\n    ${PIPE}\n`, "no line can be added there"],
    ["a.yml", `- run: ${PIPE}\n`, "its lines contain more than this command"],
    [
      "a.json",
      JSON.stringify({ scripts: { install: PIPE } }, null, 2),
      "its lines contain more than this command",
    ],
    ["a.py", `import os\nos.system("""\n${PIPE}\n""")\n`, "the command is in a string"],
    ["a.sh", `${PIPE}\n# a\rb\n`, "the file has lines that end with CR alone"],
  ])("is reported with the reason, in %s: %j", async (name, text, reason) => {
    const cwd = folderWith({ [name]: text });
    const { status, stdout, stderr } = await run(cwd, "fix", "--write", name);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(`not changed: ${reason}\n`);
    expect(stderr).toContain("curlew: nothing to change, 1 finding not changed\n");
    expect(read(cwd, name)).toBe(text);
  });
});

describe("the lines that curlew fix writes", () => {
  it("run nothing if the download fails, even if the file already exists", async () => {
    const cwd = folderWith({ "a.sh": `${PIPE}\n`, "b.sh": `set -eu\n${PIPE}\n` });
    await run(cwd, "fix", "--write");
    writeFileSync(join(cwd, "i.sh"), "echo OLD\n");
    const bin = folderWith({ curl: "#!/bin/sh\nexit 22\n", less: "#!/bin/sh\n" });
    for (const name of ["curl", "less"]) chmodSync(join(bin, name), 0o755);
    const env = { ...process.env, PATH: `${bin}:${process.env["PATH"] ?? ""}` };
    for (const name of ["a.sh", "b.sh"]) {
      const ran = spawnSync("bash", [name], { cwd, env });
      expect([ran.status, ran.stdout.toString()]).toEqual([22, ""]);
    }
  });

  it("have all arguments in the output of curlew scan, too", async () => {
    const cwd = folderWith({
      "a.md":
        "Run `curl -sS https://x.example/i.sh | bash /dev/stdin 3.8.6` now, or `wget -q -O - https://x.example/j.sh | sh`.\n",
    });
    const { stdout } = await run(cwd, "scan", "a.md");
    expect(stdout).toContain("bash ./i.sh 3.8.6\n");
    expect(stdout).toContain("wget -qO j.sh 'https://x.example/j.sh'\n");
  });
});

describe("curlew fix", () => {
  it("does not change suppressed findings, trusted URLs and files that Git ignores", async () => {
    const cwd = folderWith({
      "a.sh": `# curlew-ignore bash/fetch-pipe: ours\n${PIPE}\n`,
      "b.sh": "curl -fsSL https://ours.example/i.sh | sh\n",
      "c/d.sh": `${PIPE}\n`,
      "curlew.json": JSON.stringify({ trust: ["https://ours.example/i.sh"] }),
      ".gitignore": "c\n",
      ".git/HEAD": "ref: refs/heads/main\n",
    });
    expect(await run(cwd, "fix", "--write")).toEqual({
      status: 0,
      stdout: "",
      stderr: "curlew: nothing to change\n",
    });
    expect((await run(cwd, "fix", "--no-suppressions", "--no-gitignore")).stderr).toContain(
      "3 commands to change in 3 files",
    );
  });

  it("writes a patch that patch -p1 applies, also for a name with a space", async () => {
    const cwd = folderWith({ "my docs/a b.sh": `${PIPE}\n` });
    const { stdout } = await run(cwd, "fix");
    const { status, stderr } = spawnSync("patch", ["-p1"], { cwd, input: stdout });
    expect([status, stderr.toString()]).toEqual([0, ""]);
    expect(read(cwd, "my docs/a b.sh")).toContain("curl -fsSLo i.sh");
  });

  it("shows without --write the patch of the same changes", async () => {
    const many = `# a\n${PIPE}\n${"ls\n".repeat(5)}wget -qO- https://x.example/j.sh | sh\n${"ls\n".repeat(9)}`;
    const files = {
      "a.sh": `${many}curl https://x.example/k.sh | sh`,
      "sub/b.sh": many.replaceAll("\n", "\r\n"),
      "c.md": "clean\n",
    };
    const [cwd, other] = [folderWith(files), folderWith(files)];
    const { status, stdout, stderr } = await run(cwd, "fix");
    expect(status).toBe(1);
    expect(stderr).toBe("curlew: 5 commands to change in 2 files (--write applies it)\n");
    expect(read(cwd, "a.sh")).toBe(files["a.sh"]);
    await run(other, "fix", "--write");
    const applied = spawnSync("git", ["apply", "-"], { cwd, input: stdout });
    expect(
      applied.stderr
        .toString("utf8")
        .replace(/^.*(?:trailing whitespace|whitespace errors?).*$|^.*\r?$/gm, "")
        .trim(),
    ).toBe("");
    for (const name of Object.keys(files)) expect(read(cwd, name)).toBe(read(other, name));
  });

  it("rejects standard input, unknown paths and contradictory options", async () => {
    const cwd = folderWith({ "a.sh": `${PIPE}\n` });
    expect(await run(cwd, "fix", "-")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("it cannot change standard input"),
    });
    expect(await run(cwd, "fix", "no.sh")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("no.sh: no such file or folder\n"),
    });
    expect(await run(cwd, "fix", "--dry-run", "--write", "a.sh")).toMatchObject({ status: 2 });
    expect(existsSync(join(cwd, "a.sh.curlew"))).toBe(false);
  });
});
