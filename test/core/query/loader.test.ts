import { Parser, type Node } from "web-tree-sitter";
import { beforeAll, describe, expect, it } from "vitest";
import type { Assets, QueryFile } from "../../../src/core/assets.js";
import type { Grammars } from "../../../src/core/parse/grammars.js";
import type { MatchOptions } from "../../../src/core/query/compiled.js";
import { QueryError } from "../../../src/core/query/error.js";
import { loadQueries } from "../../../src/core/query/loader.js";
import { queriesOf } from "../../../src/core/query/select.js";
import { bash, loadOwn, registry, withQueries } from "./support.js";

let assets: Assets;
let grammars: Grammars;
beforeAll(async () => {
  ({ assets, grammars } = await loadOwn());
});

const fetchers = '((command_name) @source.fetcher (#word-is? @source.fetcher "curl" "wget"))';

/** The captured texts of a bash text, each with its name. */
function captured(file: QueryFile, text: string, options?: MatchOptions): string[] {
  return withQueries(grammars, [file], (queries) => {
    const parser = new Parser().setLanguage(grammars.bash);
    const tree = parser.parse(text);
    const found = queries.captures("bash", tree!.rootNode, options).map(({ name, node }) => `${name} ${node.text}`);
    tree?.delete();
    parser.delete();
    return found;
  });
}

describe("vocabulary", () => {
  it("is the union of all word lists of a capture", () => {
    const more = bash('((command_name) @source.fetcher (#any-of? @source.fetcher "fetch"))\n((command_name) @sink.interpreter (#eq? @sink.interpreter "sh"))', "two");
    withQueries(grammars, [bash(fetchers), more], ({ vocabulary }) => {
      expect([...vocabulary.words("source.fetcher")].sort()).toEqual(["curl", "fetch", "wget"]);
      expect(vocabulary.has("sink.interpreter", "sh")).toBe(true);
      expect(vocabulary.has("sink.interpreter", "SH")).toBe(false);
      expect(vocabulary.has("sink.interpreter", "curl")).toBe(false);
    });
  });

  it("belongs to the grammar of its file", () => {
    const python = { path: "mine/python/one.scm", text: '((identifier) @source.fetcher (#eq? @source.fetcher "urlopen"))' };
    withQueries(grammars, [bash(fetchers), python], (queries) => {
      expect([...queries.vocabularyOf("python").words("source.fetcher")]).toEqual(["urlopen"]);
      expect(queries.vocabularyOf("bash").has("source.fetcher", "urlopen")).toBe(false);
      expect(queries.vocabulary.has("source.fetcher", "urlopen")).toBe(true);
    });
  });

  it("leaves out words a predicate excludes", () => {
    withQueries(grammars, [bash('((command_name) @source.fetcher (#word-is? @source.fetcher "curl") (#not-any-of? @source.fetcher "wget"))')], ({ vocabulary }) => {
      expect([...vocabulary.words("source.fetcher")]).toEqual(["curl"]);
    });
  });
});

describe("gate words", () => {
  it("come from the captures the registry names", () => {
    const interpreters = bash('((command_name) @sink.interpreter (#word-is? @sink.interpreter "sh"))', "two");
    withQueries(grammars, [bash(fetchers), interpreters], ({ gateWords }) => expect(gateWords).toEqual(["curl", "wget"]));
  });

  it("are the telling names of paths", () => {
    const file = { path: "python/one.scm", text: '((attribute) @source.fetcher (#any-of? @source.fetcher "urllib.request.urlopen" "requests.get"))' };
    withQueries(grammars, [file], ({ gateWords }) => expect(gateWords).toEqual(["requests", "urlopen"]));
  });

  it("may stand on another capture of the pattern that is always there", () => {
    const pattern = "(pipeline (command name: (command_name) @_name) @source.fetcher (#word-is? @_name \"curl\"))";
    withQueries(grammars, [bash(pattern)], ({ gateWords }) => expect(gateWords).toEqual(["curl"]));
  });

  it("are unknown where a source is not told by words", () => {
    withQueries(grammars, [bash('((command_name) @source.fetcher (#match? @source.fetcher "^curl-.*$"))')], ({ gateWords }) => expect(gateWords).toBeNull());
    const optional = '(command name: (command_name) @source.fetcher argument: (word)? @_first (#eq? @_first "get"))';
    withQueries(grammars, [bash(optional)], ({ gateWords }) => expect(gateWords).toBeNull());
  });
});

describe("predicates", () => {
  const pattern = (predicate: string): QueryFile => bash(`((command_name) @source.fetcher ${predicate})`);
  const one = (predicate: string, text: string, options?: MatchOptions): boolean => captured(pattern(predicate), text, options).length > 0;

  it.each([
    ['(#eq? @source.fetcher "curl")', "curl", true],
    ['(#eq? @source.fetcher "curl")', "wget", false],
    ['(#not-eq? @source.fetcher "curl")', "wget", true],
    ['(#not-eq? @source.fetcher "curl")', "curl", false],
    ['(#any-of? @source.fetcher "curl" "wget")', "wget", true],
    ['(#any-of? @source.fetcher "curl" "wget")', "curl2", false],
    ['(#not-any-of? @source.fetcher "curl" "wget")', "sh", true],
    ['(#not-any-of? @source.fetcher "curl" "wget")', "wget", false],
    ['(#match? @source.fetcher "^(?:curl|wget)$")', "wget", true],
    ['(#match? @source.fetcher "^(?:curl|wget)$")', "wget2", false],
    ['(#not-match? @source.fetcher "^w.*$")', "curl", true],
    ['(#not-match? @source.fetcher "^w.*$")', "wget", false],
    ['(#word-is? @source.fetcher "curl")', "/usr/bin/curl", true],
    ['(#word-is? @source.fetcher "curl")', "Curl", false],
    ['(#word-is? @source.fetcher "curl")', "curl.exe", false],
    ['(#not-word-is? @source.fetcher "curl")', "/usr/bin/curl", false],
  ])("%s on %s is %s", (predicate, text, expected) => {
    expect(one(predicate, text)).toBe(expected);
  });

  it("compare two captures", () => {
    const file = bash("(command name: (command_name) @source.fetcher argument: (word) @_other (#eq? @source.fetcher @_other))");
    expect(captured(file, "curl curl")).toHaveLength(1);
    expect(captured(file, "curl wget")).toHaveLength(0);
  });

  it("compare the word value that the caller gives, by base name", () => {
    const wordValue = (node: Node): string | null => (node.text.includes("$") ? null : node.text.replaceAll('"', ""));
    expect(one('(#word-is? @source.fetcher "curl")', '"/opt/cu"rl', { wordValue })).toBe(true);
    expect(one('(#word-is? @source.fetcher "curl")', "$curl", { wordValue })).toBe(false);
    expect(one('(#not-word-is? @source.fetcher "curl")', "$curl", { wordValue })).toBe(true);
  });
});

describe("matches", () => {
  const ruled = bash(`((pipeline) @flow.pipe (#set! rule "bash/fetch-pipe") (#set! name "pipes"))\n${fetchers}`);

  it("carry the settings of their pattern", () => {
    withQueries(grammars, [ruled], (queries) => {
      const parser = new Parser().setLanguage(grammars.bash);
      const tree = parser.parse("curl a | sh")!;
      const { matches, complete } = queries.matches("bash", tree.rootNode);
      expect(complete).toBe(true);
      expect(matches.map(({ settings }) => settings)).toEqual([{ rule: "bash/fetch-pipe", name: "pipes" }, {}]);
      tree.delete();
      parser.delete();
    });
  });

  it("stop early when asked to, and say so", () => {
    withQueries(grammars, [ruled], (queries) => {
      const parser = new Parser().setLanguage(grammars.bash);
      const tree = parser.parse("curl a | sh\n".repeat(2000))!;
      const { matches, complete } = queries.matches("bash", tree.rootNode, { stop: () => true });
      expect(complete).toBe(false);
      expect(matches.length).toBeLessThan(4000);
      tree.delete();
      parser.delete();
    });
  });

  it("give captures in the order of the text, without private ones", () => {
    const file = bash('(command name: (command_name) @source.fetcher argument: (word) @_url (#match? @_url "^https?://.*$"))');
    expect(captured(file, "curl https://a\nwget ftp://b\nfetch http://c")).toEqual(["source.fetcher curl", "source.fetcher fetch"]);
  });
});

describe("files that are known to compile", () => {
  it("are compiled when something is first looked for in a tree of their grammar, those beside them at once", () => {
    // no grammar has such a node: compiling shows as an error
    const wrong = bash("(nothing) @source.fetcher");
    const queries = loadQueries([wrong], grammars, registry, [wrong]);
    const parser = new Parser().setLanguage(grammars.bash);
    const tree = parser.parse("ls")!;
    expect(() => queries.matches("bash", tree.rootNode)).toThrow(QueryError);
    expect(() => loadQueries([wrong, bash("(word) @_word", "two")], grammars, registry, [wrong])).toThrow(QueryError);
    tree.delete();
    parser.delete();
    queries.dispose();
  });
});

describe("the package's own queries", () => {
  it.each(["contract", "extended"] as const)("load in the %s profile", (profile) => {
    const queries = loadQueries(queriesOf(assets.queries, profile), grammars, assets.registry);
    expect(queries.gateWords).toEqual(expect.arrayContaining(["atob", "b64decode", "curl", "fromhex", "wget"]));
    expect(queries.vocabularyOf("bash").has("sink.interpreter", "dash")).toBe(profile === "extended");
    queries.dispose();
  });

  it("name exactly the vocabulary of the contract", () => {
    const queries = loadQueries(queriesOf(assets.queries, "contract"), grammars, assets.registry);
    const words = queries.vocabularyOf("bash");
    expect([...words.words("source.fetcher")].sort()).toEqual(["curl", "wget"]);
    expect([...words.words("sink.interpreter")].sort()).toEqual(["bash", "node", "python3", "sh", "zsh"]);
    expect([...words.words("sink.builtin")].sort()).toEqual([".", "eval", "source"]);
    expect(queries.gateWords).toEqual(["atob", "b64decode", "curl", "fromhex", "wget"]);
    queries.dispose();
  });

  it("name rules of the registry only, and the registry's words are all in use", () => {
    const text = assets.queries.map((file) => file.text).join("\n");
    const unused = Object.keys(assets.registry.captures).filter((name) => !text.includes(`@${name}`));
    expect(unused).toEqual([]);
  });
});
