import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Context } from "../../src/cli/context.js";
import { Progress } from "../../src/cli/progress.js";

afterEach(() => vi.useRealTimers());

/** Returns what the progress display writes for a file that has been analyzed for some seconds. */
function written(
  text: string,
  { isTTY = true, env = {} }: { isTTY?: boolean; env?: Context["env"] } = {},
): string {
  vi.useFakeTimers();
  const stderr = Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY, columns: 40 });
  const progress = new Progress({ stderr, env } as unknown as Context, true);
  progress.show("too early");
  vi.advanceTimersByTime(5000);
  progress.show(text);
  progress.clear();
  return (stderr.read() as string | null) ?? "";
}

describe("progress", () => {
  it("is one line that is erased, and not longer than the width of the terminal", () => {
    expect(written("x".repeat(100))).toBe(`\r\x1b[K${"x".repeat(39)}\r\x1b[K`);
  });

  it("escapes control characters in file names", () => {
    expect(written("a\x1b[2J\n.md")).toBe("\r\x1b[Ka\u241b[2J\u240a.md\r\x1b[K");
  });

  it.each([{ isTTY: false }, { env: { CI: "1" } }, { env: { TERM: "dumb" } }])(
    "is not shown with %j",
    (given) => {
      expect(written("x", given)).toBe("");
    },
  );
});
