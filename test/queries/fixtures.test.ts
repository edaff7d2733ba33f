import { beforeAll, describe, expect, it } from "vitest";
import { assertionsOf, checkFixture } from "../../scripts/queries/fixture.js";
import { problemsOf, uncommented } from "../../scripts/queries/query-problems.js";
import { loadGrammars, type Grammars } from "../../src/core/parse/grammars.js";
import { loadQueries, type Queries } from "../../src/core/query/load-queries.js";
import { queriesOf } from "../../src/core/query/join-queries.js";
import { loadAssets } from "../../src/host/node.js";
import type { Assets } from "../../src/core/assets.js";

let assets: Assets;
let grammars: Grammars;
let queries: Queries;
beforeAll(async () => {
  assets = await loadAssets();
  grammars = await loadGrammars(assets);
  queries = loadQueries(queriesOf(assets.queries, "contract"), grammars, assets.registry);
  return () => queries.dispose();
});

const check = (text: string): string[] => checkFixture("bash", text, grammars, queries);

it("all query files and fixtures of the package are valid", async () => {
  expect(await problemsOf(assets, "test/queries")).toEqual([]);
});

describe("a fixture", () => {
  it("without an assertion is an error", () => {
    expect(check("curl a\n# no carets\n")).toEqual([
      "1: asserts nothing; write `^^^ capture` in a comment under a line",
    ]);
  });

  it("asserts the name and the exact columns of a capture", () => {
    expect(check("  curl a\n# ^^^^ source.fetcher\n")).toEqual([]);
    expect(check("  curl a\n# ^^^ source.fetcher\n")).toEqual([
      "2: no source.fetcher at 2-5; captured on this line: source.fetcher at 2-6",
    ]);
    expect(check("  curl a\n# ^^^^ flow.print\n")).toEqual([
      "2: no flow.print at 2-6; captured on this line: source.fetcher at 2-6",
    ]);
    expect(check("  abcd\n# ^^^^ flow.print\n")).toEqual([
      "2: no flow.print at 2-6; captured on this line: nothing",
    ]);
  });

  it("asserts that a capture is absent", () => {
    expect(check("  curl a\n# ^^^^ !flow.print\n")).toEqual([]);
    expect(check("  curl a\n# ^^^^ !source.fetcher\n")).toEqual([
      "2: source.fetcher is captured here",
    ]);
  });

  it("asserts captures on the last line above that is not an assertion", () => {
    expect(assertionsOf("a\nb\n# ^ x\n// ^^ !y.z\n")).toMatchObject([
      { line: 3, row: 1, start: 2, end: 3, capture: "x", present: true },
      { line: 4, row: 1, start: 3, end: 5, capture: "y.z", present: false },
    ]);
  });
});

it("a pattern without a comment directly above it is reported", () => {
  const file = {
    path: "bash/a.scm",
    text: "; curl\n((pipeline) @flow.pipe)\n\n; far away\n\n((list) @flow.pipe)\n",
  };
  expect(uncommented({ queries: [file] })).toEqual([
    "queries/bash/a.scm:6: there is no comment above this pattern that shows source text it matches",
  ]);
});
