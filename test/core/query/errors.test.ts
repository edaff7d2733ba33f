import { describe, expect, it } from "vitest";
import { grammarNames, isNamingGrammar, type GrammarName } from "../../../src/core/assets.js";
import { queriesOf } from "../../../src/core/query/join-queries.js";
import { loadQueries } from "../../../src/core/query/load-queries.js";
import { bash, loadPackage, queryFile, refusal } from "./query-files.js";

const { assets, grammars } = await loadPackage();

type Case = readonly [title: string, code: string, marked: string, message: RegExp];

/** Expects a pattern to be rejected. `«»` in `marked` is the position of the error. */
function expectRefusal(grammar: GrammarName, code: string, marked: string, message: RegExp): void {
  const at = marked.indexOf("«»");
  const text = `; first line\n${marked.replace("«»", "")}\n`;
  const error = refusal(grammars, assets.registry, queryFile(grammar, text));
  expect(error.message).toMatch(message);
  expect(error.code).toBe(code);
  const before = `; first line\n${marked.slice(0, at)}`;
  expect([error.line, error.column]).toEqual([
    before.split("\n").length,
    at - marked.lastIndexOf("\n", at - 1),
  ]);
  expect(error.message.startsWith(`mine/${grammar}/one.scm:${error.line}:${error.column}: `)).toBe(
    true,
  );
  expect(error.advice).not.toBe("");
}

/** Returns a pattern of a fetcher with additional predicates and settings. */
const fetcher = (inside: string): string =>
  `((command_name) @source.fetcher (#word-is? @source.fetcher "acmeget") ${inside})`;
const wrapper = (inside: string): string =>
  `((command_name) @flow.wrapper (#word-is? @flow.wrapper "jail") ${inside})`;
const interpreter = (inside: string): string =>
  `((command_name) @sink.interpreter (#word-is? @sink.interpreter "acmesh") ${inside})`;

it("a file without a pattern is rejected", () => {
  const error = refusal(grammars, assets.registry, queryFile("bash", "; nothing yet\n"));
  expect(error.message).toBe(
    "mine/bash/one.scm:1:1: this file contains no pattern; write one, or remove the file",
  );
});

describe("a pattern is rejected because of", () => {
  it.each<Case>([
    [
      "a missing capture",
      "query-capture",
      "«»((pipeline))",
      /no capture of this pattern gives a role, so it does nothing/,
    ],
    [
      "a missing capture that is not private",
      "query-capture",
      '«»((command_name) @_name (#eq? @_name "curl"))',
      /no capture of this pattern gives a role/,
    ],
    [
      "an unknown capture",
      "query-capture",
      '((command_name) «»@source.fetched (#word-is? @source.fetched "curl"))',
      /unknown capture @source\.fetched; did you mean @source\.fetcher\?/,
    ],
    [
      "a private capture that no predicate uses",
      "query-capture",
      '((command (command_name) @source.fetcher (word) «»@_name) (#word-is? @source.fetcher "curl"))',
      /@_name is used by no predicate/,
    ],
    [
      "a capture that is not available for the language",
      "query-capture",
      '((identifier) «»@source.fetcher (#eq? @source.fetcher "get"))',
      /is not available for (?:python|javascript); it is for bash/,
    ],
    [
      "a capture on a node where it has no effect",
      "query-capture",
      '((word) «»@source.fetcher (#word-is? @source.fetcher "curl"))',
      /has no effect on a word; capture command_name/,
    ],
    [
      "a capture on any node",
      "query-capture",
      '(command (_) «»@source.fetcher (#word-is? @source.fetcher "curl"))',
      /has an effect only on a command_name/,
    ],
    [
      "a capture on any node without brackets",
      "query-capture",
      '(command name: _ «»@source.fetcher (#word-is? @source.fetcher "curl"))',
      /has an effect only on/,
    ],
    [
      "an alternation with a node where the capture has no effect",
      "query-capture",
      '([(command_name) (word)] «»@source.fetcher (#word-is? @source.fetcher "curl"))',
      /has no effect on a word/,
    ],
    [
      "a group that begins with another node",
      "query-capture",
      '(command ((word) (command_name)) «»@source.fetcher (#word-is? @source.fetcher "curl"))',
      /has no effect on a word/,
    ],
    [
      "a capture on an operator",
      "query-capture",
      '(pipeline "|" «»@flow.pipe (#set! rule "acme/pipe"))',
      /has no effect on a \|; capture pipeline/,
    ],
    [
      "an unknown node",
      "query-node",
      '(«»comand (command_name) @source.fetcher (#word-is? @source.fetcher "x") (#set! writes "stdout"))',
      /the bash grammar has no node "comand"/,
    ],
    [
      "an unknown field",
      "query-node",
      '(command «»nam: (command_name) @source.fetcher (#word-is? @source.fetcher "x") (#set! writes "stdout"))',
      /no field "nam"/,
    ],
    [
      "a shape that can never match",
      "query-syntax",
      '(command_name «»(pipeline) @flow.pipe (#set! rule "acme/pipe"))',
      /can never match in the grammar/,
    ],
    [
      "a missing closing bracket",
      "query-syntax",
      "«»((command_name) @source.fetcher",
      /ends before/,
    ],
    [
      "brackets that do not match",
      "query-syntax",
      "((command_name«»] @source.fetcher)",
      /unmatched "[^"]+"/,
    ],
    [
      "an unmatched closing bracket",
      "query-syntax",
      `${fetcher('(#set! writes "stdout")')}«»)`,
      /is not inside a pattern/,
    ],
    [
      "an expression with a space",
      "query-predicate",
      '((command_name) @source.fetcher (#match? @source.fetcher «»"^gh api-[a-z]+$") (#set! writes "stdout"))',
      /cannot match command_name; a command name contains no space; capture the next word as @_next/,
    ],
    [
      "a backslash that the query language removes",
      "query-syntax",
      '((command_name) @source.fetcher (#match? @source.fetcher "^curl«»\\d+$"))',
      /in a string of a query, \\d means d; write \\\\d, or d alone/,
    ],
    [
      "an unterminated string",
      "query-syntax",
      '((command_name) @source.fetcher (#eq? @source.fetcher «»"curl))',
      /does not end on its line/,
    ],
    ["a capture without a node", "query-syntax", "«»@source.fetcher", /is not inside a pattern/],
    [
      "a predicate outside a pattern's brackets",
      "query-syntax",
      `${fetcher('(#set! writes "stdout")')}\n(«»#eq? @source.fetcher "a")`,
      /is not inside a pattern/,
    ],
  ])("%s", (title, code, marked, message) => {
    expectRefusal(title.includes("language") ? "python" : "bash", code, marked, message);
  });
});

describe("a predicate is rejected because of", () => {
  it.each<Case>([
    [
      "a capture of words without a predicate",
      "query-predicate",
      '((command_name) «»@source.fetcher (#set! writes "stdout"))',
      /no predicate limits the words of @source\.fetcher, so it would match every word/,
    ],
    [
      "a predicate that only excludes words",
      "query-predicate",
      '((command_name) «»@source.fetcher (#not-word-is? @source.fetcher "sh") (#set! writes "stdout"))',
      /so it would match every word/,
    ],
    [
      "a missing predicate for one of two captures",
      "query-predicate",
      '(command name: (command_name) «»@source.fetcher argument: (word) @_sub (#eq? @_sub "api") (#set! writes "stdout"))',
      /so it would match every word/,
    ],
    [
      "an expression that matches every name",
      "query-predicate",
      '((command_name) «»@source.fetcher (#match? @source.fetcher "^[\\\\w.-]+$") (#set! writes "stdout"))',
      /so it would match every word/,
    ],
    [
      "an unknown predicate",
      "query-predicate",
      '((command_name) @source.fetcher «»(#looks-like? @source.fetcher "curl"))',
      /unknown predicate #looks-like\?; use one of #eq\?/,
    ],
    [
      "a predicate that the query engine would ignore",
      "query-predicate",
      '((command_name) @source.fetcher «»(#is? @source.fetcher "local"))',
      /unknown predicate #is\?/,
    ],
    [
      "a predicate with the name of an object's property",
      "query-predicate",
      '((command_name) @source.fetcher «»(#constructor @source.fetcher "curl"))',
      /unknown predicate/,
    ],
    [
      "a missing capture",
      "query-predicate",
      '((command_name) @source.fetcher «»(#word-is? "curl"))',
      /needs a capture/,
    ],
    [
      "a capture of another pattern",
      "query-predicate",
      '((command_name) @source.fetcher (#word-is? «»@sink.interpreter "sh"))',
      /not captured by this pattern/,
    ],
    [
      "a capture compared with itself",
      "query-predicate",
      "((command_name) @source.fetcher (#eq? @source.fetcher «»@source.fetcher))",
      /compared with itself/,
    ],
    [
      "a missing word",
      "query-predicate",
      "((command_name) @source.fetcher «»(#word-is? @source.fetcher))",
      /compares with nothing/,
    ],
    [
      "a capture among the words",
      "query-predicate",
      "((command_name) @source.fetcher «»(#any-of? @source.fetcher @source.fetcher))",
      /compares with strings/,
    ],
    [
      "too many operands",
      "query-predicate",
      '((command_name) @source.fetcher «»(#eq? @source.fetcher "a" "b"))',
      /exactly two/,
    ],
    [
      "an empty word",
      "query-predicate",
      '((command_name) @source.fetcher (#word-is? @source.fetcher «»""))',
      /an empty word is not a name/,
    ],
    [
      "a word with a space",
      "query-predicate",
      '((command_name) @source.fetcher (#word-is? @source.fetcher «»"gh api"))',
      /contains a space, and a name cannot/,
    ],
    [
      "a word with a folder",
      "query-predicate",
      '((command_name) @source.fetcher (#word-is? @source.fetcher «»"/usr/bin/curl"))',
      /the name of a command is compared without folders/,
    ],
    [
      "a word given twice",
      "query-predicate",
      '((command_name) @source.fetcher (#word-is? @source.fetcher "curl" «»"curl"))',
      /is listed twice/,
    ],
    [
      "a word that another predicate excludes",
      "query-predicate",
      '((command_name) @source.fetcher (#word-is? @source.fetcher "curl" «»"wget") (#not-word-is? @source.fetcher "wget"))',
      /#not-word-is\? excludes "wget", so it can match nothing/,
    ],
    [
      "two lists with no word in common",
      "query-predicate",
      '((command_name) @source.fetcher (#any-of? @source.fetcher «»"curl") (#eq? @source.fetcher "wget"))',
      /can match nothing/,
    ],
    [
      "a predicate that excludes none of the words",
      "query-predicate",
      '((command_name) @source.fetcher (#word-is? @source.fetcher "curl") «»(#not-word-is? @source.fetcher "wget"))',
      /excludes none of the words that #word-is\? lists/,
    ],
    [
      "an expression that matches all words of the list",
      "query-predicate",
      '((command_name) @source.fetcher (#any-of? @source.fetcher "curl") «»(#match? @source.fetcher "^c.+$"))',
      /excludes none/,
    ],
  ])("%s", (_title, code, marked, message) => {
    expectRefusal("bash", code, marked, message);
  });

  it.each<Case>([
    [
      "a dotted word",
      "query-predicate",
      '((identifier) @sink.execute (#any-of? @sink.execute "exec" «»"builtins.exec") (#set! rule "acme/exec"))',
      /"builtins\.exec" cannot match identifier; .*capture the whole path/,
    ],
    [
      "a word with a dash",
      "query-predicate",
      '((identifier) @sink.execute (#eq? @sink.execute «»"run-code"))',
      /cannot match identifier/,
    ],
    [
      "an expression with a dot",
      "query-predicate",
      '((identifier) @sink.execute (#match? @sink.execute «»"^os\\\\.ex[a-z]+$"))',
      /cannot match identifier/,
    ],
  ])("%s on an identifier", (_title, code, marked, message) => {
    expectRefusal("python", code, marked, message);
    expectRefusal("javascript", code, marked, message);
  });
});

describe("a regular expression in a predicate", () => {
  it.each<readonly [expression: string, message: RegExp]>([
    ["curl", /not anchored at both ends/],
    ["^curl", /not anchored/],
    ["^curl|wget$", /not anchored/],
    ["^curl\\\\$", /not anchored/],
    ["^(?:curl$", /not valid/],
    ["^.*$", /matches the empty text/],
    ["^(?:curl)?$", /matches the empty text/],
    ["^a$b$", /has a part that matches nothing/],
    ["^curl^$", /has a part that matches nothing/],
    ["^curl(?=x)$", /has a part that matches nothing/],
    ["^curl(?<!l)$", /has a part that matches nothing/],
    ["^curl\\\\b-x$", /has a part that matches nothing/],
    ["^cu[]rl$", /has a part that matches nothing/],
    ["^cu[^\\\\s\\\\S]rl$", /has a part that matches nothing/],
    ["^cu\\\\P{Any}rl$", /has a part that matches nothing/],
    ["^cux{0}rl$", /has a part that matches nothing/],
    ["^(a+)+$", /can take exponential time/],
    ["^(?:a|a)*b$", /can take exponential time/],
    ["^(?:ab){2,}$", /can take exponential time/],
    ["^(a)\\\\1$", /has a backreference/],
    ["^a.*b.*c.*d$", /can take very long on a long word/],
    ["^(?:a.*|b+)c.*d+$", /can take very long/],
  ])("is rejected: %s", (expression, message) => {
    expectRefusal(
      "bash",
      "query-predicate",
      `((command_name) @flow.print «»(#match? @flow.print "${expression}"))`,
      message,
    );
    expectRefusal(
      "bash",
      "query-predicate",
      `((command_name) @flow.print (#word-is? @flow.print "x") «»(#not-match? @flow.print "${expression}"))`,
      message,
    );
  });

  it.each([
    "^curl-.+$",
    "^(?:curl|wget)-[a-z]+(?:-static)?$",
    "^(?:a+|b+|c+)x*$",
    "^x\\\\.[^\\\\]]{1,3}$",
    "^\\\\p{L}+sh$",
    "^sh[0-9]{0,2}$",
  ])("is accepted: %s", (expression) => {
    loadQueries(
      [bash(`((command_name) @flow.print (#match? @flow.print "${expression}"))`)],
      grammars,
      assets.registry,
    ).dispose();
  });

  it("is rejected for a source if it has no literal beginning, because the gate requires a word", () => {
    expectRefusal(
      "bash",
      "query-predicate",
      '«»((command_name) @source.fetcher (#match? @source.fetcher "^.curl$") (#set! writes "stdout"))',
      /this pattern requires no word, so every text would have to be searched for @source\.fetcher/,
    );
  });
});

describe("a setting is rejected because of", () => {
  it.each<Case>([
    [
      "an unknown name",
      "query-setting",
      fetcher('(#set! «»weight "3")'),
      /unknown setting weight; use one of rule, message/,
    ],
    [
      "a missing value",
      "query-setting",
      fetcher("«»(#set! writes)"),
      /needs a setting and its value/,
    ],
    [
      "two values",
      "query-setting",
      fetcher('«»(#set! values "-a" "-b")'),
      /needs a setting and its value/,
    ],
    ["an empty value", "query-setting", fetcher('(#set! writes «»" ")'), /writes has no value/],
    [
      "a second value for one setting",
      "query-setting",
      fetcher('(#set! writes "stdout") (#set! «»writes "file")'),
      /writes is set twice/,
    ],
    [
      "a value for all captures and one for this capture",
      "query-setting",
      fetcher('(#set! writes "stdout") (#set! @source.fetcher «»writes "file")'),
      /writes is set twice/,
    ],
    [
      "a capture of another pattern",
      "query-setting",
      fetcher('(#set! «»@sink.interpreter reads "shell")'),
      /@sink\.interpreter has no role in this pattern/,
    ],
    [
      "a private capture",
      "query-setting",
      '(command (command_name) @source.fetcher (word) @_sub (#word-is? @source.fetcher "gh") (#eq? @_sub "api") (#set! «»@_sub writes "stdout"))',
      /@_sub has no role in this pattern/,
    ],
    [
      "a rule on a capture that has none",
      "query-setting",
      '((command_name) @flow.print (#word-is? @flow.print "say") (#set! «»rule "acme/say"))',
      /rule has no effect on any capture of this pattern/,
    ],
    [
      "a missing required setting of a fetcher",
      "query-setting",
      '((command_name) «»@source.fetcher (#word-is? @source.fetcher "acmeget") (#set! output "-o"))',
      /@source\.fetcher lacks a required setting; add \(#set! options/,
    ],
    [
      "a table of another kind",
      "query-setting",
      fetcher('(#set! options «»"docker")'),
      /options of @source\.fetcher cannot be "docker"; use one of curl, wget/,
    ],
    [
      "a setting that the named table already defines",
      "query-setting",
      fetcher('(#set! options "curl") (#set! «»values "-x")'),
      /values is already defined by the table "curl"/,
    ],
    [
      "a default output that the named table already defines",
      "query-setting",
      fetcher('(#set! «»writes "file") (#set! options "curl")'),
      /writes is already defined by/,
    ],
    [
      "options without dashes",
      "query-setting",
      fetcher('(#set! writes "file") (#set! output «»"o")'),
      /output lists options, and "o" is not an option; write each with its dashes/,
    ],
    [
      "options separated by a comma",
      "query-setting",
      fetcher('(#set! writes "file") (#set! values «»"-a,--all")'),
      /values lists "-a,--all" as one word; separate the words with spaces/,
    ],
    [
      "subcommands separated by a comma",
      "query-setting",
      '((command_name) @flow.launcher (#word-is? @flow.launcher "jail") (#set! operands "0") (#set! subcommands «»"run,exec"))',
      /subcommands lists "run,exec" as one word/,
    ],
    [
      "options with a value",
      "query-setting",
      fetcher('(#set! writes "file") (#set! values «»"--to=x")'),
      /"--to=x" is not an option/,
    ],
    [
      "an option twice in one list",
      "query-setting",
      fetcher('(#set! writes "file") (#set! values «»"-a -b -a")'),
      /lists "-a" twice/,
    ],
    [
      "an option with and without a value",
      "query-setting",
      fetcher('(#set! writes "file") (#set! values "-a") (#set! flags «»"-a")'),
      /values and flags both list "-a"/,
    ],
    [
      "an option listed both as printing and as idle",
      "query-setting",
      fetcher('(#set! writes "file") (#set! prints "-a") (#set! idle «»"-a")'),
      /prints and idle both list "-a"/,
    ],
    [
      "names of standard output without an option for the output",
      "query-setting",
      fetcher('(#set! writes "file") (#set! «»stdout "-")'),
      /no output option is set/,
    ],
    [
      "options for printing if the default is standard output",
      "query-setting",
      fetcher('(#set! writes "stdout") (#set! «»prints "-d")'),
      /prints has no effect if writes is stdout/,
    ],
    [
      "a fetcher that never writes",
      "query-setting",
      fetcher('(#set! «»writes "nothing")'),
      /writes nothing, whatever its options/,
    ],
    [
      "a wrong number of operands",
      "query-setting",
      wrapper('(#set! operands «»"one")'),
      /operands cannot be "one"; write a number/,
    ],
    [
      "two values for a setting with one value",
      "query-setting",
      interpreter('(#set! reads «»"shell python")'),
      /reads cannot be "shell python"; use one of shell, python, javascript/,
    ],
    [
      "a message without a rule",
      "query-setting",
      fetcher('(#set! writes "stdout") (#set! «»message "No.")'),
      /message belongs to a rule, but no rule is set/,
    ],
    [
      "a severity without a rule",
      "query-setting",
      fetcher('(#set! writes "stdout") (#set! «»severity "note")'),
      /severity belongs to a rule/,
    ],
    [
      "help without a rule",
      "query-setting",
      fetcher('(#set! writes "stdout") (#set! «»help "Do not.")'),
      /help belongs to a rule/,
    ],
    [
      "a message of a rule of the package",
      "query-setting",
      '((pipeline) @flow.pipe (#set! rule "bash/fetch-pipe") (#set! «»message "No."))',
      /message of the built-in rule bash\/fetch-pipe cannot be changed/,
    ],
    [
      "a severity of a rule of the package",
      "query-setting",
      '((pipeline) @flow.pipe (#set! «»severity "note") (#set! rule "bash/fetch-pipe"))',
      /severity of the built-in rule bash\/fetch-pipe cannot be changed/,
    ],
    [
      "help of a rule of the package",
      "query-setting",
      '((pipeline) @flow.pipe (#set! «»help "x") (#set! rule "bash/fetch-pipe"))',
      /help of the built-in rule bash\/fetch-pipe cannot be changed/,
    ],
    [
      "a message of two lines",
      "query-setting",
      '((pipeline) @flow.pipe (#set! rule "acme/pipe") (#set! message «»"a\\nb"))',
      /a message is one line/,
    ],
    [
      "an unknown rule of the package",
      "query-rule",
      '((pipeline) @flow.pipe (#set! rule «»"bash/fetch-pip"))',
      /unknown rule id "bash\/fetch-pip"; did you mean bash\/fetch-pipe\? The id of your own rule begins with your own name/,
    ],
    [
      "a rule of the package for another language",
      "query-rule",
      fetcher('(#set! writes "stdout") (#set! rule «»"python/decode-execute")'),
      /is not a rule for the language of this file; use one that begins with bash\/ or powershell\/, or your own rule/,
    ],
    [
      "a rule id without a slash",
      "query-rule",
      '((pipeline) @flow.pipe (#set! rule «»"no-pipe"))',
      /"no-pipe" is not a rule id; write your own name, a slash/,
    ],
    [
      "a rule id in capitals",
      "query-rule",
      '((pipeline) @flow.pipe (#set! rule «»"Acme/No-Pipe"))',
      /is not a rule id/,
    ],
    [
      "a rule id given twice",
      "query-rule",
      '((pipeline) @flow.pipe (#set! rule "acme/x"))\n((command_substitution) @flow.substitution (#set! rule «»"acme/x"))',
      /the rule "acme\/x" is already in mine\/bash\/one\.scm:2/,
    ],
  ])("%s", (_title, code, marked, message) => {
    expectRefusal("bash", code, marked, message);
  });
});

it("a query file that is not in a folder named after a grammar is rejected", () => {
  const error = refusal(grammars, assets.registry, {
    path: "contract/perl/fetchers.scm",
    text: "(x) @source.fetcher",
  });
  expect(error).toMatchObject({
    code: "query-path",
    path: "contract/perl/fetchers.scm",
    line: 1,
    column: 1,
  });
});

it("an error names the line and column in its file, whatever files are loaded before this file", () => {
  const rule = '(#set! rule "bash/fetch-pipe")';
  const error = refusal(
    grammars,
    assets.registry,
    bash(`((pipeline) @flow.pipe ${rule})\n`.repeat(3), "a"),
    bash(`\n\n  (nothing_like_it (pipeline) @flow.pipe ${rule})`, "b"),
  );
  expect(error).toMatchObject({ code: "query-node", path: "mine/bash/b.scm", line: 3, column: 4 });
});

/** Returns a valid pattern for a capture in two parts, before and after the captured node. `without` omits the predicate or settings. */
function patternOf(
  capture: string,
  { without = "" } = {},
): { grammar: GrammarName; before: string; after: string } {
  const entry = assets.registry.captures[capture];
  const grammar = grammarNames.find((name) => entry?.on[name] !== undefined) ?? "bash";
  const predicate =
    entry?.shape === true || without === "predicate" ? "" : `(#eq? @${capture} "acme")`;
  const valueOf = (key: string): string =>
    key === "rule"
      ? "bash/fetch-pipe"
      : (assets.registry.values[key]?.[0] ?? entry?.tables?.[0] ?? "x");
  const settings =
    without === "setting"
      ? ""
      : (entry?.needs ?? []).map(([key = ""]) => `(#set! ${key} "${valueOf(key)}")`).join(" ");
  return {
    grammar,
    before: `((${entry?.on[grammar]?.[0] ?? ""}) `,
    after: `@${capture} ${predicate} ${settings})`,
  };
}

describe("every capture of the registry", () => {
  const { captures } = assets.registry;

  /** The captures that have an effect in a language with a grammar. */
  const written = Object.entries(captures).filter(([, { on }]) => Object.keys(on).length > 0);
  const onSomeNodes = written.filter(
    ([, { on }]) => !Object.values(on).some((types) => types.includes("_")),
  );

  it.each(onSomeNodes.map(([capture]) => capture))(
    "@%s is accepted on its node type, and rejected on others and in other grammars",
    (capture) => {
      const { grammar, before, after } = patternOf(capture);
      loadQueries([queryFile(grammar, before + after)], grammars, assets.registry).dispose();
      expectRefusal(
        grammar,
        "query-capture",
        `((comment) «»${after}`,
        /has no effect on a comment; capture /,
      );
      for (const other of grammarNames) {
        const entry = captures[capture];
        const isNamed = entry?.languages === true && isNamingGrammar(other);
        if (entry?.on[other] === undefined && !isNamed)
          expectRefusal(
            other,
            "query-capture",
            `((comment) «»${after}`,
            new RegExp(`is not available for ${other}; it is for `),
          );
      }
    },
  );

  it.each(written.flatMap(([capture, { shape }]) => (shape === true ? [] : [capture])))(
    "@%s requires a predicate",
    (capture) => {
      const { grammar, before, after } = patternOf(capture, { without: "predicate" });
      expectRefusal(
        grammar,
        "query-predicate",
        `${before}«»${after}`,
        /no predicate limits the words/,
      );
    },
  );

  it.each(written.flatMap(([capture, { needs }]) => (needs === undefined ? [] : [capture])))(
    "@%s requires its settings",
    (capture) => {
      const { grammar, before, after } = patternOf(capture, { without: "setting" });
      expectRefusal(grammar, "query-setting", `${before}«»${after}`, /lacks a required setting/);
    },
  );
});

describe("every setting of the registry", () => {
  const { settings, values, captures } = assets.registry;

  it.each(Object.keys(settings))(
    "%s is rejected on a capture that does not accept it, and without a value",
    (key) => {
      const value =
        values[key]?.[0] ?? { rule: "acme/x", operands: "0", options: "curl" }[key] ?? "-x";
      expectRefusal(
        "bash",
        "query-setting",
        `((command_name) @flow.print (#word-is? @flow.print "say") (#set! «»${key} "${value}"))`,
        new RegExp(`${key} has no effect on any capture of this pattern`),
      );
      expectRefusal(
        "bash",
        "query-setting",
        `((command_name) @flow.print (#word-is? @flow.print "say") (#set! ${key} «»""))`,
        new RegExp(`${key} has no value`),
      );
    },
  );

  it.each(Object.keys(values))("%s is rejected with an unknown value", (key) => {
    expectRefusal(
      "bash",
      "query-setting",
      `((command_name) @flow.print (#word-is? @flow.print "say") (#set! ${key} «»"acme"))`,
      new RegExp(`${key} cannot be "acme"; use one of ${(values[key] ?? []).join(", ")}`),
    );
  });

  it("is accepted by at least one capture or belongs to a rule", () => {
    const taken = new Set(Object.values(captures).flatMap(({ takes = [] }) => takes));
    const ofRules = ["message", "severity", "help"];
    expect(
      Object.keys(settings).filter((key) => !taken.has(key) && !ofRules.includes(key)),
    ).toEqual([]);
  });
});

it("every predicate of the registry is rejected without a capture, without a string, and with an unknown capture", () => {
  for (const name of Object.keys(assets.registry.predicates)) {
    expectRefusal(
      "bash",
      "query-predicate",
      `((command_name) @flow.print «»(#${name} "say"))`,
      /needs a capture/,
    );
    expectRefusal(
      "bash",
      "query-predicate",
      `((command_name) @flow.print «»(#${name} @flow.print))`,
      /compares with nothing|exactly two|needs a capture and/,
    );
    expectRefusal(
      "bash",
      "query-predicate",
      `((command_name) @flow.print (#${name} «»@flow.format "say"))`,
      /not captured by this pattern/,
    );
  }
  const error = refusal(
    grammars,
    assets.registry,
    bash('((command_name) @flow.print (#nothing? @flow.print "x"))'),
  );
  expect(error.advice).toBe(
    `use one of ${Object.keys(assets.registry.predicates)
      .map((name) => `#${name}`)
      .join(", ")}`,
  );
});

it("loading succeeds after an earlier error", () => {
  refusal(grammars, assets.registry, bash("(nothing) @flow.pipe"));
  const queries = loadQueries(queriesOf(assets.queries, "contract"), grammars, assets.registry);
  expect(queries.rules.has("bash/fetch-pipe")).toBe(true);
  queries.dispose();
});
