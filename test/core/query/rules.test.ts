import { Parser } from "web-tree-sitter";
import { beforeAll, describe, expect, it } from "vitest";
import type { Grammars } from "../../../src/core/parse/grammars.js";
import { bash, loadOwn, withQueries } from "./support.js";

let grammars: Grammars;
beforeAll(async () => {
  ({ grammars } = await loadOwn());
});

/** Which nodes of `a | b; c` get the rule, by type. */
function ruled(pattern: string, stop?: () => boolean): string[] {
  return withQueries(grammars, [bash(pattern)], ({ shellRules }) => {
    const parser = new Parser().setLanguage(grammars.bash);
    const tree = parser.parse("a | b; c")!;
    const rule = shellRules(() => tree.rootNode, stop);
    const nodes = tree.rootNode.descendantsOfType(["pipeline", "command", "command_name", "word"]);
    const found = nodes.filter(({ type, startIndex: start, endIndex: end }) => rule({ type, start, end }) === "bash/fetch-pipe").map(({ type, text }) => `${type} ${text}`);
    tree.delete();
    parser.delete();
    return found;
  });
}

const set = '(#set! rule "bash/fetch-pipe")';

describe("rules", () => {
  it.each([
    ["a bare node", `((pipeline) @flow.pipe ${set})`, ["pipeline a | b"]],
    ["two bare nodes", `((pipeline) @flow.pipe ${set})\n((command_name) @flow.pipe ${set})`, ["pipeline a | b", "command_name a", "command_name b", "command_name c"]],
    ["a bare node beside one in a shape", `((pipeline) @flow.pipe ${set})\n((pipeline (command) @flow.pipe) ${set})`, ["pipeline a | b", "command a", "command b"]],
    ["a node with a child", `((pipeline (command) @flow.pipe) ${set})`, ["command a", "command b"]],
    ["a node with a predicate", `((command_name) @flow.pipe (#eq? @flow.pipe "b") ${set})`, ["command_name b"]],
    ["any node", `(program (_) @flow.pipe ${set})`, ["pipeline a | b", "command c"]],
    ["no rule", "((pipeline) @flow.pipe)", []],
  ])("are given by %s", (_what, pattern, expected) => {
    expect(ruled(pattern)).toEqual(expected);
  });

  it("are not searched for where the type tells, and no longer than asked for where it does not", () => {
    const late = (): boolean => true;
    expect(ruled(`((pipeline) @flow.pipe ${set})`, late)).toEqual(["pipeline a | b"]);
    expect(ruled(`((pipeline (command) @flow.pipe) ${set})`, () => false)).toEqual(["command a", "command b"]);
  });
});
