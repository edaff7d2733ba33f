import { describe, expect, it } from "vitest";
import type { LoadOptions, Queries } from "../../../src/core/query/loader.js";
import { roleOf } from "../../../src/core/query/role.js";
import { bash, loadOwn, refusal, registry, withQueries } from "./support.js";

const { grammars } = await loadOwn();

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

describe("a rule", () => {
  it("of one's own has a message, a severity, help and a place", () => {
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

  it("without more than an id is an error, and its message names its place", () => {
    load(['((pipeline) @flow.pipe (#set! rule "acme/no-pipe"))'], ({ rules }) => {
      expect(rules.get("acme/no-pipe")).toEqual({
        id: "acme/no-pipe",
        message: "A pattern in mine/bash/0.scm:1 matches.",
        severity: "error",
        pattern: "mine/bash/0.scm:1",
      });
    });
  });

  it("of the package may be named by any number of patterns", () => {
    load([pipe, `${pipe}\n${pipe}`], ({ rules }) =>
      expect(rules.get("bash/fetch-pipe")).toEqual({
        id: "bash/fetch-pipe",
        message: "Fetched and piped.",
        severity: "error",
      }),
    );
  });

  it("of one's own is in one pattern, which may name it on several captures", () => {
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

describe("what several patterns say of one name", () => {
  const ruled =
    '((command_name) @source.fetcher (#word-is? @source.fetcher "curl") (#set! rule "acme/curl"))';

  it("is read as the package's says, and reported under the rule of one's own", () => {
    load([curl, ruled], (queries) => {
      const role = roleOf(queries.named("bash", "curl"), "source.fetcher");
      expect(role).toMatchObject({ rule: "acme/curl", pattern: "mine/bash/0.scm:1", settings: {} });
    });
  });

  it("is the package's alone where the rule of one's own is switched off", () => {
    load(
      [curl, ruled],
      (queries) => expect(queries.named("bash", "curl").map(({ rule }) => rule)).toEqual([null]),
      { off: new Set(["acme/curl"]) },
    );
  });

  it("is nothing where only a rule that is switched off names it", () => {
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

  it("keeps the shapes of the package where their rule is switched off: other rules need them", () => {
    load([pipe, curl], (queries) => expect(queries.rules.size).toBe(1), {
      off: new Set(["bash/fetch-pipe"]),
    });
  });
});
