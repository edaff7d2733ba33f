import { expect, test } from "vitest";
import { analyzeCode } from "../../../src/core/code/index.js";
import { marked, unmark } from "./harness.js";

test("code with a wrong tag is analyzed in its actual language", () => {
  const script = "const code = atob(x);\n«eval(code»);\nif (a) { b(); }";
  expect(
    marked(unmark(script), (source, tools) => analyzeCode("python", source, "python", tools)),
  ).toBe(script);
  const program = "if a:\n    code = base64.b64decode(x)\n    «exec(code»)";
  expect(
    marked(unmark(program), (source, tools) => analyzeCode("javascript", source, "js", tools)),
  ).toBe(program);
});

test("code that parses without errors is analyzed only in the language of its tag", () => {
  const text = "# eval(atob(x))\nprint('a')";
  expect(marked(text, (source, tools) => analyzeCode("python", source, "python", tools))).toBe(
    text,
  );
});
