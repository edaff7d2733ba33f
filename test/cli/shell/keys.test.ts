/** Tests that keys pressed before the question do not answer it, and that a line is analyzed whichever key runs it. */
import { describe, expect, it } from "vitest";
import { typed, URL, type Start, type Step, type Terminal } from "./terminal.js";

const QUESTION = { wait: /any other key: cancel $/ };
const PROMPT = { wait: /> $/ };
/** Matches the prompt with the cancelled line after it. */
const CANCELLED = { wait: /> / };

describe.each(["bash", "zsh", "fish"] as const)("keys in %s", (shell) => {
  const sum = shell === "fish" ? "(math 1 + 1)" : "$((1+1))";
  const inShell = (keys: readonly Step[], start: Start = {}): Promise<Terminal> =>
    typed(keys, { ...start, shell });

  it.each([
    ["a paste of several lines without marks", `echo ran${sum} ${URL} | sh\rrm -f x\r`],
    ["a key typed ahead", `echo ran${sum} ${URL} | sh\rr`],
    ["the key that trusts, typed ahead", `echo ran${sum} ${URL} | sh\rt`],
  ])("%s does not answer the question", async (_what, keys) => {
    const { shown, calls } = await inShell([keys, QUESTION, "x", CANCELLED]);
    expect(shown).toContain("keys pressed before this question were discarded");
    expect(shown).not.toMatch(/ran2|not found/);
    expect(calls).toEqual(["shell-check"]);
  });

  it("a paste does not answer the question, but a single key does", async () => {
    const { shown } = await inShell([
      `echo ran${sum} ${URL} | sh\r`,
      QUESTION,
      "rm -f x\r",
      QUESTION,
      "r",
      { wait: /ran2: not found/ },
    ]);
    expect(shown.match(/any other key: cancel/g)).toHaveLength(2);
  });

  it("a cursor key cancels the line, and all its bytes are consumed", async () => {
    const { shown } = await inShell([
      `echo ran${sum} ${URL} | sh\r`,
      QUESTION,
      "\x1b[A",
      CANCELLED,
      "\x15echo after$status\r",
      { wait: /after/ },
    ]);
    expect(shown).not.toMatch(/ran2|not found/);
  });

  it.each([
    ["leaves a process behind", "wrapped"],
    ["ignores SIGTERM", "deaf"],
  ])("a curlew that hangs and %s does not lock the shell", async (_what, mode) => {
    const { shown } = await inShell(
      [`echo ran${sum} curl\r`, { wait: /ran2 curl/ }, `echo again${sum}\r`, { wait: /again2/ }],
      { mode },
    );
    expect(shown).toContain("ended with status 124");
  });
});

describe("every way to run a line", () => {
  const line = `echo ran$((1+1)) ${URL} | sh`;

  it.each([
    ["bash", "\x0f"],
    ["zsh", "\x0f"],
    ["zsh", "\x1ba"],
  ] as const)("in %s, the question is asked after %j", async (shell, key) => {
    const { shown } = await typed(
      [`${line}${key}`, QUESTION, "x", CANCELLED, `\x15echo ok$((2+2))${key}`, { wait: /ok4/ }],
      { shell, before: shell === "zsh" ? "bindkey -e" : "" },
    );
    expect(shown).not.toMatch(/ran2|not found/);
  });

  it.each(["bash", "zsh"] as const)(
    "in %s, the question is asked for a line that Ctrl-R found",
    async (shell) => {
      const { shown } = await typed(
        [
          `: ${URL} | cat # | sh\r`,
          QUESTION,
          "r",
          CANCELLED,
          "echo clean$((3+3))\r",
          { wait: /clean6/ },
          "\x12cat #",
          { wait: /search.*cat #|search[^]*#_?/ },
          "\r",
          QUESTION,
          "x",
          CANCELLED,
          "\x03",
          PROMPT,
          "\x12clean",
          { wait: /search[^]*echo/ },
          "\r",
          { wait: /clean6/ },
        ],
        { shell, before: shell === "zsh" ? "bindkey -e; setopt interactivecomments" : "" },
      );
      expect(shown.match(/r: run once/g)).toHaveLength(2);
    },
  );

  it.each(["bash", "zsh"] as const)(
    "in %s, a line from the history is analyzed after history expansion",
    async (shell) => {
      const { shown } = await typed(
        [
          `echo ran$((1+1)) ${URL}\r`,
          { wait: /ran2/ },
          "!! | sh\r",
          QUESTION,
          "x",
          CANCELLED,
          "\x15echo three$((1+2))!\r",
          { wait: /three3!/ },
        ],
        { shell },
      );
      expect(shown).not.toContain("not found");
    },
  );

  it.each(["bash", "zsh"] as const)(
    "in %s, an alias is analyzed with its expansion",
    async (shell) => {
      const { shown } = await typed(
        [
          `get i.sh | sh\r`,
          QUESTION,
          "x",
          CANCELLED,
          "\x15say get i.sh\r",
          { wait: /said get i.sh/ },
        ],
        { shell, before: `alias get='fetch' fetch='echo ran$((1+1)) ${URL}' say='echo said'` },
      );
      expect(shown).not.toMatch(/ran2|not found/);
      expect(shown.match(/r: run once/g)).toHaveLength(1);
    },
  );

  it("in zsh, a user-defined widget still runs the line, after the question", async () => {
    const { shown } = await typed(
      [`${line}\r`, QUESTION, "x", CANCELLED, "\x15echo ok$((2+2))\r", { wait: /ok4 mine/ }],
      {
        shell: "zsh",
        before: 'mine() { BUFFER+=" mine"; zle .accept-line }; zle -N accept-line mine',
      },
    );
    expect(shown).not.toMatch(/ran2|not found/);
  });
});

describe("the snippet for bash", () => {
  it("keeps the status that the user's PROMPT_COMMAND sees", async () => {
    const { shown } = await typed(
      ["false\r", { wait: /status=1/ }, "true\r", { wait: /status=0/ }],
      {
        before: "PROMPT_COMMAND='echo status=$?'",
      },
    );
    expect(shown).not.toContain("__curlew");
  });

  it("causes no errors in a shell that inherits an exported PROMPT_COMMAND", async () => {
    const { shown } = await typed(
      [
        "bash --norc -i\r",
        { wait: /[$#] $/ },
        "false\r",
        { wait: /status=1/ },
        "echo in$((1+1))\r",
        { wait: /in2/ },
        "exit\r",
        PROMPT,
      ],
      { before: "export PROMPT_COMMAND='echo status=$?'" },
    );
    expect(shown).not.toMatch(/not found/);
  });

  it("causes no error under set -u if curlew is missing", async () => {
    const { shown } = await typed(["echo ran$((1+1)) curl\r", { wait: /ran2 curl/ }], {
      before: "set -u",
      path: false,
    });
    expect(shown).not.toContain("unbound variable");
    expect(shown).toContain("ended with status 127");
  });

  it("asks the question once if the snippet is loaded twice", async () => {
    const { shown } = await typed([
      `source rc\r`,
      PROMPT,
      `echo ran$((1+1)) ${URL} | sh\r`,
      QUESTION,
      "x",
      CANCELLED,
    ]);
    expect(shown.match(/r: run once/g)).toHaveLength(1);
  });
});
