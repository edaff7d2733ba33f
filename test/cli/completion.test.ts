import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { folderWith } from "./folder-with.js";
import { runHere } from "./fake-detector.js";

const script = async (shell: string): Promise<string> =>
  (await runHere(["completion", shell])).stdout;

/** Returns what the completion script of bash offers for the last word of a command line. */
async function offered(...words: string[]): Promise<string[]> {
  const folder = folderWith({ "c.bash": await script("bash") });
  const line =
    'source c.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _curlew; printf "%s\\n" "${COMPREPLY[@]}"';
  return execFileSync("bash", ["-c", line, "-", "curlew", ...words], {
    cwd: folder,
    encoding: "utf8",
  })
    .split("\n")
    .filter(Boolean);
}

describe("completion in bash", () => {
  it.each<[string[], string[]]>([
    [["sc"], ["scan"]],
    [["scan", "--form"], ["--format"]],
    [["scan", "--format", "s"], ["sarif"]],
    [
      ["scan", "-f", "j"],
      ["json", "jsonl", "junit"],
    ],
    [["scan", "--profile", "ext"], ["extended"]],
    [["scan", "--baseline", "x"], []],
    [["scan", "READ"], []],
    [["hook", "in"], ["install"]],
    [
      ["hook", "install", "co"],
      ["codex", "copilot-cli"],
    ],
    [["hook", "install", "cursor", "--dec"], ["--decision"]],
    [
      ["hook", "install", "cursor", "--decision", ""],
      ["deny", "ask"],
    ],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
  ])("offers the words that can follow %j", async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  it("offers every command except hidden ones", async () => {
    const { stdout } = await runHere(["--help"]);
    const commands = [...stdout.matchAll(/^ {2}([a-z][a-z-]*) /gm)]
      .map(([, name]) => name)
      .filter((name) => name !== "help");
    expect((await offered("")).sort()).toEqual(commands.sort());
    expect(await offered("scan", "--no-i")).toEqual([]);
    expect(await offered("scan", "--no-g")).toEqual(["--no-gitignore"]);
  });
});

describe.each(["zsh", "fish"])("completion in %s", (shell) => {
  it("names every command and the options of scan", async () => {
    const text = await script(shell);
    for (const name of await offered("")) expect(text).toContain(name);
    for (const flag of await offered("scan", "--"))
      expect(text).toContain(shell === "zsh" ? `*${flag}[` : `-l ${flag.slice(2)}`);
    expect(text).toContain("sarif");
    expect(text).toContain("do not respect .gitignore files");
  });

  it("contains an even number of single quotes on each line", async () => {
    for (const line of (await script(shell)).split("\n"))
      expect((line.match(/'/g) ?? []).length % 2, line).toBe(0);
  });
});

it("completion for an unsupported shell is rejected", async () => {
  expect(await runHere(["completion", "tcsh"])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("Allowed choices are bash, zsh, fish"),
  });
});
