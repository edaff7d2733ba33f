import { describe, expect, it } from "vitest";
import { marksOfTag } from "../../../src/core/languages/index.js";
import { separateComments } from "../../../src/core/lex/comments.js";
import { Source } from "../../../src/core/source.js";

const separated = (tag: string, text: string): { code: string; comments: string[] } => {
  const { code, comments } = separateComments(Source.whole(text), marksOfTag(tag));
  return { code: code.text, comments: comments.map((comment) => comment.text) };
};

describe("a comment", () => {
  it.each([
    ["vim", 'let x = "a" | call f("b")\n  " said\nx', ['" said']],
    ["ocaml", "let x = 1 (* said\nhere *) x", ["(* said\nhere *)"]],
    ["pascal", "x { said } (* here *) // too", ["{ said }", "(* here *)", "// too"]],
    ["php", "#[Attribute]\n# said", ["# said"]],
    ["bat", "rem said\necho rem x\n  @REM here\n:: too", ["rem said", "@REM here", ":: too"]],
    ["perl", "x\n__END__\nsaid\n", ["__END__\nsaid\n"]],
    ["ruby", 'x = "#{y}" #{z}\n=begin\nsaid\n=end\n', ["=begin\nsaid\n=end"]],
  ])("of %s begins with the marks of the language: %s", (tag, text, comments) => {
    expect(separated(tag, text).comments).toEqual(comments);
  });

  it.each([
    ["lisp", "(setq items '(a b)) ; said", ["; said"]],
    ["ocaml", "let f (x : 'a list) = x (* said *)", ["(* said *)"]],
    ["rust", "fn f<'a>(x: &'a str, y: &'a str) {} // said", ["// said"]],
    ["rust", 'let x = "// none";', []],
    ["go", "x := `// none`", []],
    ["sql", "SELECT '-- none';", []],
    ["vim", '"\nx', ['"']],
    ["python", "#\nx = '# none'", ["#"]],
    ["brainfuck", "x = '// none' # said", ["# said"]],
  ])("of %s does not begin in a string: %s", (tag, text, comments) => {
    expect(separated(tag, text).comments).toEqual(comments);
  });

  it("follows a string of any length", () => {
    const string = `"${"a".repeat(12_000_000)}"`;
    expect(separated("c", `${string} // said`).comments).toEqual(["// said"]);
  });
});
