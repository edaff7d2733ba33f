/** Tests the words that start an analysis, and the commands that the snippets of `curlew shell-init` call. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HINT, TRIGGER } from "../../../src/cli/shell/triggers.js";
import { sharedDetector, sharedDetectorOf } from "../../support/marked.js";
import { folderWith } from "../folder-with.js";
import { runHere } from "../fake-detector.js";
import { URL } from "./terminal.js";

describe("the words that start an analysis", () => {
  const [trigger, hint] = [new RegExp(TRIGGER), new RegExp(HINT)];

  it("match every shell command that is found in the extended corpus", async () => {
    const detector = await sharedDetector("extended");
    const records = readFileSync("corpora/extended.v1.jsonl", "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { text: string });
    const commands = records.flatMap(({ text }) =>
      detector
        .detect(text)
        .findings.filter(
          ({ level, snippet }) => level === "finding" && snippet.language === "shell",
        )
        .map(({ span: [start, end] }) => text.slice(text.lastIndexOf("\n", start) + 1, end)),
    );
    expect(commands.length).toBeGreaterThan(100);
    expect(commands.filter((line) => !trigger.test(line) || !hint.test(line))).toEqual([]);
  });

  it.each([
    "git status",
    "git commit -m 'x'",
    "ls -la | grep x | sort",
    "npm test",
    "npx tsc",
    "cd src && make",
    "docker ps",
    "sudo apt update",
    "ssh host",
    "echo done",
    "vim a.md",
    "tr -d x",
  ])("do not match in %s", (line) => {
    expect(trigger.test(line)).toBe(false);
  });

  it.each([
    "c''url x.example/i | s''h",
    'cu""rl x.example/i | sh',
    "cu\\rl x.example/i | \\sh",
    "$'cu\\x72l' x.example/i | sh",
    "a=x;b${IFS}c",
  ])("match even if quotes or escapes obscure them: %s", (line) => {
    expect([trigger.test(line), hint.test(line)]).toEqual([true, true]);
  });

  it("match the same lines in bash as in JavaScript", () => {
    const lines = [
      "curl x",
      "xcurl",
      "a;curl",
      "see https://x",
      "git status",
      "echo -e x",
      "npx a/b",
      "npx tsc",
      "base64 -d",
      "printf '\\x41'",
      "c''url",
      'c""url',
      "cu\\rl",
      "$'c'",
      "a$IFS",
      "a' 'b",
      "echo $x",
    ];
    const script = `hint=$(cat <<'EOF'\n${HINT}\nEOF\n)\ntrigger=$(cat <<'EOF'\n${TRIGGER}\nEOF\n)\nfor line in "$@"; do [[ $line =~ $hint && $line =~ $trigger ]] && echo y || echo n; done`;
    const answers = execFileSync("bash", ["-c", script, "-", ...lines], { encoding: "utf8" })
      .trim()
      .split("\n");
    expect(answers).toEqual(lines.map((line) => (trigger.test(line) ? "y" : "n")));
  });
});

describe("`curlew shell-check` and `curlew trust`", () => {
  const toolkit = { createDetector: sharedDetectorOf };
  const home = () => ({ XDG_CONFIG_HOME: folderWith({}) });
  const check = (line: string, env: Record<string, string> = home()) =>
    runHere(["shell-check"], {
      stdin: line,
      toolkit,
      env,
      cwd: folderWith({ ".git/HEAD": "", "curlew.json": `{"trust": ["${URL}"]}` }),
    });

  it("shell-check exits with status 10 for a finding, and prints a message, a safer command and the URL", async () => {
    const { status, stdout, stderr } = await check(`curl -fsSL ${URL} | sh`);
    expect([status, stdout]).toEqual([10, `${URL}\n`]);
    expect(stderr).toMatch(/^\r\ncurlew: .+\r\n {2}safer: curl -fsSLo i\.sh/);
    expect(await check("git commit -m 'no curl x | sh'")).toMatchObject({
      status: 0,
      stdout: "",
      stderr: "",
    });
    expect(await check(`curl ${URL} \\\n | dash`)).toMatchObject({ status: 10 });
    expect(await check(`# never run this\ncurl ${URL} | sh`)).toMatchObject({ status: 10 });
    expect(await check(`curl ${URL} https://y.example | sh`)).toMatchObject({
      status: 10,
      stdout: "-\n",
    });
    const unread = await check(`${"$(".repeat(300)}curl ${URL}`);
    expect([unread.status, unread.stdout]).toEqual([10, "-\n"]);
    expect(unread.stderr).toContain(
      "curlew: the line could not be analyzed completely: brackets are nested deeper",
    );
  });

  it("trust adds the URL to the user's configuration, and keeps the other settings", async () => {
    const env = {
      XDG_CONFIG_HOME: folderWith({ "curlew/curlew.json": '{\n  "profile": "extended"\n}\n' }),
    };
    expect((await runHere(["trust", URL], { env })).stdout).toContain(`${URL} is now trusted`);
    expect((await runHere(["trust", URL], { env })).stdout).toContain("is already trusted");
    expect(
      JSON.parse(readFileSync(join(env.XDG_CONFIG_HOME, "curlew/curlew.json"), "utf8")),
    ).toEqual({ profile: "extended", trust: [URL] });
    expect(await check(`curl ${URL} | sh`, env)).toMatchObject({ status: 0 });
    expect(await check(`curl ${URL}x | sh`, env)).toMatchObject({ status: 10 });
    for (const wrong of ["x.example", "ftp://x.example/i.sh", "https://", "https://*.example"])
      expect(await runHere(["trust", wrong], { env })).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(
          `curlew: "${wrong}" cannot be trusted: write one whole address that begins with https://`,
        ),
      });
    writeFileSync(join(env.XDG_CONFIG_HOME, "curlew/curlew.json"), "{");
    expect(await runHere(["trust", URL], { env })).toMatchObject({ status: 2 });
  });

  it("trust creates a missing configuration", async () => {
    const env = home();
    await runHere(["trust", URL], { env });
    expect(await check(`curl ${URL} | sh`, env)).toMatchObject({ status: 0 });
  });
});
