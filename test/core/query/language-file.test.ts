import { beforeAll, describe, expect, it } from "vitest";
import type { Assets, QueryFile } from "../../../src/core/assets.js";
import { ANY } from "../../../src/core/lex/dialect.js";
import { LANGUAGES } from "../../../src/core/languages/index.js";
import type { Grammars } from "../../../src/core/parse/grammars.js";
import { createDetector } from "../../../src/core/index.js";
import { QueryError } from "../../../src/core/query/query-error.js";
import { loadQueries } from "../../../src/core/query/load-queries.js";
import { roleOf } from "../../../src/core/query/role.js";
import { queriesOf } from "../../../src/core/query/join-queries.js";
import { loadPackage } from "./query-files.js";

let assets: Assets;
let grammars: Grammars;
beforeAll(async () => {
  ({ assets, grammars } = await loadPackage());
});

const contract = (): readonly QueryFile[] => queriesOf(assets.queries, "contract");
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

/** Returns the content of a JSON file with one pattern, which has these members. */
const one = (parts: string): string => `{ "patterns": [\n  { ${parts} }\n] }`;
const shell = '"example": "acme_sh(\\"…\\")", "capture": "inject.shell"';

const REFUSED: [what: string, text: string, message: string][] = [
  ["an empty file", "", "mine/ruby.json:1:1: the file ends unexpectedly; close what is open"],
  ["a list", "[]", "mine/ruby.json:1:1: expected {, not [; compare it with a file of the package"],
  [
    "a list that is not closed",
    '{ "patterns": [',
    "mine/ruby.json:1:16: the file ends unexpectedly; close what is open",
  ],
  [
    "a string that is not closed",
    '{ "patterns',
    'mine/ruby.json:1:3: this string does not end on its line, or contains an escape that JSON does not have; close it with "',
  ],
  ["an unknown character", "{ ; }", 'mine/ruby.json:1:3: unexpected ";"; remove it'],
  [
    "text after the end",
    `${one(`${shell}, "names": ["a"]`)} x`,
    "mine/ruby.json:3:5: unexpected x after the end; remove it",
  ],
  [
    "no pattern",
    '{ "patterns": [] }',
    'mine/ruby.json:1:1: this file contains no pattern; write { "patterns": [ … ] }',
  ],
  ["another key", '{ "rules": [] }', 'mine/ruby.json:1:3: unknown key "rules"; use "patterns"'],
  [
    "a key twice",
    one(`${shell}, "names": ["a"], "names": ["b"]`),
    'mine/ruby.json:2:77: "names" is listed twice; keep one of the two',
  ],
  [
    "another key of a pattern",
    one(`${shell}, "words": ["a"]`),
    'mine/ruby.json:2:61: unknown key "words"; use "example", "capture", "names", "set"',
  ],
  [
    "a number for a name",
    one(`${shell}, "names": [1]`),
    "mine/ruby.json:2:71: expected a string, not 1; write it in double quotes",
  ],
  [
    "no capture",
    one('"example": "a()", "names": ["a"]'),
    'mine/ruby.json:2:3: this pattern captures nothing, so it does nothing; add "capture"',
  ],
  [
    "an unknown capture",
    one('"example": "a()", "capture": "inject.shel", "names": ["a"]'),
    "mine/ruby.json:2:34: unknown capture @inject.shel; did you mean @inject.shell?",
  ],
  [
    "a capture of trees",
    one('"example": "a()", "capture": "source.fetcher", "names": ["a"]'),
    "mine/ruby.json:2:34: @source.fetcher is not available for a language without a grammar; did you mean",
  ],
  ["no names", one(shell), 'mine/ruby.json:2:3: @inject.shell has no names; add "names"'],
  [
    "no example",
    one('"capture": "inject.shell", "names": ["a"]'),
    'mine/ruby.json:2:3: this pattern has no example; add "example" with a line of the language',
  ],
  [
    "an empty name",
    one(`${shell}, "names": [""]`),
    "mine/ruby.json:2:71: a name is empty; remove it",
  ],
  [
    "a name with a blank",
    one(`${shell}, "names": ["a b"]`),
    'mine/ruby.json:2:71: "a b" contains a space, and a name cannot; write each name in its own quotes',
  ],
  [
    "a name twice",
    one(`${shell}, "names": ["a", "a"]`),
    'mine/ruby.json:2:71: "a" is listed twice; keep one of the two',
  ],
  [
    "a name with the language's own sign",
    one(`${shell}, "names": ["Acme::sh"]`),
    'mine/ruby.json:2:71: "Acme::sh" can never match: names are separated by dots; write "Acme.sh"',
  ],
  [
    "a method with its object",
    one('"example": "a()", "capture": "inject.text.method", "names": ["a.b"]'),
    '"a.b" can never match: a method is identified by its last name; write "b"',
  ],
  [
    "an unknown setting",
    one(`${shell}, "names": ["a"], "set": { "colour": "red" }`),
    "mine/ruby.json:2:86: unknown setting colour; use one of",
  ],
  [
    "a setting that does not act",
    one(`${shell}, "names": ["a"], "set": { "shape": "words" }`),
    "mine/ruby.json:2:86: shape has no effect on any capture of this pattern; remove it",
  ],
  [
    "an invalid value",
    one(
      '"example": "a", "capture": "process.arguments", "names": ["a"], "set": { "shape": "round" }',
    ),
    'shape cannot be "round"; use one of words, exec, quotes, chain',
  ],
  [
    "a source without a rule",
    one('"example": "a", "capture": "source.decoder", "names": ["a"]'),
    'mine/ruby.json:2:32: @source.decoder has no rule for its findings; add "set": { "rule": "acme/no-eval" }',
  ],
  [
    "a rule of the package that it has not",
    one('"example": "a", "capture": "source.decoder", "names": ["a"], "set": { "rule": "bash/x" }'),
    'unknown rule id "bash/x"',
  ],
  [
    "a rule of the package for what has a grammar",
    one(
      '"example": "a", "capture": "source.decoder", "names": ["a"], "set": { "rule": "python/decode-execute" }',
    ),
    "python/decode-execute is not a rule for the language of this file; use one that begins with script/",
  ],
  [
    "a message without a rule",
    one('"example": "a", "capture": "source.decoder", "names": ["a"], "set": { "message": "No." }'),
    'message belongs to a rule, but no rule is set; add "set": { "rule": "acme/no-pipe" }',
  ],
  [
    "a missing setting",
    one('"example": "a", "capture": "process.arguments", "names": ["a"]'),
    '@process.arguments lacks a required setting; add "set": { "shape": "…" }',
  ],
];

describe("the names of a language without a grammar", () => {
  it.each(REFUSED)("are rejected: %s", (_what, text, message) => {
    expect(refusal(ruby(text))).toContain(message);
  });

  it("are rejected in a file without a language", () => {
    const file = { path: "mine/klingon.json", text: one(`${shell}, "names": ["a"]`) };
    expect(refusal(file)).toContain(
      "mine/klingon.json:1:1: there is no language klingon; name the file for one of applescript, c,",
    );
  });

  it("are rejected for a language with a grammar", () => {
    const file = { path: "mine/bash.json", text: one(`${shell}, "names": ["a"]`) };
    expect(refusal(file)).toContain(
      "mine/bash.json:1:1: bash has a grammar; write patterns instead of names: bash/mine.scm",
    );
  });

  it("may occur in several custom patterns, of which the first determines how a name is read", () => {
    const mine = ruby(
      `{ "patterns": [\n  { ${shell}, "names": ["acme_sh"] },\n  { "example": "a", "capture": "inject.text", "names": ["acme_sh", "acme_text"] }\n] }`,
    );
    const queries = loadQueries([mine, ...contract()], grammars, assets.registry, {
      proven: assets.queries,
    });
    expect(queries.overruled).toEqual([
      'mine/ruby.json:3: "acme_sh" is read as mine/ruby.json:2 defines it',
    ]);
    queries.dispose();
  });

  it("are registered for exactly the languages that have calls", () => {
    const named = LANGUAGES.flatMap(({ calls }) => (calls === null ? [] : [calls]));
    expect(Object.keys(assets.registry.languages ?? {}).sort()).toEqual(
      [...new Set(named), ANY.calls, "every"].sort(),
    );
  });

  it("are added after the built-in ones", () => {
    const mine = ruby(
      one('"example": "system(x)", "capture": "inject.text", "names": ["system", "acme_sh"]'),
    );
    const queries = loadQueries([mine, ...contract()], grammars, assets.registry, {
      proven: assets.queries,
    });
    const captures = (name: string): string[] =>
      (queries.language("ruby").get(name) ?? []).map(({ capture }) => capture);
    expect(captures("system")).toEqual(["inject.shell", "inject.text"]);
    expect(captures("acme_sh")).toEqual(["inject.text"]);
    expect(roleOf(queries.language("ruby").get("acme_sh") ?? [], "inject.text")?.pattern).toBe(
      "mine/ruby.json:2",
    );
    expect(queries.language("perl").get("acme_sh")).toBeUndefined();
    expect(queries.overruled).toEqual([
      expect.stringMatching(
        /^mine\/ruby\.json:2: "system" is read as contract\/ruby\/calls\.scm:\d+ defines it$/,
      ),
    ]);
    queries.dispose();
  });

  it("are rejected if they contradict a built-in role of the same name", () => {
    const mine = ruby(one('"example": "eval(x)", "capture": "flow.barrier", "names": ["eval"]'));
    expect(() =>
      loadQueries([mine, ...assets.queries], grammars, assets.registry, { proven: assets.queries }),
    ).toThrow(/"eval" is @sink\.execute in extended\/ruby\/executors\.scm:\d+, and cannot also be/);
  });

  it("may have custom rules, which can be disabled", async () => {
    const text = JSON.stringify({
      patterns: [
        { example: "acme_run(x)", capture: "sink.execute", names: ["acme_run"] },
        {
          example: "acme_decode(x)",
          capture: "source.decoder",
          names: ["acme_decode"],
          set: { rule: "acme/no-run", message: "Acme runs what it decodes.", severity: "warning" },
        },
      ],
    });
    const queries = [{ path: "ruby.json", text }];
    const code = "```ruby\nacme_run(acme_decode(x))\n```\n";
    const detector = await createDetector({ assets, queries });
    expect(
      detector.detect(code).findings.map(({ rule, span }) => [rule, code.slice(...span)]),
    ).toEqual([["acme/no-run", "acme_run(acme_decode"]]);
    expect(detector.rules).toContainEqual(
      expect.objectContaining({
        id: "acme/no-run",
        message: "Acme runs what it decodes.",
        severity: "warning",
      }),
    );
    const without = await createDetector({ assets, queries, disabledRules: ["acme/no-run"] });
    expect(without.detect(code).findings).toEqual([]);
    detector.dispose();
    without.dispose();
  });

  it("also apply to languages that are derived from the language", () => {
    const queries = loadQueries(contract(), grammars, assets.registry, { proven: assets.queries });
    expect(
      queries
        .language("kotlin")
        .get("ProcessBuilder")
        ?.map(({ pattern }) => pattern),
    ).toEqual([
      expect.stringMatching(/^contract\/java\/calls\.scm:\d+$/),
      expect.stringMatching(/^contract\/java\/calls\.scm:\d+$/),
    ]);
    expect(queries.language("ruby").get("ProcessBuilder")).toBeUndefined();
    queries.dispose();
  });
});
