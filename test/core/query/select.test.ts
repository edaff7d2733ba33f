import { expect, it } from "vitest";
import { canonicalQueries, queriesOf } from "../../../src/core/query/select.js";

const files = [
  { path: "extended/bash/b.scm", text: "b" },
  { path: "contract/bash/a.scm", text: "a" },
  { path: "./mine/bash/c.scm", text: "c" },
];

it("the contract leaves the extended files out and keeps a user's own", () => {
  expect(queriesOf(files, "contract").map(({ path }) => path)).toEqual(["contract/bash/a.scm", "./mine/bash/c.scm"]);
  expect(queriesOf(files, "extended")).toHaveLength(3);
});

it("the canonical text depends on paths and texts, not on the order of files", () => {
  expect(canonicalQueries([...files].reverse())).toBe(canonicalQueries(files));
  expect(canonicalQueries([{ path: "a", text: "x\nb\n1\ny" }])).not.toBe(canonicalQueries([{ path: "a", text: "x" }, { path: "b", text: "y" }]));
});
