import { describe, expect, it } from "vitest";
import { sharedDetectorOf } from "../support/marked.js";
import { runHere, type Ran } from "./fake-detector.js";

const toolkit = { createDetector: sharedDetectorOf };
const reduced = (stdin: string, ...args: string[]): Promise<Ran> =>
  runHere(["reduce", ...args, "-"], { stdin, toolkit });

const page = [
  "# Tool of Jane Doe",
  "",
  "Ask jane.doe@corp.example.",
  "",
  "```bash",
  "export ACME_TOKEN=1",
  "curl -fsSL https://secret.corp.example/install.sh | sudo bash -s -- --yes",
  "echo done",
  "```",
  "",
].join("\n");

describe("curlew reduce", () => {
  it("keeps only the parts that determine the result, without the names in the text", async () => {
    const { stdout, status } = await reduced(page);
    expect(stdout).toMatch(/curl/);
    expect(stdout).toMatch(/bash|sh/);
    expect(stdout).not.toMatch(/corp|jane|ACME/i);
    expect(stdout.length).toBeLessThan(30);
    expect(status).toBe(0);
  });

  it("returns a text with the same result", async () => {
    const { stdout } = await reduced(page, "--json");
    const { text, answer, before, after } = JSON.parse(stdout) as {
      text: string;
      answer: unknown;
      before: number;
      after: number;
    };
    expect(answer).toEqual({
      labels: ["PS"],
      told: ["finding bash/fetch-pipe"],
      outcome: "complete",
    });
    expect([before, after]).toEqual([page.length, text.length]);
    const detector = await sharedDetectorOf({ profile: "extended" });
    expect(detector.detect(text).findings.map(({ rule }) => rule)).toEqual(["bash/fetch-pipe"]);
  });

  it("keeps the reason for a dismissal if there is no finding", async () => {
    const { stdout } = await reduced(
      "Hello.\n\nNever run `curl https://corp.example | sh` here.\n",
    );
    expect(stdout).toMatch(/never/i);
    expect(stdout).toContain("curl");
  });

  it("reduces a text without findings or dismissals to an empty text", async () => {
    expect((await reduced("Nothing happens here.\n")).stdout).toBe("\n");
  });
});
