import { expect, it } from "vitest";
import { withBrackets } from "../../../src/core/code/grammars/php-repairs.js";

it.each([
  ["$a{0}", "$a[0]"],
  ['$a["x"]{$i}', '$a["x"][$i]'],
  ["'$a{0}' . $b{1}", "'$a{0}' . $b[1]"],
  ["'\\'$a{0}' . $b{1}", "'\\'$a{0}' . $b[1]"],
  ["/* $a{0} */ $b{1}", "/* $a{0} */ $b[1]"],
  ["# $a{0}\n#\n$b{1} // '\n$c{2}", "# $a{0}\n#\n$b[1] // '\n$c[2]"],
  ["#[A] $b{1}", "#[A] $b[1]"],
])("writes offsets in braces with brackets: %s", (program, repaired) => {
  expect(withBrackets(program)).toBe(repaired);
});

it("follows a string of any length", () => {
  const string = `'${"a".repeat(12_000_000)}'`;
  expect(withBrackets(`${string} . $a{0}`)).toBe(`${string} . $a[0]`);
});
