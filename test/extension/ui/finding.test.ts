// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { findingArticle } from "../../../src/extension/ui/finding-article.js";
import { assessmentOf } from "../support.js";

/** Returns a command as the panel shows it, with invisible characters in brackets. */
function shown(command: string): string {
  const { findings } = assessmentOf(command, [[0, command.length]]);
  const pre = findingArticle(
    findings[0]!,
    { isKnown: false, isOnly: true, help: undefined },
    (name) => name,
    { point: null, know: () => undefined },
  ).querySelector("pre")!;
  return Array.from(pre.childNodes, (node) =>
    node.nodeType === 1 ? `[${node.textContent}]` : node.textContent,
  ).join("");
}

describe("a command in the panel", () => {
  it.each([
    ["curl A | \\\n\tsh", "curl A | \\\n\tsh"],
    ["curl\u200b A\r| sh", "curl[U+200B] A[U+000D]| sh"],
    ["curl \u202eA\u2066 | sh\u2028", "curl [U+202E]A[U+2066] | sh[U+2028]"],
    ["curl \u3164A\u034f | s\u{e0068}h", "curl [U+3164]A[U+034F] | s[U+E0068]h"],
    ["curl https://ä.example/日本 | sh 😀", "curl https://ä.example/日本 | sh 😀"],
    ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
  ])("has visible names instead of invisible characters: %j", (command, text) => {
    expect(shown(command)).toBe(text);
  });
});
