import { afterEach, describe, expect, it, vi } from "vitest";
import { Budget } from "../../../src/core/evaluate/budget.js";
import { Captured } from "../../../src/core/query/captured-roles.js";
import { readSyntax } from "../../../src/core/code/read-syntax.js";
import { loadGrammars } from "../../../src/core/parse/grammars.js";
import { Parsers, ParseScope } from "../../../src/core/parse/parse-scope.js";
import { loadAssets } from "../../../src/host/node.js";

const program = "exec(code)\n".repeat(1000);

describe("the use of a syntax tree", () => {
  afterEach(() => vi.restoreAllMocks());

  it("ends at the deadline, and a limit is recorded", async () => {
    const parsers = new Parsers(await loadGrammars(await loadAssets()));
    const budget = new Budget(program.length, 80_000);
    const scope = new ParseScope(parsers, budget);
    expect(
      scope.with(
        "python",
        program,
        (tree, pause) =>
          readSyntax("python", tree, pause, () => new Captured()).root.children.length,
      ),
    ).toBe(1000);
    const late = Date.now() + 120_000;
    const read = scope.with("python", program, (tree, pause) => {
      vi.spyOn(Date, "now").mockReturnValue(late);
      return readSyntax("python", tree, pause, () => new Captured()).root.children.length;
    });
    expect(read).toBeNull();
    const message = "the time limit for this text was reached";
    expect(budget.outcome()).toEqual({
      status: "incomplete",
      limits: [{ limit: "deadline", message, span: [0, program.length] }],
    });
    parsers.dispose();
  });

  it("throws the error of the function that uses the tree", async () => {
    const parsers = new Parsers(await loadGrammars(await loadAssets()));
    const scope = new ParseScope(parsers, new Budget(0));
    expect(() =>
      scope.with("bash", "echo x\n", () => {
        throw new RangeError("its own");
      }),
    ).toThrow("its own");
    parsers.dispose();
  });
});
