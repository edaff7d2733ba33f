import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tableFigures } from "../../scripts/core-size/table-figures.js";
import { fileFigures, figuresOf } from "../../scripts/core-size/file-figures.js";

describe("the statistics of a source file", () => {
  it("are its numbers of lines and regular expressions, and its imports", () => {
    const text = `import type { A } from "./a.js";
import { type B } from "../b.js";
import { c, type C } from "./c.js";
export * from "../d/index.js";
import { join } from "node:path";
const one = /x/g, none = "/y/", two = new RegExp(one), three = RegExp("z"); // /not one/
const long = "${"x".repeat(140)}";
`;
    expect(fileFigures("in/file.ts", text)).toEqual({
      path: "in/file.ts",
      lines: 7,
      expressions: 3,
      long: 1,
      imports: ["in/c.ts", "d/index.ts"],
      typeImports: ["in/a.ts", "b.ts"],
    });
  });
});

describe("the statistics of a JSON table", () => {
  it("are its numbers of lines and of strings below keys for expressions", () => {
    const text = `{
  "one": { "open": "x", "close": "x", "lines": ["a", "b"] },
  "open": { "two": "y" }
}
`;
    expect(tableFigures("in/table.json", text, ["open", "lines"])).toEqual({
      path: "in/table.json",
      lines: 4,
      expressions: 4,
    });
  });
});

describe("an import cycle", () => {
  it("contains the files that import each other, and may include type imports", () => {
    const folder = mkdtempSync(join(tmpdir(), "curlew-core-size-"));
    mkdirSync(join(folder, "in"));
    const files = {
      "a.ts": 'import "./in/b.js";',
      "in/b.ts": 'import "../c.js";',
      "c.ts": 'import "./a.js";\nimport type { D } from "./d.js";',
      "d.ts": 'import "./c.js";\nexport type D = 1;',
      "e.ts": 'import "./a.js";',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const { cycles, typeCycles } = figuresOf(folder);
    expect(cycles).toEqual([["a.ts", "c.ts", "in/b.ts"]]);
    expect(typeCycles).toEqual([["a.ts", "c.ts", "d.ts", "in/b.ts"]]);
  });
});

describe("the core", () => {
  it("has no import cycle", () => {
    expect(figuresOf("src/core").cycles).toEqual([]);
  });
});
