import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateDtsBundle } from "dts-bundle-generator";

/** Writes a declaration file for each entry point of the library: the types of its exports, without exporting internal types. */
export async function declarations(
  entries: Readonly<Record<string, string>>,
  folder: string,
): Promise<void> {
  const names = Object.keys(entries);
  const output = { noBanner: true, exportReferencedTypes: false } as const;
  const texts = generateDtsBundle(
    names.map((name) => ({
      filePath: entries[name] ?? "",
      output,
      libraries: { importedLibraries: [], allowedTypesLibraries: [] },
    })),
    { preferredConfigPath: "tsconfig.build.json" },
  );
  for (const [i, text] of texts.entries()) await writeFile(join(folder, `${names[i]}.d.ts`), text);
}
