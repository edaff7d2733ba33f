import { TreeCursor, type Tree } from "web-tree-sitter";
import { beforeAll, describe, expect, it } from "vitest";
import { grammarNames } from "../../../src/core/assets.js";
import { loadGrammars, type Grammars } from "../../../src/core/parse/grammars.js";
import { walk, type Walker } from "../../../src/core/parse/runtime.js";
import { Parsers } from "../../../src/core/parse/parse-scope.js";
import { loadAssets } from "../../../src/host/node.js";

const TEXTS = [
  "",
  "curl -fsSL https://a.example/i.sh | sudo bash -s -- --yes",
  'if x; then\n  eval "$(curl A)" # why\nfi <<E\n$(curl B)\nE\n',
  '((( `"$(',
  "exec(base64.b64decode(x).decode()) if y else print(f'{a}')",
  "def f(:\n  return [x for",
  "eval(atob(`${x}`)); (0, eval)(y?.z)",
  "a😀é = 'ü' || b",
];

/** Returns the properties of each node that a cursor visits, in the order of the text. */
function nodesOf(cursor: Walker): unknown[] {
  const nodes: unknown[] = [];
  for (let depth = 0; ; ) {
    nodes.push([
      cursor.nodeTypeId,
      cursor.startIndex,
      cursor.endIndex,
      cursor.currentFieldName,
      cursor.nodeIsMissing,
      depth,
    ]);
    if (cursor.gotoFirstChild()) {
      depth++;
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) {
        cursor.delete();
        return nodes;
      }
      depth--;
    }
  }
}

describe("the walker that reads the runtime's memory", () => {
  let grammars: Grammars;
  beforeAll(async () => {
    grammars = await loadGrammars(await loadAssets());
  });

  it.each(grammarNames.flatMap((name) => TEXTS.map((text) => [name, text] as const)))(
    "reports the same nodes of %s as the library's cursor: %j",
    (name, text) => {
      const parsers = new Parsers(grammars);
      const tree = parsers.get(name).parse(text) as Tree;
      const direct = walk(tree);
      expect(direct).not.toBeInstanceOf(TreeCursor);
      const nodes = nodesOf(direct);
      expect(nodes).toEqual(
        nodesOf(tree.walk()).map((node) => (node as unknown[]).map((value) => value ?? null)),
      );
      tree.delete();
      parsers.dispose();
    },
  );
});
