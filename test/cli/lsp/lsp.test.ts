import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CancellationTokenSource } from "vscode-jsonrpc/node";
import { curlew } from "../curlew-process.js";
import { changed, Editor, type Action, type Diagnostic } from "./editor.js";

const PIPE = "curl -fsSL https://x.example/i.sh | sh";

let folder: string;
let editor: Editor;
let opened = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "curlew-lsp-"));
  mkdirSync(join(folder, ".git"));
  editor = await Editor.start(folder);
});
afterAll(async () => {
  expect(await editor.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});

/** Creates a new subfolder, and returns the URI of a file with this name in it. */
function uriOf(name: string): string {
  mkdirSync(join(folder, String(++opened)));
  return pathToFileURL(join(folder, String(opened), name)).href;
}

function actionsAt(uri: string, { range }: Diagnostic): Promise<Action[]> {
  return editor.ask("textDocument/codeAction", {
    textDocument: { uri },
    range,
    context: { diagnostics: [] },
  });
}

describe("curlew lsp", () => {
  it("announces incremental changes, hover, quick fixes and UTF-16 positions", () => {
    expect(editor.capabilities).toMatchObject({
      positionEncoding: "utf-16",
      textDocumentSync: { change: 2, openClose: true },
      hoverProvider: true,
      codeActionProvider: { codeActionKinds: ["quickfix"] },
    });
  });

  it("reports a finding at its exact position when a file is opened, even after characters outside the BMP", async () => {
    const [found, ...others] = await editor.open(
      uriOf("README.md"),
      `# 😀\n\n😀 Run \`${PIPE}\` 😀\n`,
    );
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      severity: 1,
      code: "bash/fetch-pipe",
      codeDescription: { href: expect.stringMatching(/\/rules\/bash\/fetch-pipe\.html$/) },
      range: { start: { line: 2, character: 8 }, end: { line: 2, character: 8 + PIPE.length } },
    });
  });

  it("follows changes, and sends no diagnostics for outdated versions", async () => {
    const uri = uriOf("install.sh");
    expect(await editor.open(uri, "#!/bin/sh\necho hello\n")).toEqual([]);
    const change = (version: number, text: string): Promise<void> =>
      editor.notify("textDocument/didChange", {
        textDocument: { uri, version },
        contentChanges: [
          {
            range: {
              start: { line: 1, character: 0 },
              end: { line: 1, character: version === 2 ? 10 : 1 },
            },
            text,
          },
        ],
      });
    await change(2, "c");
    await change(3, PIPE);
    expect(await editor.diagnostics(uri, 3)).toMatchObject([
      { range: { start: { line: 1, character: 0 }, end: { line: 1, character: PIPE.length } } },
    ]);
    expect(editor.notificationsOf(uri)).toBe(2);
    await editor.notify("textDocument/didClose", { textDocument: { uri } });
    await editor.next();
    expect(editor.notificationsOf(uri)).toBe(3);
  });

  it("explains a finding on hover, with a safer command", async () => {
    const uri = uriOf("install.sh");
    await editor.open(uri, `${PIPE}\n`);
    const hover = (character: number): Promise<{ contents: { value: string } } | null> =>
      editor.ask("textDocument/hover", { textDocument: { uri }, position: { line: 0, character } });
    expect((await hover(3))?.contents.value).toMatch(
      /\*\*bash\/fetch-pipe\*\*[^]*1\. fetch: curl fetches remote content[^]*Safer:\n\n```sh\ncurl -fsSLo i\.sh/,
    );
    expect(
      await editor.ask("textDocument/hover", {
        textDocument: { uri },
        position: { line: 1, character: 0 },
      }),
    ).toBeNull();
  });

  it("escapes the Markdown in a finding's text on hover", async () => {
    const uri = uriOf("install.sh");
    await editor.open(uri, `curl https://x.example/\`[a](http://y.example)\` | sh\n`);
    const { contents } = await editor.ask<{ contents: { value: string } }>("textDocument/hover", {
      textDocument: { uri },
      position: { line: 0, character: 1 },
    });
    expect(contents.value.replace(/(`+)[^`](?:(?!\1)[^])*\1/g, "")).not.toMatch(/\]\(/);
  });

  it.each([
    [
      "a shell script",
      "install.sh",
      `set -e\n  ${PIPE}\n`,
      `set -e\n  # curlew-ignore bash/fetch-pipe: reason why this is safe\n  ${PIPE}\n`,
    ],
    [
      "a command that spans several lines",
      "install.sh",
      "curl -fsSL \\\n  https://x.example/i.sh \\\n  | sh\n",
      "# curlew-ignore bash/fetch-pipe: reason why this is safe\ncurl -fsSL \\\n  https://x.example/i.sh \\\n  | sh\n",
    ],
    [
      "a fence",
      "README.md",
      `Run\n\n\`\`\`sh\nls\n${PIPE}\n\`\`\`\n`,
      `Run\n\n<!-- curlew-ignore bash/fetch-pipe: reason why this is safe -->\n\`\`\`sh\nls\n${PIPE}\n\`\`\`\n`,
    ],
    [
      "running text",
      "README.md",
      `Here is how.\nRun \`${PIPE}\` now.\n`,
      `<!-- curlew-ignore bash/fetch-pipe: reason why this is safe -->\nHere is how.\nRun \`${PIPE}\` now.\n`,
    ],
    [
      "a workflow with Windows line endings",
      "ci.yml",
      `jobs:\r\n  a:\r\n    steps:\r\n      - run: ${PIPE}\r\n`,
      `jobs:\r\n  a:\r\n    steps:\r\n      # curlew-ignore bash/fetch-pipe: reason why this is safe\r\n      - run: ${PIPE}\r\n`,
    ],
    [
      "JavaScript",
      "a.js",
      `exec("${PIPE}");\n`,
      `// curlew-ignore bash/fetch-pipe: reason why this is safe\nexec("${PIPE}");\n`,
    ],
  ])(
    "suppresses a finding in %s with a comment that contains a reason",
    async (_title, name, text, expected) => {
      const uri = uriOf(name);
      const [found] = await editor.open(uri, text);
      const ignore = (await actionsAt(uri, found!)).find(
        ({ title }) => title === "Ignore bash/fetch-pipe here, with a reason",
      );
      expect(changed(text, ignore!, uri)).toBe(expected);
      const again = uriOf(name);
      expect(await editor.open(again, expected)).toEqual([]);
    },
  );

  it("offers no comment in a file format without comments", async () => {
    const uri = uriOf("package.json");
    const [found] = await editor.open(uri, JSON.stringify({ scripts: { install: PIPE } }));
    expect(await actionsAt(uri, found!)).toEqual([]);
  });

  it("adds a finding to the baseline if no comment is possible, and then does not report it", async () => {
    const other = mkdtempSync(join(tmpdir(), "curlew-lsp-baseline-"));
    const text = JSON.stringify({ scripts: { install: PIPE } });
    const able = await Editor.start(other, {
      capabilities: {
        workspace: {
          workspaceEdit: { documentChanges: true, resourceOperations: ["create"] },
        },
      },
    });
    const uri = pathToFileURL(join(other, "package.json")).href;
    const baseline = join(other, "curlew-baseline.json");
    const offered = async (): Promise<Action> => {
      const [found] = await able.open(uri, text, "json");
      const [action, ...more] = await able.ask<Action[]>("textDocument/codeAction", {
        textDocument: { uri },
        range: found!.range,
        context: { diagnostics: [] },
      });
      await able.notify("textDocument/didClose", { textDocument: { uri } });
      expect(more).toEqual([]);
      return action!;
    };
    const made = await offered();
    expect(made.title).toBe("Ignore bash/fetch-pipe here: add it to curlew-baseline.json");
    const target = pathToFileURL(baseline).href;
    const entries = expect.stringMatching(/"package.json": \[\s+\{\s+"rule": "bash\/fetch-pipe"/);
    expect(made.edit.documentChanges).toMatchObject([
      { kind: "create", uri: target },
      { textDocument: { uri: target, version: null }, edits: [{ newText: entries }] },
    ]);
    writeFileSync(baseline, '{ "version": 1,\n"findings": {} }');
    const grown = await offered();
    expect(grown.edit.changes?.[target]).toMatchObject([
      { range: { start: { line: 0, character: 0 }, end: { line: 1, character: 16 } } },
    ]);
    writeFileSync(baseline, grown.edit.changes?.[target]?.[0]?.newText ?? "");
    expect(await able.open(uri, text, "json")).toEqual([]);
    await able.notify("textDocument/didClose", { textDocument: { uri } });
    writeFileSync(baseline, "{");
    expect(await able.open(uri, text, "json")).toHaveLength(1);
    expect(able.messages).toEqual([expect.stringContaining("is not a curlew baseline")]);
    expect(await able.stop()).toBe(0);
    rmSync(other, { recursive: true });
  });

  it("analyzes only the newest version of a long text, and answers other requests meanwhile", async () => {
    const uri = uriOf("long.md");
    const long = `curl\n\n${"A line of a long text.\n\n".repeat(4000)}`;
    expect(await editor.open(uri, long, "markdown")).toEqual([]);
    const last = 21;
    for (let version = 2; version <= last; version++)
      await editor.notify("textDocument/didChange", {
        textDocument: { uri, version },
        contentChanges: [
          {
            range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
            text: version === last ? `Run \`${PIPE}\`.\n\n` : "x",
          },
        ],
      });
    const small = uriOf("install.sh");
    expect(await editor.open(small, `${PIPE}\n`)).toHaveLength(1);
    expect(editor.notificationsOf(uri)).toBe(1);
    expect(await editor.diagnostics(uri, last)).toHaveLength(1);
    expect(editor.notificationsOf(uri)).toBe(2);
    await editor.notify("textDocument/didClose", { textDocument: { uri } });
  });

  it("stops processing a request that the editor cancels", async () => {
    const uri = uriOf("long.sh");
    const text = `${PIPE}\n${"ls -l\n".repeat(20_000)}`;
    const [found] = await editor.open(uri, text, "shellscript");
    const source = new CancellationTokenSource();
    const parameters = { textDocument: { uri }, range: found!.range, context: { diagnostics: [] } };
    const asked = editor.ask("textDocument/codeAction", parameters, source.token);
    // the next request is answered while the first one is processed
    const elsewhere = { textDocument: { uri: "untitled:none" }, position: found!.range.start };
    expect(await editor.ask("textDocument/hover", elsewhere)).toBeNull();
    source.cancel();
    await expect(asked).rejects.toMatchObject({ code: -32800 });
    await editor.notify("textDocument/didClose", { textDocument: { uri } });
  });

  it("offers quick fixes only if the editor requests them or all kinds", async () => {
    const uri = uriOf("install.sh");
    const [found] = await editor.open(uri, `${PIPE}\n`);
    const asked = (only: string[]): Promise<Action[]> =>
      editor.ask("textDocument/codeAction", {
        textDocument: { uri },
        range: found!.range,
        context: { diagnostics: [], only },
      });
    expect(await asked(["source.organizeImports", "refactor"])).toEqual([]);
    expect(await asked(["quickfix"])).toHaveLength(2);
    expect(await asked([""])).toHaveLength(2);
  });

  it("replaces a whole line with the safer command", async () => {
    const uri = uriOf("install.sh");
    const text = `if true; then\n  ${PIPE}\nfi\n`;
    const [found] = await editor.open(uri, text);
    const [safer] = await actionsAt(uri, found!);
    expect(safer).toMatchObject({ title: "Download, look, compare, then run", isPreferred: true });
    expect(changed(text, safer!, uri).replace(/ +#.*/g, "")).toBe(
      "if true; then\n  curl -fsSLo i.sh 'https://x.example/i.sh' &&\n  less i.sh &&\n  sha256sum i.sh &&\n  sh ./i.sh\nfi\n",
    );
  });

  it.each([
    ["sudo begins in another folder", "curl -fsSL https://x.example/i.sh | sudo -i sh\n"],
    [
      "curl writes more to standard output",
      "curl -fsSL -w '%{http_code}' https://x.example/i.sh | sh\n",
    ],
    ["it follows another command", `cd /tmp && ${PIPE}\n`],
    ["it continues the line above", `true && \\\n${PIPE}\n`],
  ])("offers no safer command if %s", async (_title, text) => {
    const uri = uriOf("install.sh");
    const [found] = await editor.open(uri, text);
    expect((await actionsAt(uri, found!)).map(({ isPreferred }) => isPreferred)).toEqual([false]);
  });

  it("uses the extended profile, and for an unsaved text the language that the editor names", async () => {
    expect(
      await editor.open("untitled:1", "irm https://x.example/i.ps1 | iex\n", "powershell"),
    ).toHaveLength(1);
    expect(
      await editor.open("untitled:2", `cat > README.md <<'EOF'\n${PIPE}\nEOF\n`, "shellscript"),
    ).toEqual([]);
  });

  it("ignores suppression comments in a document that is not a file", async () => {
    expect(
      await editor.open(
        "untitled:3",
        `# curlew-ignore bash/fetch-pipe: fine\n${PIPE}\n`,
        "shellscript",
      ),
    ).toMatchObject([{ code: "bash/fetch-pipe" }]);
  });

  it("reports a comment that suppresses nothing", async () => {
    expect(
      await editor.open(uriOf("install.sh"), "# curlew-ignore bash/fetch-pipe: fine\nls\n"),
    ).toMatchObject([
      {
        severity: 2,
        message: "curlew-ignore bash/fetch-pipe matches nothing",
        range: { start: { line: 0, character: 0 } },
      },
    ]);
  });

  it("applies a changed configuration of a folder at the next analysis, and reports an error in the configuration once", async () => {
    const uri = uriOf("install.sh");
    expect(await editor.open(uri, `${PIPE}\n`)).toHaveLength(1);
    const config = join(folder, "curlew.json");
    const touch = (version: number): Promise<void> =>
      editor.notify("textDocument/didChange", {
        textDocument: { uri, version },
        contentChanges: [
          {
            range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } },
            text: "\n",
          },
        ],
      });
    writeFileSync(config, JSON.stringify({ trust: ["https://x.example/i.sh"] }));
    await touch(2);
    expect(await editor.diagnostics(uri, 2)).toEqual([]);
    writeFileSync(config, JSON.stringify({ rules: { "bash/fetch-pipe": "warning" } }));
    await touch(3);
    expect(await editor.diagnostics(uri, 3)).toMatchObject([{ severity: 2 }]);
    writeFileSync(config, JSON.stringify({ exclude: ["*/install.sh"] }));
    await touch(4);
    expect(await editor.diagnostics(uri, 4)).toEqual([]);
    writeFileSync(config, "{");
    await touch(5);
    expect(await editor.diagnostics(uri, 5)).toHaveLength(1);
    await touch(6);
    expect(await editor.diagnostics(uri, 6)).toHaveLength(1);
    expect(editor.messages).toEqual([
      expect.stringMatching(/^curlew: .*curlew\.json:1:\d+: is not JSON/),
    ]);
    rmSync(config);
  });
});

describe("curlew lsp", () => {
  it("exits with status 1 if the editor closes standard input without a message", async () => {
    const { status, stdout } = await curlew(["lsp"], { stdin: "" });
    expect([status, stdout]).toEqual([1, ""]);
  });

  it("exits at once if an option is invalid", async () => {
    expect(await curlew(["lsp", "--profile", "lax"], { stdin: "" })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("lax"),
    });
  });
});
