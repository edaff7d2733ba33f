import { describe, expect, it } from "vitest";
import { canonicalQueries, joinQueries, queriesOf } from "../../../src/core/query/join-queries.js";

const ofPackage = [
  { path: "contract/bash/a.scm", text: "a" },
  { path: "extended/bash/b.scm", text: "b" },
];
const paths = (files: readonly { readonly path: string }[]): string[] =>
  files.map(({ path }) => path);

describe("custom query files", () => {
  it("are active in both profiles, except those below extended/", () => {
    const own = [
      { path: "bash/c.scm", text: "c", folder: "./mine" },
      { path: "extended/bash/d.scm", text: "d", folder: "./mine" },
    ];
    const { queries } = joinQueries(ofPackage, own, false);
    expect(paths(queriesOf(queries, "contract"))).toEqual([
      "contract/bash/a.scm",
      "./mine/bash/c.scm",
    ]);
    expect(paths(queriesOf(queries, "extended"))).toEqual([
      ...paths(ofPackage),
      "./mine/bash/c.scm",
      "./mine/extended/bash/d.scm",
    ]);
  });

  it("of the same name in two folders are both active", () => {
    const own = ["one", "two"].map((folder) => ({ path: "bash/c.scm", text: folder, folder }));
    expect(paths(joinQueries(ofPackage, own, false).queries)).toEqual([
      ...paths(ofPackage),
      "one/bash/c.scm",
      "two/bash/c.scm",
    ]);
  });

  it("with the path of a built-in file extend this file, or replace it on request", () => {
    const own = [{ path: "contract/bash/a.scm", text: "mine", folder: "mine" }];
    expect(joinQueries(ofPackage, own, false)).toMatchObject({
      queries: [...ofPackage, { path: "mine/contract/bash/a.scm" }],
      own: { replaced: [], joined: ["contract/bash/a.scm"] },
    });
    expect(joinQueries(ofPackage, own, true)).toMatchObject({
      queries: [ofPackage[1], { path: "mine/contract/bash/a.scm" }],
      own: { replaced: ["contract/bash/a.scm"], joined: [] },
    });
  });

  it("are rejected if they should replace a file and none has its path, or if two have the same path", () => {
    expect(() =>
      joinQueries(ofPackage, [{ path: "contract/bash/aa.scm", text: "" }], true),
    ).toThrow(/none is replaced; use the path of a built-in file/);
    expect(() =>
      joinQueries(ofPackage, [{ path: "contract/bash/a.scm", text: "" }], false),
    ).toThrow(/two query files have this path; rename one of them/);
  });
});

it("the canonical text of queries depends on paths, texts and disabled rules, but not on their order", () => {
  expect(canonicalQueries([...ofPackage].reverse())).toBe(canonicalQueries(ofPackage));
  expect(canonicalQueries([{ path: "a", text: "x\nb\n1\ny" }])).not.toBe(
    canonicalQueries([
      { path: "a", text: "x" },
      { path: "b", text: "y" },
    ]),
  );
  expect(canonicalQueries(ofPackage, new Set(["a/b"]))).not.toBe(canonicalQueries(ofPackage));
  expect(canonicalQueries(ofPackage, new Set(["a/b", "c/d"]))).toBe(
    canonicalQueries(ofPackage, new Set(["c/d", "a/b"])),
  );
});
