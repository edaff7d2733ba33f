import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { EditorAnalyst } from "../../../src/cli/lsp/editor-analyst.js";
import type { Action } from "../../../src/cli/lsp/lsp-package.js";
import { createNodeDetector } from "../../../src/host/node.js";

const PIPE = "curl -fsSL https://x.example/i.sh | sh";
const CELL = PIPE.replace("|", "\\|");
const NOTE = "curlew-ignore bash/fetch-pipe: reason why this is safe";

const folder = mkdtempSync(join(tmpdir(), "curlew-places-"));
afterAll(() => rmSync(folder, { recursive: true }));

const { stdin, stdout, stderr } = process;
const analyst = new EditorAnalyst(
  {
    toolkit: { createDetector: createNodeDetector },
    stdin,
    stdout,
    stderr,
    env: {},
    cwd: folder,
    stdinIsData: false,
  },
  { profile: "extended", profileGiven: true, baseline: "curlew-baseline.json" },
);
const { signal } = new AbortController();

/** Returns the action that ignores the last finding of a file, and the text with its edits. */
async function ignoring(name: string, text: string): Promise<{ action: Action; changed: string }> {
  const file = { path: join(folder, name), folder, language: "plaintext", text };
  const { problems } = await analyst.problems(file, signal);
  const last = problems.filter(({ code }) => code !== undefined).at(-1);
  expect(last, `a finding in ${name}`).toBeDefined();
  const action = (await analyst.actions(file, last!, signal)).find(({ title }) =>
    title.startsWith("Ignore"),
  );
  expect(action, `an action for ${name}`).toBeDefined();
  const [edit] = action!.edits;
  const changed =
    edit === undefined ? text : text.slice(0, edit.span[0]) + edit.text + text.slice(edit.span[1]);
  return { action: action!, changed };
}

describe("the comment that ignores a finding", () => {
  // ▲ is the inserted comment: alone on a line above the code, or after a space at the end of the line
  it.each([
    ["a command of a script", "a.sh", "set -e\n▲PIPE\n"],
    ["a command of several lines", "a.sh", "▲curl -fsSL \\\n  https://x.example/i.sh \\\n  | sh\n"],
    ["a command after a pipe", "a.sh", "if x; then\n  ▲PIPE\nfi\n"],
    ["the first line after a shebang", "a.sh", "#!/bin/sh\n▲PIPE\n"],
    ["a fish script", "a.fish", "if true\n  ▲PIPE\nend\n"],
    ["a recipe", "Makefile", "all:\n\ttrue\n▲\tPIPE\n"],
    ["a recipe of several lines", "Makefile", "all:\n▲\tcurl https://x.example/i.sh \\\n\t | sh\n"],
    ["a justfile", "justfile", "all:\n  true\n  ▲PIPE\n"],
    ["an instruction", "Dockerfile", "FROM a\n▲RUN PIPE\n"],
    ["a step", "ci.yml", "jobs:\n  a:\n    steps:\n      ▲- run: PIPE\n"],
    [
      "a block of a step",
      "ci.yml",
      "steps:\n  - name: a\n    ▲run: |\n      set -e\n      echo a\n      PIPE\n",
    ],
    ["a folded block", "ci.yml", "▲a: >-\n  echo b;\n  PIPE\n"],
    ["Python", "a.py", 'import os\nif a:\n    ▲os.system("PIPE")\n'],
    ["JavaScript", "a.js", 'f(1,\n  ▲exec("PIPE"));\n'],
    ["an expression of JSX", "a.jsx", 'const a = <p onClick={() => {\n  ▲exec("PIPE");\n}} />;\n'],
    ["Rust", "a.rs", 'fn main() {\n  ▲Command::new("sh").arg("-c").arg("PIPE");\n}\n'],
    ["a fence", "a.md", "Run\n\n▲```sh\nls\nPIPE\n```\n"],
    ["a fence in a quote", "a.md", "> Run\n>\n> ▲```sh\n> PIPE\n> ```\n"],
    ["a fence in an item", "a.md", "- Run\n\n  ▲```sh\n  PIPE\n  ```\n"],
    ["a paragraph", "a.md", "# A\n\n▲Here is how.\nRun `PIPE` now.\n"],
    ["a paragraph below a heading", "a.md", "# A\n▲Run `PIPE` now.\n"],
    ["an argument of a continued command", "a.sh", "▲apt-get install a \\\n  $(PIPE) \\\n  b\n"],
    ["a continued line of a recipe", "Makefile", "all:\n▲\tset -e; \\\n\tPIPE\n"],
    ["a continued instruction", "Dockerfile", "FROM a\n▲RUN set -e; \\\n  PIPE\n"],
    ["a workflow with CR LF", "ci.yml", "a:\r\n  ▲run: PIPE\r\n"],
    ["a unit", "a.service", "[Service]\n▲ExecStart=/bin/sh -c 'PIPE'\n"],
    ["TOML", "a.toml", "[tasks]\n▲run = 'PIPE'\n"],
  ])("is above %s", async (_title, name, marked) => {
    const text = marked.replace("▲", "").replace("PIPE", PIPE);
    const { action, changed } = await ignoring(name, text);
    const open = /\.md$/.test(name)
      ? "<!-- "
      : /\.(?:jsx?|rs)$/.test(name)
        ? "// "
        : /service$/.test(name)
          ? "; "
          : "# ";
    const close = open === "<!-- " ? " -->" : "";
    const at = marked.indexOf("▲");
    const line = marked.lastIndexOf("\n", at) + 1;
    const lead = marked.slice(line, at);
    const end = text.includes("\r\n") ? "\r\n" : "\n";
    expect(changed).toBe(
      `${text.slice(0, line)}${lead}${open}${NOTE}${close}${end}${text.slice(line)}`,
    );
    expect(action.title).toBe("Ignore bash/fetch-pipe here, with a reason");
  });

  it.each([
    ["an item", "a.md", "1. Run `PIPE` now▲\n2. Next\n"],
    ["a cell", "a.md", "| a | b |\n|---|---|\n| c | `CELL`▲ |\n| d | e |\n"],
    ["a line of an item's text", "a.md", "- a\n  Run `PIPE` now.▲\n"],
    ["a line with a hard line break", "a.md", "- Run `PIPE`▲\\\n  and go on\n"],
    ["a shown line of a page", "a.html", "<pre>\nPIPE▲\n</pre>\n"],
  ])("follows %s", async (_title, name, marked) => {
    const text = marked.replace("▲", "").replace("PIPE", PIPE).replace("CELL", CELL);
    const { changed } = await ignoring(name, text);
    expect(changed).toBe(
      marked.replace("▲", ` <!-- ${NOTE} -->`).replace("PIPE", PIPE).replace("CELL", CELL),
    );
  });

  it("suppresses several findings if it cannot suppress a single one, and the action reports how many", async () => {
    const { action } = await ignoring("a.md", `Run\n\n\`\`\`sh\n${PIPE}\n${PIPE}\n\`\`\`\n`);
    expect(action.title).toBe("Ignore 2 findings of bash/fetch-pipe in this block, with a reason");
  });
});

describe("a finding whose file has no position for a comment", () => {
  it.each([
    ["a string of several lines", "a.sh", 'bash -c "\n  PIPE\n"\n'],
    ["a here-document", "a.sh", "bash <<E\nPIPE\nE\n"],
    ["a definition of make", "Makefile", "define A\nPIPE\nendef\nall:\n\t$(A)\n"],
    ["a here-document of an instruction", "Dockerfile", "FROM a\nRUN <<E\nls\nPIPE\nE\n"],
    ["a Python string of several lines", "a.py", 'import os\nos.system("""\nPIPE\n""")\n'],
    ["a template literal", "a.js", "exec(`\nPIPE\n`);\n"],
    ["a continued command with a comment in it", "Dockerfile", "RUN ls; \\\n  # a\n  PIPE\n"],
    ["JSX text", "a.jsx", 'const a = <p>\n  {exec("PIPE")}\n</p>;\n'],
    ["a fence on the line of an item", "a.md", "1. ```sh\n   PIPE\n   ```\n2. b\n"],
    ["front matter", "a.md", "---\nrun: PIPE\n---\n"],
    ["JSON", "package.json", '{ "scripts": { "install": "PIPE" } }\n'],
    ["plain text", "notes.txt", "Run this: PIPE\n"],
    ["a diff", "a.diff", "--- a/i.sh\n+++ b/i.sh\n@@ -1 +1,2 @@\n ls\n+PIPE\n"],
    ["a listing of AsciiDoc", "a.adoc", "Run\n\n----\nPIPE\n----\n"],
  ])("is added to the baseline: %s", async (_title, name, marked) => {
    const text = marked.replace("PIPE", PIPE);
    const { action, changed } = await ignoring(name, text);
    expect(changed).toBe(text);
    expect(action).toMatchObject({
      title: "Ignore bash/fetch-pipe here: add it to curlew-baseline.json",
      edits: [],
      file: { path: join(folder, "curlew-baseline.json"), old: null },
    });
    const { findings } = JSON.parse(action.file!.text) as { findings: Record<string, unknown[]> };
    expect(findings[name]).toMatchObject([{ rule: "bash/fetch-pipe" }]);
  });
});
