import { beforeAll, describe, expect, it } from "vitest";
import type { Grammars } from "../../../src/core/parse/grammars.js";
import { bash, loadOwn, refusal, withQueries } from "./support.js";

let grammars: Grammars;
beforeAll(async () => {
  ({ grammars } = await loadOwn());
});

/** What is wrong stands behind `«»`, which marks the place of the error. */
const cases: readonly (readonly [title: string, code: string, marked: string, message: RegExp])[] = [
  ["an unknown capture", "query-capture", '((command_name) «»@source.fetched (#word-is? @source.fetched "curl"))', /unknown capture @source\.fetched; did you mean @source\.fetcher\?/],
  ["a private capture without use", "query-capture", "((command_name) «»@_name)", /@_name is used by no predicate/],
  ["an unknown predicate", "query-predicate", '((command_name) @source.fetcher «»(#looks-like? @source.fetcher "curl"))', /unknown predicate #looks-like\?; use one of #eq\?/],
  ["a predicate named like an object's own property", "query-predicate", '((command_name) @source.fetcher «»(#constructor @source.fetcher "curl"))', /unknown predicate/],
  ["a predicate without a capture", "query-predicate", '((command_name) @source.fetcher «»(#word-is? "curl"))', /needs a capture/],
  ["a predicate on a capture of another pattern", "query-predicate", '((command_name) @source.fetcher (#word-is? «»@sink.interpreter "sh"))', /not captured by this pattern/],
  ["a word list without words", "query-predicate", "((command_name) @source.fetcher «»(#word-is? @source.fetcher))", /compares with nothing/],
  ["a word list with a capture", "query-predicate", "((command_name) @source.fetcher «»(#any-of? @source.fetcher @source.fetcher))", /compares with strings/],
  ["too many operands", "query-predicate", '((command_name) @source.fetcher «»(#eq? @source.fetcher "a" "b"))', /exactly two/],
  ["an expression without anchors", "query-predicate", '((command_name) @source.fetcher «»(#match? @source.fetcher "curl"))', /not anchored/],
  ["an expression anchored at its start only", "query-predicate", '((command_name) @source.fetcher «»(#match? @source.fetcher "^curl"))', /not anchored/],
  ["anchors that hold one alternative each", "query-predicate", '((command_name) @source.fetcher «»(#match? @source.fetcher "^curl|wget$"))', /not anchored/],
  ["an anchor that is a character", "query-predicate", '((command_name) @source.fetcher «»(#match? @source.fetcher "^curl\\\\$"))', /not anchored/],
  ["a broken expression", "query-predicate", '((command_name) @source.fetcher «»(#match? @source.fetcher "^(?:curl$"))', /not valid/],
  ["an unknown setting", "query-setting", '((pipeline) @flow.pipe (#set! «»weight "3"))', /unknown setting weight; use one of rule, name/],
  ["a setting without a value", "query-setting", "((pipeline) @flow.pipe «»(#set! rule))", /takes a setting and its value/],
  ["a setting given twice", "query-setting", '((pipeline) @flow.pipe (#set! name "a") (#set! «»name "b"))', /set twice/],
  ["an unknown rule", "query-rule", '((pipeline) @flow.pipe (#set! rule «»"bash/fetch-pip"))', /unknown rule id "bash\/fetch-pip"; did you mean bash\/fetch-pipe\?/],
  ["a name that is taken", "query-name", '((pipeline) @flow.pipe (#set! name "a"))\n«»((list) @flow.pipe (#set! name "a"))', /a pattern named "a" is already in mine\/bash\/one\.scm/],
  ["an unknown node", "query-node", "(«»comand_name) @source.fetcher", /the bash grammar has no node "comand_name"/],
  ["an unknown field", "query-node", "(command «»nam: (command_name) @source.fetcher)", /no field "nam"/],
  ["a pattern that can never match", "query-syntax", "(command_name «»(pipeline)) @source.fetcher", /can never match/],
  ["a bracket that is not closed", "query-syntax", "«»((command_name) @source.fetcher", /ends before/],
  ["a bracket of the other kind", "query-syntax", "((command_name«»] @source.fetcher)", /closes nothing/],
  ["a bracket too many", "query-syntax", "((command_name) @source.fetcher)«»)", /stands alone/],
  ["a string without an end", "query-syntax", '((command_name) @source.fetcher (#eq? @source.fetcher «»"curl))', /does not end on its line/],
  ["a capture of nothing", "query-syntax", "«»@source.fetcher", /stands alone/],
  ["a predicate outside a pattern's brackets", "query-syntax", '((command_name) @source.fetcher)\n(«»#eq? @source.fetcher "a")', /stands alone/],
];

describe("a query file is refused", () => {
  it.each(cases)("for %s", (_title, code, marked, message) => {
    const at = marked.indexOf("«»");
    const text = `; first line\n${marked.replace("«»", "")}\n`;
    const before = `; first line\n${marked.slice(0, at)}`;
    const error = refusal(grammars, bash(text));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect([error.line, error.column]).toEqual([before.split("\n").length, at - marked.lastIndexOf("\n", at - 1)]);
    expect(error.message.startsWith(`mine/bash/one.scm:${error.line}:${error.column}: `)).toBe(true);
  });

  it("outside a folder named for a grammar", () => {
    const error = refusal(grammars, { path: "contract/perl/fetchers.scm", text: "(x) @source.fetcher" });
    expect(error).toMatchObject({ code: "query-path", path: "contract/perl/fetchers.scm", line: 1, column: 1 });
  });

  it("with the place in the file, whatever other files come before", () => {
    const error = refusal(grammars, bash("((pipeline) @flow.pipe)\n".repeat(3), "a"), bash("\n\n  (nothing_like_it) @flow.pipe", "b"));
    expect(error).toMatchObject({ code: "query-node", path: "mine/bash/b.scm", line: 3, column: 4 });
  });

  it("and nothing is left half loaded: the next load works", () => {
    refusal(grammars, bash("(nothing) @flow.pipe"));
    withQueries(grammars, [bash("((pipeline) @flow.pipe)")], (queries) => expect(queries.hasRule("bash/fetch-pipe")).toBe(false));
  });
});
