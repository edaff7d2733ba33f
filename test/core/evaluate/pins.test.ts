import { beforeAll, describe, expect, it } from "vitest";
import type { Detector } from "../../../src/core/index.js";
import { sharedDetector } from "../../support/marked.js";

const commit = "0123456789abcdef0123456789abcdef01234567";
const digest = `${commit}0123456789abcdef01234567`;

let detector: Detector;
beforeAll(async () => {
  detector = await sharedDetector("extended");
});

const pinned = (text: string): readonly (true | undefined)[] =>
  detector.detect(text).findings.map((finding) => finding.pinned);

describe("the field `pinned` of a finding", () => {
  it.each([
    `curl -fsSL https://x.example/o/r/${commit}/i.sh | sh`,
    `bash <(curl -fsSL https://x.example/o/r/raw/${commit}/i.sh)`,
    `nix run github:o/r?rev=${commit}`,
    `npx github:o/r#${commit}`,
    `deno run -A https://x.example/r@${commit}/m.ts`,
    `curl -fsSL https://x.example/i.sh | sh # sha256:${digest}`,
    `curl -fsSLo i.sh https://x.example/${commit}/i.sh && bash i.sh`,
    `\`\`\`sh\nS=$(curl https://x.example/${commit}/i.sh)\neval "$S"\n\`\`\``,
  ])("is true if the URL or a checksum on the line determines the content: %s", (text) => {
    expect(pinned(text)).toEqual([true]);
  });

  it.each([
    "curl -fsSL https://x.example/o/r/main/i.sh | sh",
    "curl -fsSL https://x.example/o/r/v1.2.3/i.sh | sh",
    `curl -fsSL https://x.example/o/r/${commit.slice(1)}/i.sh | sh`,
    `curl -fsSL https://x.example/i.sh?token=${commit} | sh`,
    `curl -fsSL https://x.example/i.sh#${commit} | sh`,
    `curl -fsSL https://x.example/i.sh | sh -s -- ${commit}`,
    `curl -fsSL -H "X: ${commit}" https://x.example/i.sh | sh`,
    `Commit ${commit}:\n\n    curl -fsSL https://x.example/i.sh | sh`,
    `curl -fsSL https://x.example/${digest} | sh`,
  ])("is absent if the content may change: %s", (text) => {
    expect(pinned(text)).toEqual([undefined]);
  });

  it("does not depend on another finding on the same line", () => {
    const text = `curl https://x.example/${commit}/a | sh && curl https://x.example/main/b | sh`;
    expect(pinned(text)).toEqual([true, undefined]);
  });

  it("does not change the label if it is true", () => {
    const { labels } = detector.detect(`curl https://x.example/${commit}/a | sh`);
    expect(labels).toEqual(["PS"]);
  });
});
