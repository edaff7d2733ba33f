import { beforeAll, describe, expect, it } from "vitest";
import type { Assets, QueryFile } from "../../../src/core/assets.js";
import { ANY, DIALECTS } from "../../../src/core/code/generic/dialect.js";
import type { Grammars } from "../../../src/core/parse/grammars.js";
import { QueryError } from "../../../src/core/query/error.js";
import { loadQueries } from "../../../src/core/query/loader.js";
import { roleOf } from "../../../src/core/query/role.js";
import { loadOwn } from "./support.js";

let assets: Assets;
let grammars: Grammars;
beforeAll(async () => {
  ({ assets, grammars } = await loadOwn());
});

const ruby = (text: string): QueryFile => ({ path: "mine/ruby.json", text, added: true });

function refusal(file: QueryFile): string {
  try {
    loadQueries([file], grammars, assets.registry).dispose();
  } catch (error) {
    if (error instanceof QueryError) return error.message;
    throw error;
  }
  return "loaded";
}

/** A file with one pattern, whose parts are written as they stand. */
const one = (parts: string): string => `{ "patterns": [\n  { ${parts} }\n] }`;
const shell = '"example": "acme_sh(\\"…\\")", "capture": "inject.shell"';

const REFUSED: [what: string, text: string, message: string][] = [
  ["nothing", "", 'mine/ruby.json:1:1: the file ends too early; close what is open'],
  ["a list", "[]", "mine/ruby.json:1:1: { belongs here, not [; compare it with a file of the package"],
  ["an open list", '{ "patterns": [', "mine/ruby.json:1:16: the file ends too early; close what is open"],
  ["an open text", '{ "patterns', 'mine/ruby.json:1:3: this text does not end on its line, or holds a backslash that JSON does not know; close it with "'],
  ["a sign that is none", "{ ; }", 'mine/ruby.json:1:3: unexpected ";"; remove it'],
  ["more behind the end", `${one(`${shell}, "names": ["a"]`)} x`, "mine/ruby.json:3:5: x stands behind the end; remove it"],
  ["no pattern", '{ "patterns": [] }', 'mine/ruby.json:1:1: this file holds no pattern; write { "patterns": [ … ] }'],
  ["another key", '{ "rules": [] }', 'mine/ruby.json:1:3: unknown key "rules"; use "patterns"'],
  ["a key twice", one(`${shell}, "names": ["a"], "names": ["b"]`), 'mine/ruby.json:2:77: "names" stands twice; keep one of the two'],
  ["another key of a pattern", one(`${shell}, "words": ["a"]`), 'mine/ruby.json:2:61: unknown key "words"; use "example", "capture", "names", "set"'],
  ["a number for a name", one(`${shell}, "names": [1]`), "mine/ruby.json:2:71: a text in quotes belongs here, not 1; write it between double quotes"],
  ["no capture", one('"example": "a()", "names": ["a"]'), 'mine/ruby.json:2:3: this pattern captures nothing, so it does nothing; add "capture"'],
  ["an unknown capture", one('"example": "a()", "capture": "inject.shel", "names": ["a"]'), "mine/ruby.json:2:34: unknown capture @inject.shel; did you mean @inject.shell?"],
  ["a capture of trees", one('"example": "a()", "capture": "source.fetcher", "names": ["a"]'), "mine/ruby.json:2:34: @source.fetcher means nothing in a language without a grammar; did you mean"],
  ["no names", one(shell), 'mine/ruby.json:2:3: no name says what @inject.shell is for; add "names"'],
  ["no example", one('"capture": "inject.shell", "names": ["a"]'), 'mine/ruby.json:2:3: no example shows what this pattern is for; add "example" with a line of the language'],
  ["an empty name", one(`${shell}, "names": [""]`), "mine/ruby.json:2:71: an empty name is none; remove it"],
  ["a name with a blank", one(`${shell}, "names": ["a b"]`), 'mine/ruby.json:2:71: "a b" holds a blank, and a name does not; write each name in quotes of its own'],
  ["a name twice", one(`${shell}, "names": ["a", "a"]`), 'mine/ruby.json:2:71: "a" stands twice; keep one of the two'],
  ["a name with the language's own sign", one(`${shell}, "names": ["Acme::sh"]`), 'mine/ruby.json:2:71: "Acme::sh" can never be met: names are told by dots; write "Acme.sh"'],
  ["a method with its object", one('"example": "a()", "capture": "inject.text.method", "names": ["a.b"]'), '"a.b" can never be met: a method is told by its last name; write "b"'],
  ["an unknown setting", one(`${shell}, "names": ["a"], "set": { "colour": "red" }`), "mine/ruby.json:2:86: unknown setting colour; use one of"],
  ["a setting that does not act", one(`${shell}, "names": ["a"], "set": { "shape": "words" }`), "mine/ruby.json:2:86: shape acts on no capture of this pattern; remove it"],
  ["a value that is none", one('"example": "a", "capture": "process.arguments", "names": ["a"], "set": { "shape": "round" }'), 'shape cannot be "round"; use one of words, quotes, chain'],
  ["a setting that lacks", one('"example": "a", "capture": "process.arguments", "names": ["a"]'), 'no setting says how @process.arguments is read; add (#set! shape "…")'],
];

describe("the names of a language without a grammar", () => {
  it.each(REFUSED)("are refused: %s", (_what, text, message) => {
    expect(refusal(ruby(text))).toContain(message);
  });

  it("are refused in a file of no language", () => {
    const file = { path: "mine/klingon.json", text: one(`${shell}, "names": ["a"]`) };
    expect(refusal(file)).toContain("mine/klingon.json:1:1: there is no language klingon; name the file for one of applescript, c,");
  });

  it("stand for every language that is read", () => {
    expect(ANY).toBeDefined();
    expect(Object.keys(assets.registry.languages ?? {}).sort()).toEqual([...Object.keys(DIALECTS), "any", "every"].sort());
  });

  it("join those of the package, which come first", () => {
    const mine = ruby(one('"example": "system(x)", "capture": "inject.text", "names": ["system", "acme_sh"]'));
    const queries = loadQueries([mine, ...assets.queries], grammars, assets.registry, { proven: assets.queries });
    const captures = (name: string): string[] => (queries.language("ruby").get(name) ?? []).map(({ capture }) => capture);
    expect(captures("system")).toEqual(["inject.shell", "inject.text"]);
    expect(captures("acme_sh")).toEqual(["inject.text"]);
    expect(roleOf(queries.language("ruby").get("acme_sh") ?? [], "inject.text")?.pattern).toBe("mine/ruby.json:2");
    expect(queries.language("perl").get("acme_sh")).toBeUndefined();
    queries.dispose();
  });

  it("of a language hold in those that take after it", () => {
    const queries = loadQueries(assets.queries, grammars, assets.registry, { proven: assets.queries });
    expect(queries.language("kotlin").get("ProcessBuilder")?.map(({ pattern }) => pattern)).toEqual([expect.stringMatching(/^contract\/java\.json:\d+$/), expect.stringMatching(/^contract\/java\.json:\d+$/)]);
    expect(queries.language("ruby").get("ProcessBuilder")).toBeUndefined();
    queries.dispose();
  });
});
