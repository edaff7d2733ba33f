import { beforeAll, describe, expect, it } from "vitest";
import type { Detector } from "../../src/core/index.js";
import { sharedDetector } from "../support/marked.js";

const commit = "0123456789abcdef0123456789abcdef01234567";
const digest = `${commit}0123456789abcdef01234567`;

let detector: Detector;
beforeAll(async () => {
  detector = await sharedDetector("extended");
});

const pinned = (text: string): readonly (true | undefined)[] =>
  detector.detect(text).findings.map((finding) => finding.pinned);

describe("a finding is pinned", () => {
  it.each([
    `curl -fsSL https://x.example/o/r/${commit}/i.sh | sh`,
    `bash <(curl -fsSL https://x.example/o/r/raw/${commit}/i.sh)`,
    `nix run github:o/r?rev=${commit}`,
    `npx github:o/r#${commit}`,
    `deno run -A https://x.example/r@${commit}/m.ts`,
    `curl -fsSL https://x.example/i.sh | sh # sha256:${digest}`,
    `curl -fsSLo i.sh https://x.example/${commit}/i.sh && bash i.sh`,
    `\`\`\`sh\nS=$(curl https://x.example/${commit}/i.sh)\neval "$S"\n\`\`\``,
  ])("where the address or the line says what is fetched: %s", (text) => {
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
  ])("and not where it may move: %s", (text) => {
    expect(pinned(text)).toEqual([undefined]);
  });

  it("by itself, not by its neighbour on the line", () => {
    const text = `curl https://x.example/${commit}/a | sh && curl https://x.example/main/b | sh`;
    expect(pinned(text)).toEqual([true, undefined]);
  });

  it("and keeps its label", () => {
    const { labels } = detector.detect(`curl https://x.example/${commit}/a | sh`);
    expect(labels).toEqual(["PS"]);
  });
});
