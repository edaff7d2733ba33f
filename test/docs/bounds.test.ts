import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import others from "./other-constants.json" with { type: "json" };

const core = join(import.meta.dirname, "../../src/core");
const CONSTANT = /^(?:export )?const (\w+) = (\d[\d_.]*(?: ?(?:\*\*|\*|<<) ?\d[\d_]*)*);$/gm;
/** Matches an object of numeric constants. */
const OBJECT = /^(?:export )?const (\w+) = \{ ((?:\w+: [\d_./ ]+(?:, )?)+) \};$/gm;
const MEMBER = /(\w+): ([\d_./ ]+)/g;
/** Matches a quantifier with a maximum of at least two digits in a regular expression. */
const WINDOW = /[\])\w.]\{\d*,(\d{2,})\}/g;
const ROW = /^\| .+ \| ([\d,./]+) \| `([a-z]+)` \| `([\w/.-]+)` `([\w.]+)` \|$/gm;
const KINDS = ["size", "depth", "steps", "contexts", "syntax"];

/** Returns the value of a number or of a product, quotient, shift or power of numbers. */
function valueOf(expression: string): number {
  const [first = 0, ...more] = expression
    .split(/\*\*|\*|<<|\//)
    .map((part) => Number(part.replaceAll("_", "")));
  const operators = expression.match(/\*\*|\*|<<|\//g) ?? [];
  return more.reduce((value, operand, at) => {
    const operator = operators[at];
    if (operator === "/") return value / operand;
    return operator === "*"
      ? value * operand
      : operator === "<<"
        ? value << operand
        : value ** operand;
  }, first);
}

const sources: readonly (readonly [file: string, text: string])[] = readdirSync(core, {
  recursive: true,
  encoding: "utf8",
})
  .filter((file) => file.endsWith(".ts"))
  .map((file) => [file, readFileSync(join(core, file), "utf8")] as const);

const constants: ReadonlyMap<string, number> = new Map(
  sources.flatMap(([file, text]) => [
    ...Array.from(
      text.matchAll(CONSTANT),
      ([, name = "", value = ""]) => [`${file} ${name}`, valueOf(value)] as const,
    ),
    ...Array.from(text.matchAll(OBJECT)).flatMap(([, name = "", members = ""]) =>
      Array.from(
        members.matchAll(MEMBER),
        ([, member = "", value = ""]) => [`${file} ${name}.${member}`, valueOf(value)] as const,
      ),
    ),
  ]),
);
/** The files that contain a regular expression with such a quantifier. */
const windowed = sources.filter(([, text]) => text.search(WINDOW) >= 0).map(([file]) => file);
const page = readFileSync(join(core, "../../docs/limits.md"), "utf8");
const rows = Array.from(page.matchAll(ROW), ([, bound = "", kind = "", file = "", name = ""]) => ({
  bound: valueOf(bound.replaceAll(",", "")),
  kind,
  constant: `${file} ${name}`,
}));
const { "patterns that look at so many characters": windows, ...constantsOnly } = others;
const listed = Object.values(constantsOnly).flat();

describe("the numeric constants of the core", () => {
  it("are listed in docs/limits.md or, if they do not end an analysis, in other-constants.json", () => {
    const isListed = (constant: string): boolean =>
      rows.some((row) => row.constant === constant) ||
      listed.some((each) => each === constant || (each.endsWith("/") && constant.startsWith(each)));
    expect([...constants.keys()].filter((constant) => !isListed(constant))).toEqual([]);
  });

  it.each(rows)("have the documented value: $constant is $bound", ({ bound, kind, constant }) => {
    expect(constants.get(constant)).toBe(bound);
    expect(KINDS).toContain(kind);
  });

  it("include maximums in regular expressions only in the listed files", () => {
    const isListed = (file: string): boolean =>
      windows.some((each) => file === each || (each.endsWith("/") && file.startsWith(each)));
    expect(windowed.filter((file) => !isListed(file))).toEqual([]);
    expect(windows.filter((each) => !windowed.some((file) => file.startsWith(each)))).toEqual([]);
  });

  it("exist with the listed names", () => {
    const names = listed.filter((each) => !each.endsWith("/"));
    expect(names.filter((name) => !constants.has(name))).toEqual([]);
    expect(rows.length).toBeGreaterThan(50);
  });
});
