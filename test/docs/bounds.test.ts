import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import others from "./other-constants.json" with { type: "json" };

const core = join(import.meta.dirname, "../../src/core");
const CONSTANT = /^(?:export )?const (\w+) = (\d[\d_.]*(?: ?(?:\*\*|\*|<<) ?\d[\d_]*)*);$/gm;
const ROW = /^\| .+ \| ([\d,]+) \| `([a-z]+)` \| `([\w/.-]+)` `(\w+)` \|$/gm;
const KINDS = ["size", "depth", "steps", "contexts", "syntax"];

/** Returns the value of products, shifts and powers of numbers. */
function valueOf(expression: string): number {
  const [first = 0, ...more] = expression
    .split(/\*\*|\*|<</)
    .map((part) => Number(part.replaceAll("_", "")));
  const operators = expression.match(/\*\*|\*|<</g) ?? [];
  return more.reduce((value, operand, at) => {
    const operator = operators[at];
    return operator === "*"
      ? value * operand
      : operator === "<<"
        ? value << operand
        : value ** operand;
  }, first);
}

const constants: ReadonlyMap<string, number> = new Map(
  readdirSync(core, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) =>
      Array.from(
        readFileSync(join(core, file), "utf8").matchAll(CONSTANT),
        ([, name = "", value = ""]) => [`${file} ${name}`, valueOf(value)] as const,
      ),
    ),
);
const page = readFileSync(join(core, "../../docs/limits.md"), "utf8");
const rows = Array.from(page.matchAll(ROW), ([, bound = "", kind = "", file = "", name = ""]) => ({
  bound: Number(bound.replaceAll(",", "")),
  kind,
  constant: `${file} ${name}`,
}));
const listed = Object.values(others).flat();

describe("bounds of the core", () => {
  it("are in the table of docs/limits.md with their values, or end nothing", () => {
    const isListed = (constant: string): boolean =>
      rows.some((row) => row.constant === constant) ||
      listed.some((each) => each === constant || (each.endsWith("/") && constant.startsWith(each)));
    expect([...constants.keys()].filter((constant) => !isListed(constant))).toEqual([]);
  });

  it.each(rows)("$constant is $bound", ({ bound, kind, constant }) => {
    expect(constants.get(constant)).toBe(bound);
    expect(KINDS).toContain(kind);
  });

  it("are named as they are in the code", () => {
    const names = listed.filter((each) => !each.endsWith("/"));
    expect(names.filter((name) => !constants.has(name))).toEqual([]);
    expect(rows.length).toBeGreaterThan(50);
  });
});
