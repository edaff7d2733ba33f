import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseConfig from "dependency-cruiser/config-utl/extract-depcruise-config";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const { forbidden = [] } = await extractDepcruiseConfig(
  join(import.meta.dirname, "../../.dependency-cruiser.js"),
);

/** Names of the rules that an import from one file to another breaks, in a tree that holds only these two. */
async function broken(from: string, to: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "curlew-layers-"));
  try {
    for (const path of [from, to]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), "export type T = string;\n");
    }
    const up = "../".repeat(from.split("/").length - 1);
    writeFileSync(
      join(folder, from),
      `import type { T } from "${up}${to.replace(/\.ts$/, ".js")}";\nexport type U = T;\n`,
    );
    const { output } = await cruise(["src"], {
      baseDir: folder,
      validate: true,
      ruleSet: { forbidden },
      tsPreCompilationDeps: true,
    });
    return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.each([
  ["scan.ts", "languages/string-syntax.ts", "core-base-imports"],
  ["languages/table.ts", "parse/scope.ts", "core-languages-imports"],
  ["lex/shell.ts", "segment/region.ts", "core-lex-imports"],
  ["payload/open.ts", "shell/shell-run.ts", "core-payload-imports"],
  ["span/outermost.ts", "context/index.ts", "core-span-imports"],
  ["query/gate.ts", "segment/region.ts", "core-query-imports"],
  ["parse/runtime.ts", "query/role.ts", "core-parse-imports"],
  ["segment/segment-tools.ts", "shell/options.ts", "core-segment-imports"],
  ["shell/shell-run.ts", "code/engine.ts", "core-shell-imports"],
  ["code/find.ts", "shell/shell-run.ts", "core-code-imports"],
  ["context/index.ts", "code/find.ts", "core-context-imports"],
])("src/core/%s may not import a type of src/core/%s", async (from, to, rule) => {
  expect(await broken(`src/core/${from}`, `src/core/${to}`)).toContain(rule);
});

it.each([
  ["segment/segment-tools.ts", "query/vocabulary.ts"],
  ["context/index.ts", "segment/region.ts"],
  ["code/find.ts", "model.ts"],
])("src/core/%s may import src/core/%s", async (from, to) => {
  expect(await broken(`src/core/${from}`, `src/core/${to}`)).toEqual([]);
});
