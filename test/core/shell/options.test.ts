import { describe, expect, it } from "vitest";
import { layoutNamed, type Layout } from "../../../src/core/shell/command-layout.js";
import { readOptions, type CommandLine } from "../../../src/core/shell/options.js";

const [bash, zsh, python, node] = [
  layoutNamed("bash"),
  layoutNamed("zsh"),
  layoutNamed("python"),
  layoutNamed("node"),
];
const [curl, wget] = [layoutNamed("curl"), layoutNamed("wget")];

/** Parses a command line. Returns `name` or `name=value` for each option, then `|` and the operands. `?` is a word of unknown value. */
function reading(layout: Layout, line: string): string {
  const words = line.split(" ").map((word) => (word === "?" ? null : word));
  return show(readOptions(layout, words), words);
}

function show(line: CommandLine, words: readonly (string | null)[]): string {
  const options = line.options.map((use) =>
    use.valueAt < 0 ? use.name : `${use.name}=${use.value ?? "?"}`,
  );
  const missing = line.missingValue === null ? [] : [`missing:${line.missingValue}`];
  return [...options, ...missing, "|", ...line.operands.map((at) => words[at] ?? "?")].join(" ");
}

describe("the arguments of curl", () => {
  it.each([
    ["-fsSLo f URL", "f s S L o=f | URL"],
    ["-fsSLof URL", "f s S L o=f | URL"],
    ["-so - URL", "s o=- | URL"],
    ["-o- URL", "o=- | URL"],
    ["--output=f URL", "output=f | URL"],
    ["--output= URL", "output= | URL"],
    ["--output f URL", "output=f | URL"],
    ["--output", "output missing:output |"],
    ["-o", "o missing:o |"],
    ["-H -O URL", "H=-O | URL"],
    ["-HX:y URL", "H=X:y | URL"],
    ["-A -O URL", "A=-O | URL"],
    ["-b --head URL", "b=--head | URL"],
    ["-H -- -O URL", "H=-- O | URL"],
    ["--heade -O URL", "header=-O | URL"],
    ["--remote-name-a URL", "remote-name-all | URL"],
    ["--dat x URL", "dat | x URL"],
    ["--no-buffer --no-progress URL", "no-buffer no-progress | URL"],
    ["--expand-output {{f}} URL", "expand-output={{f}} | URL"],
    ["-O -- -o URL", "O | -o URL"],
    ["URL -o f", "o=f | URL"],
    ["- URL", "| - URL"],
    ["-o ? URL", "o=? | URL"],
    ["? -s URL", "s | ? URL"],
    ["-#L: -o f URL", "# L : o=f | URL"],
    ["--unknown x", "unknown | x"],
    ["–o f", "| –o f"],
    ["+x URL", "| +x URL"],
  ])("%s → %s", (line, expected) => {
    expect(reading(curl, line)).toBe(expected);
  });
});

describe("the arguments of wget", () => {
  it.each([
    ["-qO- URL", "q O=- | URL"],
    ["-nvO- URL", "nv O=- | URL"],
    ["-qnvO - URL", "q nv O=- | URL"],
    ["-nv -nc URL", "nv nc | URL"],
    ["-n v URL", "n=v | URL"],
    ["--header -O -qO- URL", "header=-O q O=- | URL"],
    ["--output-d f URL", "output-document=f | URL"],
    ["--no-check-cert URL", "no-check-certificate | URL"],
    ["--check-certificate=off URL", "check-certificate=off | URL"],
    ["--check-certificate off", "check-certificate | off"],
    ["-i -", "i=- |"],
    ["-e robots=off URL", "e=robots=off | URL"],
    ["-c -t 3 URL", "c t=3 | URL"],
  ])("%s → %s", (line, expected) => {
    expect(reading(wget, line)).toBe(expected);
  });
});

describe("the arguments of shells", () => {
  it.each([
    ["-c code name", "c | code name"],
    ["-lc code", "l c | code"],
    ["-c -e code", "c e | code"],
    ["-euo pipefail -c code", "e u o=pipefail c | code"],
    ["-oeu pipefail f", "o=pipefail e u | f"],
    ["-O extglob f", "O=extglob | f"],
    ["+O extglob f", "+O=extglob | f"],
    ["+x -s -- --yes", "+x s | --yes"],
    ["--rcfile f -i", "rcfile=f i |"],
    ["--init-file f", "init-file=f |"],
    ["-norc -login f -x", "norc login | f -x"],
    ["- f", "| f"],
    ["-x f -c", "x | f -c"],
    ["-o", "o missing:o |"],
  ])("bash %s → %s", (line, expected) => {
    expect(reading(bash, line)).toBe(expected);
  });

  it.each([
    ["-opipefail -c code", "o=pipefail c | code"],
    ["-fc code", "f c | code"],
    ["-b -c", "b | -c"],
    ["--no-rcs -s", "no-rcs s |"],
    ["+o nomatch f", "+o=nomatch | f"],
  ])("zsh %s → %s", (line, expected) => {
    expect(reading(zsh, line)).toBe(expected);
  });
});

describe("the arguments of python", () => {
  it.each([
    ["-c code -x y", "c=code | -x y"],
    ["-Ic code", "I c=code |"],
    ["-ccode", "c=code |"],
    ["-m json.tool -h", "m=json.tool | -h"],
    ["-u - f", "u | - f"],
    ["-W ignore f", "W=ignore | f"],
    ["-Wignore -X dev -", "W=ignore X=dev | -"],
    ["--check-hash-based-pycs never f -W", "check-hash-based-pycs=never | f -W"],
  ])("%s → %s", (line, expected) => {
    expect(reading(python, line)).toBe(expected);
  });
});

describe("the arguments of node", () => {
  it.each([
    ["-e code", "e=code |"],
    ["-p code", "p=code |"],
    ["-p -e code", "p e=code |"],
    ["-p", "p |"],
    ["-pe code x", "pe=code | x"],
    ["--print code", "print=code |"],
    ["--eval=code", "eval=code |"],
    ["-r dotenv/config f", "r=dotenv/config | f"],
    ["--input-type=module -", "input-type=module | -"],
    ["--input-type module --import x f", "input-type=module import=x | f"],
    ["--inspect f", "inspect | f"],
    ["--max-old-space-size=4096 f -e", "max-old-space-size=4096 | f -e"],
    ["-C dev f", "C=dev | f"],
  ])("%s → %s", (line, expected) => {
    expect(reading(node, line)).toBe(expected);
  });
});

describe("parsed options", () => {
  it("contain the index of the word and the offset in it for each value", () => {
    const words = ["-sof", "--output=g", "-o", "h", "-o"];
    const uses = readOptions(curl, words).options;
    expect(
      uses.map(({ name, at, valueAt, valueOffset }) => [name, at, valueAt, valueOffset]),
    ).toEqual([
      ["s", 0, -1, 0],
      ["o", 0, 0, 3],
      ["output", 1, 1, 9],
      ["o", 2, 3, 0],
      ["o", 4, -1, 0],
    ]);
  });

  it("can begin at an index, and include the index of the terminator `--`", () => {
    const line = readOptions(curl, ["sudo", "curl", "-s", "--", "-o"], 2);
    expect(line.options.map((use) => use.at)).toEqual([2]);
    expect(line.operands).toEqual([4]);
    expect(line.terminator).toBe(3);
  });

  it("are read from many words and a long cluster of short options", () => {
    const words = [`-${"s".repeat(100_000)}`, ...Array.from({ length: 100_000 }, () => "--user-a")];
    expect(readOptions(curl, words).options.length).toBe(150_000);
  });
});
