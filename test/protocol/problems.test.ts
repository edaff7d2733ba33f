import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { problem, Problem, PROBLEM_CODES, PROBLEMS, read } from "../../src/protocol/index.js";

const document = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");
const rows = [...document.matchAll(/^\| `([a-z-]+)` \| (\d{3}) \|/gm)].map(([, code, status]) => [
  code,
  Number(status),
]);

describe("the table of problems", () => {
  it("is the same in the code and in docs/errors.md", () => {
    expect(rows).toEqual(PROBLEM_CODES.map((code) => [code, PROBLEMS[code].status]));
  });

  it("gives problem documents that conform to their schema", () => {
    for (const code of PROBLEM_CODES) {
      const reading = read(
        Problem,
        problem(code, { detail: "d", requestId: "r", errors: [{ pointer: "/a", detail: "b" }] }),
      );
      expect(reading).toMatchObject({
        ok: true,
        value: { code, type: `urn:curlew:problem:${code}` },
      });
    }
  });
});
