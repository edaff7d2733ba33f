/** Tests the snippets of `curlew shell-init` through a pseudo-terminal, with a fake `curlew` that records its calls. */
import { describe, expect, it } from "vitest";
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
    // the cancelled line is not in the history
    expect(shown).not.toMatch(/^ +1 +echo/m);
    expect(calls).toEqual(["shell-check"]);
  });

  it("the key r runs the line once, and the key t trusts its URL", async () => {
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

  it("a finding is shown, any key cancels the line, and the key r runs it", async () => {
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

  it("the key t trusts the URL", async () => {
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

// fish handles the key only after its key binding has ended, so this is not tested there
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
