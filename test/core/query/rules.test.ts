import { describe, expect, it } from "vitest";
import type { LoadOptions, Queries } from "../../../src/core/query/load-queries.js";
import { roleOf } from "../../../src/core/query/role.js";
import { bash, loadPackage, refusal, registry, withQueries } from "./query-files.js";

const { grammars } = await loadPackage();

const pipe = '((pipeline) @flow.pipe (#set! rule "bash/fetch-pipe"))';
const curl = '((command_name) @source.fetcher (#word-is? @source.fetcher "curl"))';
const own =
  '; curl URL | sh\n((pipeline) @flow.pipe\n  (#set! rule "acme/no-pipe")\n  (#set! message "No pipes.")\n  (#set! severity "warning")\n  (#set! help "Download first."))';

function load<T>(texts: readonly string[], use: (queries: Queries) => T, options?: LoadOptions): T {
  return withQueries(
    grammars,
    texts.map((text, at) => ({ ...bash(text, String(at)), ...(at > 0 && { added: true }) })),
    use,
    options,
  );
}

describe("a rule in a query file", () => {
  it("has a message, a severity, help, the position of its pattern and an example if it is custom", () => {
    load([pipe, own], ({ rules }) => {
      expect([...rules.keys()]).toEqual(["bash/fetch-pipe", "acme/no-pipe"]);
      expect(rules.get("acme/no-pipe")).toEqual({
        id: "acme/no-pipe",
        message: "No pipes.",
        severity: "warning",
        help: "Download first.",
        pattern: "mine/bash/1.scm:2",
        example: "curl URL | sh",
      });
    });
  });

  it("has the severity error and a message that names its pattern if it has only an id", () => {
    load(['((pipeline) @flow.pipe (#set! rule "acme/no-pipe"))'], ({ rules }) => {
      expect(rules.get("acme/no-pipe")).toEqual({
        id: "acme/no-pipe",
        message: "A pattern in mine/bash/0.scm:1 matches.",
        severity: "error",
        pattern: "mine/bash/0.scm:1",
      });
    });
  });

  it("may belong to several patterns if it is built-in", () => {
    load([pipe, `${pipe}\n${pipe}`], ({ rules }) =>
      expect(rules.get("bash/fetch-pipe")).toEqual({
        id: "bash/fetch-pipe",
        message: "Fetched and piped.",
        severity: "error",
      }),
    );
  });

  it("belongs to only one pattern if it is custom", () => {
    const both =
      '(pipeline (command (command_name) @source.fetcher) (command (command_name) @sink.interpreter) (#word-is? @source.fetcher "a") (#word-is? @sink.interpreter "b") (#set! reads "shell") (#set! rule "acme/x"))';
    load([both], ({ rules }) => expect(rules.has("acme/x")).toBe(true));
    const error = refusal(
      grammars,
      registry,
      bash(`${both}\n((pipeline) @flow.pipe (#set! rule "acme/x"))`),
    );
    expect(error).toMatchObject({ code: "query-rule", line: 2, column: 36 });
  });
});

describe("a name in built-in and custom patterns", () => {
  const ruled =
    '((command_name) @source.fetcher (#word-is? @source.fetcher "curl") (#set! rule "acme/curl"))';

  it("is read as the built-in pattern defines, and reported under the custom rule", () => {
    load([curl, ruled], (queries) => {
      const role = roleOf(queries.named("bash", "curl"), "source.fetcher");
      expect(role).toMatchObject({ rule: "acme/curl", pattern: "mine/bash/0.scm:1", settings: {} });
    });
  });

  it("is reported under the built-in rule if the custom rule is disabled", () => {
    load(
      [curl, ruled],
      (queries) => expect(queries.named("bash", "curl").map(({ rule }) => rule)).toEqual([null]),
      { off: new Set(["acme/curl"]) },
    );
  });

  it("has no role if only a disabled rule names it", () => {
    load(
      [pipe, ruled],
      (queries) => {
        expect(queries.named("bash", "curl")).toEqual([]);
        expect(queries.gateWords).toEqual([]);
        expect(queries.rules.has("acme/curl")).toBe(true);
      },
      { off: new Set(["acme/curl"]) },
    );
  });
});

it("the shapes of a disabled built-in rule are still loaded, because other rules need them", () => {
  load([pipe, curl], (queries) => expect(queries.rules.size).toBe(1), {
    off: new Set(["bash/fetch-pipe"]),
  });
});
