import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseConfig from "dependency-cruiser/config-utl/extract-depcruise-config";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const { forbidden = [] } = await extractDepcruiseConfig(
  join(import.meta.dirname, "../../.dependency-cruiser.js"),
);

/** Returns a file that exports a type, and imports one if another file is given. */
function fileOf(path: string, from?: string): string {
  if (from === undefined) return "export type T = string;\n";
  const up = "../".repeat(path.split("/").length - 1);
  return `import type { T as U } from "${up}${from.replace(/\.ts$/, ".js")}";\nexport type T = U | string;\n`;
}

/** Returns the names of the rules that files with these imports violate. */
async function broken(
  ...imports: readonly (readonly [from: string, to: string])[]
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "curlew-layers-"));
  const imported = new Map(imports);
  try {
    for (const path of imports.flat()) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), fileOf(path, imported.get(path)));
    }
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
  ["languages/table.ts", "parse/parse-scope.ts", "core-languages-imports"],
  ["lex/shell-scan.ts", "segment/region.ts", "core-lex-imports"],
  ["decode/codecs.ts", "payload/with-payload.ts", "core-decode-imports"],
  ["payload/with-payload.ts", "shell/shell-run.ts", "core-payload-imports"],
  ["span/outermost.ts", "context/index.ts", "core-span-imports"],
  ["query/gate.ts", "segment/region.ts", "core-query-imports"],
  ["parse/runtime.ts", "query/role.ts", "core-parse-imports"],
  ["segment/segment-tools.ts", "shell/options.ts", "core-segment-imports"],
  ["shell/shell-run.ts", "code/engine.ts", "core-shell-imports"],
  ["code/find-decode-execute.ts", "shell/shell-run.ts", "core-code-imports"],
  ["evaluate/services.ts", "context/index.ts", "core-evaluate-imports"],
  ["context/index.ts", "code/find.ts", "core-context-imports"],
])("src/core/%s must not import a type from src/core/%s", async (from, to, rule) => {
  expect(await broken([`src/core/${from}`, `src/core/${to}`])).toContain(rule);
});

it.each([
  ["segment/segment-tools.ts", "query/vocabulary.ts"],
  ["context/index.ts", "segment/region.ts"],
  ["code/find-decode-execute.ts", "model.ts"],
])("src/core/%s may import src/core/%s", async (from, to) => {
  expect(await broken([`src/core/${from}`, `src/core/${to}`])).toEqual([]);
});

it.each(["src/core/shell/flow", "src/core/code", "src/gateway", "src/cli/hook"])(
  "two files of %s must not import types from each other",
  async (folder) => {
    const [one, other] = [`${folder}/one.ts`, `${folder}/other.ts`];
    expect(await broken([one, other])).toEqual([]);
    expect(await broken([one, other], [other, one])).toContain("no-cycles");
  },
);
