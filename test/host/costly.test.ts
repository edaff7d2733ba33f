import { describe, expect, it } from "vitest";
import { mayBeCostly } from "../../src/host/costly-text.js";

const fetch = "bash <(curl -fsSL https://x.example/install.sh)";
const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

/** Returns shell functions that each call the previous function a number of times. */
const chain = (count: number, times: number): string =>
  [
    `f0() { ${fetch}; }`,
    ...range(count).map((i) => `f${i}() { ${`f${i - 1}; `.repeat(times)}}`),
    `f${count}`,
  ].join("\n");

/** Returns shell functions that each call all of them. */
const clique = (count: number): string =>
  range(count)
    .map(
      (i) =>
        `function f${i} {\n${range(count)
          .map((j) => `  f${j} "$1"\n`)
          .join("")}}\n`,
    )
    .join("");

describe("mayBeCostly", () => {
  it.each<[title: string, text: string, expected: boolean]>([
    ["twelve functions that each call the previous one twice", chain(12, 2), true],
    ["a hundred functions that each call the previous one once", chain(100, 1), false],
    ["six functions that each call the previous one twice", chain(6, 2), false],
    ["four functions that each call all of them", clique(4), true],
    ["three functions that each call all of them", clique(3), false],
    [
      "a menu to which every action returns",
      `menu() {\n  case $1 in\n    1) one ;;\n    2) two ;;\n  esac\n}\n${["one", "two", "three"].map((name) => `${name}() {\n  if true; then\n    menu\n  fi\n}\n`).join("")}`,
      true,
    ],
    [
      "functions that are only named in messages",
      `usage() {\n  echo "usage: install or remove"\n}\ninstall() {\n  apt-get install x\n  usage\n}\nremove() {\n  apt-get remove x # see install\n}\nmain() {\n  install\n  remove\n}\nmain\n`,
      false,
    ],
    [
      "functions of another language",
      range(40)
        .map((i) => `def f${i}(x):\n    f${i - 1}(x)\n    f${i - 1}(x)\n`)
        .join(""),
      false,
    ],
    ["a long text", " ".repeat(400_000), true],
    ["an empty text", "", false],
  ])("returns for %s whether their analysis may be costly", (_, text, expected) => {
    expect(mayBeCostly(text)).toBe(expected);
  });

  it("counts calls in nested functions for the enclosing functions", () => {
    const inner = range(12).map((i) => `f${i}() { g${i}() { :; }; f${i - 1}; f${i - 1}; }`);
    expect(mayBeCostly(inner.join("\n"))).toBe(true);
  });
});
