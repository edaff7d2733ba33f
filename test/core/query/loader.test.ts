import { Parser, type Node } from "web-tree-sitter";
import { describe, expect, it } from "vitest";
import type { GrammarName, QueryFile } from "../../../src/core/assets.js";
import { QueryError } from "../../../src/core/query/query-error.js";
import { loadQueries, type Queries } from "../../../src/core/query/load-queries.js";
import type { WordValue } from "../../../src/core/query/predicates.js";
import { queriesOf } from "../../../src/core/query/join-queries.js";
import interpreters from "../../../src/core/shell/tables/interpreters.json" with { type: "json" };
import { bash, loadPackage, queryFile, refusal, registry, withQueries } from "./query-files.js";

const { assets, grammars } = await loadPackage();

const fetchers = '((command_name) @source.fetcher (#word-is? @source.fetcher "curl" "wget"))';

/** Calls a function with the root node of a parsed text, and returns its result. */
function withTree<T>(grammar: GrammarName, text: string, use: (root: Node) => T): T {
  const parser = new Parser().setLanguage(grammars[grammar]);
  const tree = parser.parse(text);
  if (tree === null) throw new Error("no tree");
  try {
    return use(tree.rootNode);
  } finally {
    tree.delete();
    parser.delete();
  }
}

/** Returns the captures of a query file in shell code. Checks that the search or the table of names also finds each of them. */
function captured(file: QueryFile, text: string, wordValue?: WordValue): string[] {
  return withQueries(grammars, [file], (queries) =>
    withTree("bash", text, (root) => {
      const found = queries.captures("bash", root, wordValue);
      const searched = queries.search("bash", root, wordValue === undefined ? {} : { wordValue });
      for (const { role, node } of found) {
        const named = queries.named("bash", node.text.slice(node.text.lastIndexOf("/") + 1));
        const at = searched.at({ start: node.startIndex, end: node.endIndex });
        expect([...named, ...at]).toContain(role);
      }
      return found.map(({ role, node }) => `${role.capture} ${node.text}`);
    }),
  );
}

describe("the vocabulary", () => {
  it("is the union of all word lists of a capture", () => {
    const more = bash(
      '((command_name) @source.fetcher (#any-of? @source.fetcher "fetch"))\n((command_name) @sink.interpreter (#eq? @sink.interpreter "sh") (#set! reads "shell"))',
      "two",
    );
    withQueries(grammars, [bash(fetchers), more], ({ vocabulary }) => {
      expect([...vocabulary.words("source.fetcher")].sort()).toEqual(["curl", "fetch", "wget"]);
      expect(vocabulary.has("sink.interpreter", "sh")).toBe(true);
      expect(vocabulary.has("sink.interpreter", "SH")).toBe(false);
      expect(vocabulary.has("sink.interpreter", "curl")).toBe(false);
    });
  });

  it("contains a word only for the grammar of its file", () => {
    const python = queryFile(
      "python",
      '((identifier) @source.fetcher (#eq? @source.fetcher "urlopen"))',
    );
    withQueries(grammars, [bash(fetchers), python], (queries) => {
      expect([...queries.vocabularyOf("python").words("source.fetcher")]).toEqual(["urlopen"]);
      expect(queries.vocabularyOf("bash").has("source.fetcher", "urlopen")).toBe(false);
      expect(queries.vocabulary.has("source.fetcher", "urlopen")).toBe(true);
    });
  });
});

describe("the gate words", () => {
  it("are the words of the captures that the registry lists under `gate`", () => {
    const interpreters = bash(
      '((command_name) @sink.interpreter (#word-is? @sink.interpreter "sh") (#set! reads "shell"))',
      "two",
    );
    withQueries(grammars, [bash(fetchers), interpreters], ({ gateWords }) =>
      expect(gateWords.map(({ word }) => word)).toEqual(["curl", "wget"]),
    );
  });

  it("are the characteristic names of paths", () => {
    const file = queryFile(
      "python",
      '((attribute) @source.fetcher (#any-of? @source.fetcher "urllib.request.urlopen" "requests.get"))',
    );
    withQueries(grammars, [file], ({ gateWords }) =>
      expect(gateWords.map(({ word }) => word)).toEqual(["requests", "urlopen"]),
    );
  });

  it("include the beginning of an expression", () => {
    withQueries(
      grammars,
      [bash('((command_name) @source.fetcher (#match? @source.fetcher "^curl-.+$"))')],
      ({ gateWords }) => expect(gateWords.map(({ word }) => word)).toEqual(["curl-"]),
    );
    withQueries(
      grammars,
      [bash('((command_name) @source.fetcher (#match? @source.fetcher "^curls?$"))')],
      ({ gateWords }) => expect(gateWords.map(({ word }) => word)).toEqual(["curl"]),
    );
  });

  it("may be required by a predicate on another capture that every match has", () => {
    const pattern =
      '(command name: (command_name) @source.fetcher argument: (word) @_sub (#eq? @source.fetcher @_sub) (#eq? @_sub "curl"))';
    withQueries(grammars, [bash(pattern)], ({ gateWords }) =>
      expect(gateWords.map(({ word }) => word)).toEqual(["curl"]),
    );
  });

  it("must not be required only by an optional capture", () => {
    const optional =
      '(command name: (command_name) @source.fetcher argument: (word)? @_first (#eq? @source.fetcher @_first) (#eq? @_first "get"))';
    expect(refusal(grammars, registry, bash(optional))).toMatchObject({
      code: "query-predicate",
      line: 1,
      column: 1,
    });
  });
});

describe("predicates", () => {
  const pattern = (predicate: string): QueryFile =>
    bash(`((command_name) @source.fetcher ${predicate})`);
  const one = (predicate: string, text: string, wordValue?: WordValue): boolean =>
    captured(pattern(predicate), text, wordValue).length > 0;
  /** A predicate with a list of words, which a second predicate restricts. */
  const list = '(#word-is? @source.fetcher "curl" "wget" "sh")';

  it.each([
    ['(#eq? @source.fetcher "curl")', "curl", true],
    ['(#eq? @source.fetcher "curl")', "wget", false],
    [`${list} (#not-eq? @source.fetcher "curl")`, "wget", true],
    [`${list} (#not-eq? @source.fetcher "curl")`, "curl", false],
    [`${list} (#not-eq? @source.fetcher "curl")`, "/usr/bin/curl", true],
    ['(#any-of? @source.fetcher "curl" "wget")', "wget", true],
    ['(#any-of? @source.fetcher "curl" "wget")', "curl2", false],
    [`${list} (#not-any-of? @source.fetcher "curl" "wget")`, "sh", true],
    [`${list} (#not-any-of? @source.fetcher "curl" "wget")`, "wget", false],
    ['(#match? @source.fetcher "^wget-(?:a|b)$")', "wget-b", true],
    ['(#match? @source.fetcher "^wget-(?:a|b)$")', "wget-c", false],
    [`${list} (#not-match? @source.fetcher "^w.+$")`, "curl", true],
    [`${list} (#not-match? @source.fetcher "^w.+$")`, "wget", false],
    ['(#word-is? @source.fetcher "curl")', "/usr/bin/curl", true],
    ['(#word-is? @source.fetcher "curl")', "Curl", false],
    ['(#word-is? @source.fetcher "curl")', "curl.exe", false],
    ['(#eq? @source.fetcher "/opt/curl")', "/opt/curl", true],
  ])("%s on %s is %s", (predicate, text, expected) => {
    expect(one(predicate, text)).toBe(expected);
  });

  it("compare two captures", () => {
    const file = bash(
      '(command name: (command_name) @source.fetcher argument: (word) @_other (#eq? @source.fetcher @_other) (#any-of? @_other "curl" "wget"))',
    );
    expect(captured(file, "curl curl")).toHaveLength(1);
    expect(captured(file, "curl wget")).toHaveLength(0);
  });

  it("compare the base name of the value that the caller provides for a word", () => {
    const wordValue = (node: Node): string | null =>
      node.text.includes("$") ? null : node.text.replaceAll('"', "");
    const found = (text: string): number =>
      withQueries(grammars, [pattern('(#word-is? @source.fetcher "curl")')], (queries) =>
        withTree("bash", text, (root) => queries.captures("bash", root, wordValue).length),
      );
    expect(found('"/opt/cu"rl')).toBe(1);
    expect(found("$curl")).toBe(0);
  });
});

describe("a pattern with a structure", () => {
  const gh = bash(
    '(command name: (command_name) @source.fetcher . argument: (word) @_sub (#word-is? @source.fetcher "gh") (#eq? @_sub "api"))',
  );

  it("gives its role only where it matches", () => {
    expect(captured(gh, "gh api /x\ngh pr list\ngh")).toEqual(["source.fetcher gh"]);
  });

  it("gives its word no role by name, even if another pattern does", () => {
    withQueries(grammars, [gh, bash(fetchers, "two")], (queries) => {
      expect(queries.named("bash", "gh")).toEqual([]);
      expect(queries.mayCapture("bash", "gh")).toBe(true);
      expect(queries.mayCapture("bash", "curl")).toBe(false);
      expect(queries.named("bash", "curl").map(({ capture }) => capture)).toEqual([
        "source.fetcher",
      ]);
    });
  });

  it("counts as able to match any name if it has a regular expression, but captures only names that match it", () => {
    withQueries(
      grammars,
      [bash('((command_name) @source.fetcher (#match? @source.fetcher "^curl-.+$"))')],
      (queries) => expect(queries.mayCapture("bash", "x")).toBe(true),
    );
    expect(
      captured(
        bash('((command_name) @source.fetcher (#match? @source.fetcher "^curl-.+$"))'),
        "curl-7 a; curl a",
      ),
    ).toEqual(["source.fetcher curl-7"]);
  });

  it("gives each capture its own settings", () => {
    const file =
      bash(`(pipeline (command name: (command_name) @source.fetcher) (command name: (command_name) @sink.interpreter)
      (#word-is? @source.fetcher "gh") (#word-is? @sink.interpreter "deploy") (#set! reads "shell") (#set! @sink.interpreter rule "acme/deploy"))`);
    withQueries(grammars, [file], (queries) =>
      withTree("bash", "gh a | deploy; deploy b", (root) => {
        expect(
          queries
            .captures("bash", root)
            .map(({ role }) => [role.capture, role.settings, role.rule, role.pattern]),
        ).toEqual([
          ["source.fetcher", {}, null, "mine/bash/one.scm:1"],
          [
            "sink.interpreter",
            { reads: "shell", rule: "acme/deploy" },
            "acme/deploy",
            "mine/bash/one.scm:1",
          ],
        ]);
      }),
    );
  });

  it("is found by position, and a search that is stopped is reported as incomplete", () => {
    const shape = bash(`((pipeline) @flow.pipe (#set! rule "bash/fetch-pipe"))\n${fetchers}`);
    withQueries(grammars, [shape], (queries) =>
      withTree("bash", "curl a | sh\n".repeat(2000), (root) => {
        const whole = queries.search("bash", root);
        expect(whole.incomplete).toBe(false);
        expect(whole.at({ start: 0, end: 11 }).map(({ capture, rule }) => [capture, rule])).toEqual(
          [["flow.pipe", "bash/fetch-pipe"]],
        );
        expect(whole.at({ start: 0, end: 4 })).toEqual([]); // the pattern of a word is found by name, not by position
        expect(queries.search("bash", root, { stop: () => true }).incomplete).toBe(true);
      }),
    );
  });

  it("has captures in the order of the text, without private ones", () => {
    const file = bash(
      '(command name: (command_name) @source.fetcher argument: (word) @_url (#any-of? @source.fetcher "curl" "fetch" "wget") (#match? @_url "^https?://.*$"))',
    );
    expect(captured(file, "curl https://a\nwget ftp://b\nfetch http://c")).toEqual([
      "source.fetcher curl",
      "source.fetcher fetch",
    ]);
  });
});

describe("query files that the build has checked", () => {
  it("are compiled when their grammar is first searched", () => {
    // no grammar has a node of this type, so compiling throws an error
    const wrong = bash('(nothing (command_name) @source.fetcher (#word-is? @source.fetcher "x"))');
    const queries = loadQueries([wrong], grammars, registry, { proven: [wrong] });
    expect(queries.vocabulary.has("source.fetcher", "x")).toBe(true);
    withTree("bash", "x", (root) =>
      expect(() => queries.captures("bash", root)).toThrow(QueryError),
    );
    queries.dispose();
    expect(() =>
      loadQueries([wrong, bash(fetchers, "two")], grammars, registry, { proven: [wrong] }),
    ).toThrow(QueryError);
  });
});

describe("the package's own queries", () => {
  const use = <T>(profile: "contract" | "extended", what: (queries: Queries) => T): T => {
    const queries = loadQueries(queriesOf(assets.queries, profile), grammars, assets.registry);
    try {
      return what(queries);
    } finally {
      queries.dispose();
    }
  };

  it.each(["contract", "extended"] as const)("load in the %s profile", (profile) => {
    use(profile, (queries) => {
      expect(queries.gateWords.map(({ word }) => word)).toEqual(
        expect.arrayContaining(["atob", "b64decode", "curl", "fromhex", "wget"]),
      );
      expect(queries.vocabularyOf("bash").has("sink.interpreter", "dash")).toBe(
        profile === "extended",
      );
    });
  });

  it("define exactly the vocabulary of the contract", () => {
    use("contract", (queries) => {
      const words = queries.vocabularyOf("bash");
      expect([...words.words("source.fetcher")].sort()).toEqual(["curl", "wget"]);
      expect([...words.words("sink.interpreter")].sort()).toEqual([
        "bash",
        "node",
        "python3",
        "sh",
        "zsh",
      ]);
      expect([...words.words("sink.builtin")].sort()).toEqual([".", "eval", "source"]);
      expect(queries.gateWords.map(({ word }) => word)).toEqual([
        "atob",
        "b64decode",
        "curl",
        "fromhex",
        "wget",
      ]);
    });
  });

  it("use every capture, table and rule of the registry, and no other rule", () => {
    const text = assets.queries.map((file) => file.text).join("\n");
    expect(
      Object.keys(assets.registry.captures).filter(
        (name) => !text.includes(`@${name}`) && !text.includes(`"${name}"`),
      ),
    ).toEqual([]);
    for (const { tables = [] } of Object.values(assets.registry.captures))
      expect(tables.filter((name) => !text.includes(`(#set! options "${name}")`))).toEqual([]);
    expect(
      assets.registry.extendedRules.filter((id) => !Object.hasOwn(assets.registry.rules, id)),
    ).toEqual([]);
    use("extended", ({ rules }) =>
      expect([...rules.keys()].sort()).toEqual(Object.keys(assets.registry.rules).sort()),
    );
  });

  it("may refer to exactly the existing tables of interpreters", () => {
    expect([...(assets.registry.captures["sink.interpreter"]?.tables ?? [])].sort()).toEqual(
      Object.keys(interpreters).sort(),
    );
  });
});
