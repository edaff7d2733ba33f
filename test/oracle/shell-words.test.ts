import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { Parser, type Node } from "web-tree-sitter";
import { loadGrammars } from "../../src/core/parse/grammars.js";
import { repaired } from "../../src/core/shell/apply-repairs.js";
import { Source } from "../../src/core/source.js";
import { loadAssets } from "../../src/host/node.js";

/** Parts of an unquoted word. */
const PARTS = [
  "a",
  '"b c"',
  "'d e'",
  "$v",
  "${v}",
  "$1",
  "$(v f)",
  "`v f`",
  "$((1 + 2))",
  "/g",
  ".h",
  "\\y",
  "\\ ",
];
/** Matches words that the grammar still misreads: an escape after a letter that follows `$1`, and words of escaped spaces only. */
const MISREAD = /\$1a\\|^(?:\\ )+$/;
const MORE = ["$v", "`v f`", "/g", '"b c"', "$@"];

/** Words of two to four parts. */
const words = PARTS.flatMap((first) =>
  PARTS.flatMap((second) => [
    first + second,
    ...PARTS.flatMap((third) => [
      first + second + third,
      ...MORE.map((fourth) => first + second + third + fourth),
    ]),
  ]),
);

it("a command has as many words for the grammar as for the shell, whatever parts a word has", async () => {
  const { bash } = await loadGrammars(await loadAssets());
  const parser = new Parser();
  parser.setLanguage(bash);
  const count = (command: string): number => {
    const tree = parser.parse(repaired(Source.whole(command)).text);
    const [node] = tree?.rootNode.namedChildren ?? [];
    const found = node?.namedChildren.filter((child): child is Node => child !== null).length ?? 0;
    tree?.delete();
    return found - 1;
  };
  const commands = words.filter((word) => !MISREAD.test(word)).map((word) => `n ${word} end`);
  const script = [
    "IFS=",
    "n() { echo $#; }",
    "v() { printf x; }",
    "v=y va=y vaa=y",
    "set -- z",
    ...commands,
  ];
  const printed = execFileSync("bash", ["-s"], { input: script.join("\n"), encoding: "utf8" });
  const expected = printed.trimEnd().split("\n");
  const differing = commands.filter((command, at) => String(count(command)) !== expected[at]);
  expect(differing).toEqual([]);
  parser.delete();
}, 60_000);
