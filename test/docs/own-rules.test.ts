import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createNodeDetector } from "../../src/host/node.js";
import { folderWith } from "../cli/folder-with.js";
import { runHere, type Ran } from "../cli/fake-detector.js";

const page = readFileSync("docs/own-rules.md", "utf8");

/** Returns the first fenced block of the page with a tag and a part of its text, or an empty string. */
function block(tag: string, part: string): string {
  const found = [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].find(
    ([, of, text]) => of === tag && text?.includes(part) === true,
  );
  return found?.[2] ?? "";
}

it("the guide to custom rules contains the actual output of its commands", async () => {
  const cwd = folderWith({});
  const curlew = (args: readonly string[]): Promise<Ran> =>
    runHere(args, { cwd, toolkit: { createDetector: createNodeDetector } });
  const folder = join(cwd, "our-rules");
  const [, ...words] = block("sh", "rules new").trim().split(" ");
  expect(await curlew(words.slice(1))).toMatchObject({ status: 0 });
  writeFileSync(join(folder, "bash/no-gh-api.scm"), block("query", "acme/no-gh-api"));
  writeFileSync(join(folder, "bash/no-gh-api.test.sh"), block("sh", "# match:"));
  const { stdout, status } = await curlew(["rules", "test", folder]);
  expect(stdout.replaceAll(folder, "our-rules")).toBe(block("text", "all passed"));
  expect(status).toBe(0);
});
