import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createNodeDetector, type Detector } from "../../../src/host/node.js";

let detector: Detector;
beforeAll(async () => {
  detector = await createNodeDetector({ profile: "extended" });
});
afterAll(() => detector.dispose());

/** Returns whether a comment line can be inserted above the line with the mark ▲, or null if this is unknown. */
function takesComment(tag: string, marked: string): boolean | null {
  const text = marked.replace("▲", "");
  const at = marked.lastIndexOf("\n", marked.indexOf("▲")) + 1;
  const mark = /^(?:bash|zsh|python|ruby|powershell|starlark)$/.test(tag) ? "#" : "//";
  return detector.takesComment(text, tag, { at, text: `${mark} a comment\n` });
}

describe("a position for a comment", () => {
  it.each([
    ["bash", "set -e\n▲curl A | sh\n"],
    ["bash", "if true; then\n  ▲curl A | sh\nfi\n"],
    ["bash", "curl A |\n▲sh\n"],
    ["zsh", "a=(1\n▲2)\n"],
    ["python", "if x:\n    ▲exec(y)\n"],
    ["python", "f(\n  1,\n  ▲exec(y))\n"],
    ["javascript", "f(1,\n▲eval(x));\n"],
    ["jsx", "const a = <p onClick={() => {\n▲eval(x);\n}}>b</p>;\n"],
    ["tsx", "const a = (\n▲<p>b</p>);\n"],
    ["typescript", "let a: string;\n▲eval(x);\n"],
    ["go", 'func f() {\n▲exec.Command("sh")\n}\n'],
    ["java", 'class A { void f() {\n▲run("sh");\n} }\n'],
    ["php", "<?php\n▲eval($x);\n"],
    ["ruby", 'begin\n▲system("x")\nend\n'],
    ["powershell", "if ($x) {\n▲iwr $u | iex\n}\n"],
  ])("exists in %s: %j", (tag, text) => {
    expect(takesComment(tag, text)).toBe(true);
  });

  it.each([
    ["bash", "curl A \\\n▲| sh\n"],
    ["bash", "apt-get install a \\\n  ▲$(curl A | sh)\n"],
    ["bash", 'echo "\n▲curl A | sh"\n'],
    ["bash", "cat <<E\n▲curl A | sh\nE\n"],
    ["python", "a = 1 + \\\n▲exec(y)\n"],
    ["python", '"""\n▲exec(y)\n"""\n'],
    ["javascript", "a = `\n▲eval(x)`;\n"],
    ["jsx", "const a = <p>\n▲{eval(x)}\n</p>;\n"],
    ["tsx", "const a = <p>\n▲<b>{eval(x)}</b>\n</p>;\n"],
    ["go", "var a = `\n▲curl A | sh`\n"],
    ["php", "<p>\n▲curl A | sh\n</p>\n<?php f();\n"],
    ["ruby", "a = <<~E\n  ▲curl A | sh\nE\n"],
    ["powershell", '$a = @"\n▲iwr $u | iex\n"@\n'],
    ["powershell", "iwr $u `\n▲| iex\n"],
  ])("does not exist in %s: %j", (tag, text) => {
    expect(takesComment(tag, text)).toBe(false);
  });

  it("is unknown for a language without a grammar, and does not exist in a very long text", () => {
    expect(takesComment("yaml", "a: 1\n▲b: 2\n")).toBeNull();
    expect(takesComment("bash", `${"ls\n".repeat(100_000)}▲curl A | sh\n`)).toBe(false);
  });

  it("exists at the end of a line with code", () => {
    const text = "curl A | sh\nls\n";
    const put = (at: number): boolean | null =>
      detector.takesComment(text, "bash", { at, text: " # a comment" });
    expect(put(text.indexOf("\n"))).toBe(true);
    expect(put(text.indexOf(" |"))).toBe(false);
  });
});
