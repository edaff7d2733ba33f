/** Tests the snippets through a pseudo-terminal; a stand-in for `curlew` records its calls. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HINT, TRIGGER } from "../../../src/cli/shell/triggers.js";
import { sharedDetector, sharedDetectorOf } from "../../support/marked.js";
import { folderWith } from "../folder.js";
import { runHere } from "../stand-in.js";
import { typed, URL, type Start, type Step, type Terminal } from "./terminal.js";

const PROMPT = { wait: /any other key: cancel $/ };

describe("in bash, through a pseudo-terminal", () => {
  it("a clean line runs and starts no process", async () => {
    const { calls } = await typed([
      "echo ran$((1+1))\r",
      { wait: /ran2/ },
      "git status; ls | sort\r",
      { wait: /> $/ },
    ]);
    expect(calls).toEqual([]);
  });

  it("a typed finding is shown, and cancelled by any key", async () => {
    const { shown, calls } = await typed([
      `echo ran$((1+1)) ${URL} | sh\r`,
      PROMPT,
      "x",
      { wait: /> / },
      "\x15history\r",
      { wait: /history/ },
    ]);
    expect(shown).toContain("curlew: BAD");
    expect(shown).not.toMatch(/ran2|not found/);
    // a line that did not run is not in the history
    expect(shown).not.toMatch(/^ +1 +echo/m);
    expect(calls).toEqual(["shell-check"]);
  });

  it("r runs the line once, and t trusts its address", async () => {
    expect(
      (await typed([`echo ran$((1+1)) ${URL} | sh\r`, PROMPT, "r", { wait: /ran2: not found/ }]))
        .calls,
    ).toEqual(["shell-check"]);
    expect(
      (await typed([`echo ran$((1+1)) ${URL} | sh\r`, PROMPT, "t", { wait: /ran2: not found/ }]))
        .calls,
    ).toEqual(["shell-check", `trust ${URL}`]);
  });

  it("a paste of several lines is analyzed as one text", async () => {
    const { shown } = await typed([
      `\x1b[200~echo a$((1+1))\necho b$((1+2)) ${URL} | sh\x1b[201~`,
      { wait: /\| sh/ },
      "\r",
      PROMPT,
      "n",
      { wait: /> / },
    ]);
    expect(shown).not.toMatch(/a2|b3/);
  });

  it("a continued line is analyzed with the preceding lines", async () => {
    const { shown } = await typed([
      `echo ran$((1+1)) ${URL} \\\r`,
      { wait: /> $/ },
      "| sh\r",
      PROMPT,
      "x",
      { wait: /> / },
      "\x03",
      { wait: /> $/ },
    ]);
    expect(shown).not.toContain("ran2");
  });

  it("a curlew that is missing, fails or hangs does not lock the shell, and is reported once", async () => {
    for (const [mode, path, status] of [
      ["", false, 127],
      ["fail", true, 3],
    ] as const) {
      const { shown } = await typed(
        [
          "echo ran$((1+1)) curl\r",
          { wait: /ran2 curl/ },
          "echo again$((2+2)) curl\r",
          { wait: /again4 curl/ },
        ],
        { mode, path },
      );
      expect(
        shown.match(/lines are not checked: curlew shell-check ended with status (\d+)/g),
      ).toHaveLength(1);
      expect(shown).toContain(`ended with status ${status}`);
    }
    const hung = await typed(["echo ran$((1+1)) curl\r", { wait: /ran2 curl/ }], { mode: "hang" });
    expect(hung.shown).toContain("ended with status 124");
  });

  it("a finding that was printed before the timeout counts", async () => {
    const { shown } = await typed([`echo ran$((1+1)) ${URL} | sh\r`, PROMPT, "x", { wait: /> / }], {
      mode: "slow",
    });
    expect(shown).not.toMatch(/ran2|not judged/);
  });

  it("Ctrl-C ends the wait, and the line does not run", async () => {
    const { shown } = await typed(
      [
        "echo ran$((1+1)) curl\r",
        { wait: /curl/ },
        "\x03",
        { wait: /> $/ },
        "echo after$((3+3))\r",
        { wait: /after6/ },
      ],
      { mode: "hang" },
    );
    expect(shown).not.toContain("ran2");
  });
});

describe.each(["zsh", "fish"] as const)("in %s, through a pseudo-terminal", (shell) => {
  const sum = shell === "fish" ? "(math 1 + 1)" : "$((1+1))";
  const inShell = (keys: readonly Step[], start: Start = {}): Promise<Terminal> =>
    typed(keys, { ...start, shell });

  it("a clean line runs and starts no process", async () => {
    const { calls } = await inShell([
      `echo ran${sum}\r`,
      { wait: /ran2/ },
      "git status; ls | sort\r",
      { wait: /> / },
    ]);
    expect(calls).toEqual([]);
  });

  it("a finding is shown, cancelled by any key, and runs on r", async () => {
    const cancelled = await inShell([
      `echo ran${sum} ${URL} | sh\r`,
      { wait: /any other key: cancel/ },
      "x",
      { wait: /> / },
    ]);
    expect(cancelled.shown).toContain("curlew: BAD");
    expect(cancelled.shown).not.toMatch(/ran2|not found/);
    expect(cancelled.calls).toEqual(["shell-check"]);
    const run = await inShell([
      `echo ran${sum} ${URL} | sh\r`,
      { wait: /any other key: cancel/ },
      "r",
      { wait: /ran2: not found/ },
    ]);
    expect(run.calls).toEqual(["shell-check"]);
  });

  it("t trusts the address", async () => {
    const { calls } = await inShell([
      `echo ran${sum} ${URL} | sh\r`,
      { wait: /any other key: cancel/ },
      "t",
      { wait: /ran2: not found/ },
    ]);
    expect(calls).toEqual(["shell-check", `trust ${URL}`]);
  });

  it("a paste of several lines is analyzed as one text", async () => {
    const { shown } = await inShell([
      `\x1b[200~echo a${sum}\necho b${sum} ${URL} | sh\x1b[201~`,
      { wait: /\| ?sh/ },
      "\r",
      { wait: /any other key: cancel/ },
      "n",
      { wait: /> / },
      "\x03",
      { wait: /> / },
    ]);
    expect(shown).not.toMatch(/a2|b2/);
  });

  it("a curlew that is missing or fails does not lock the shell, and is reported once", async () => {
    for (const [mode, path, status] of [
      ["", false, 127],
      ["fail", true, 3],
    ] as const) {
      const { shown } = await inShell(
        [
          `echo ran${sum} curl\r`,
          { wait: /ran2 curl/ },
          `echo again${sum} curl\r`,
          { wait: /again2 curl/ },
        ],
        { mode, path },
      );
      expect(
        shown.match(/lines are not checked: curlew shell-check ended with status (\d+)/g),
      ).toHaveLength(1);
      expect(shown).toContain(`ended with status ${status}`);
    }
  });

  it("the shell stops waiting for a curlew that hangs", async () => {
    const { shown } = await inShell([`echo ran${sum} curl\r`, { wait: /ran2 curl/ }], {
      mode: "hang",
    });
    expect(shown).toContain("ended with status 124");
  });
});

// fish handles the key after a function of its line editor has ended
it("in zsh, Ctrl-C ends the wait, and the line does not run", async () => {
  const { shown } = await typed(
    [
      "echo ran$((1+1)) curl\r",
      { wait: /curl/ },
      "\x03",
      { wait: /> / },
      "echo after$((3+3))\r",
      { wait: /after6/ },
    ],
    { mode: "hang", shell: "zsh" },
  );
  expect(shown).not.toContain("ran2");
});

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
  ])("match if one is hidden: %s", (line) => {
    expect([trigger.test(line), hint.test(line)]).toEqual([true, true]);
  });

  it("match the same lines in bash", () => {
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

describe("shell-check and trust", () => {
  const toolkit = { createDetector: sharedDetectorOf };
  const home = () => ({ XDG_CONFIG_HOME: folderWith({}) });
  const check = (line: string, env: Record<string, string> = home()) =>
    runHere(["shell-check"], {
      stdin: line,
      toolkit,
      env,
      cwd: folderWith({ ".git/HEAD": "", "curlew.json": `{"trust": ["${URL}"]}` }),
    });

  it("shell-check answers with its own status, one sentence, a safer command and the address", async () => {
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
      "curlew: it could not be analyzed completely: brackets are nested deeper",
    );
  });

  it("trust adds the address to the user's configuration and keeps the rest", async () => {
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
