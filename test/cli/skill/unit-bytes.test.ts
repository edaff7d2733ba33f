import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UnitBytes } from "../../../src/cli/skill/unit-bytes.js";
import { folderWith } from "../folder-with.js";

describe("the bytes of units", () => {
  it("are read only once to find and to check a unit", async () => {
    const path = join(folderWith({ "SKILL.md": "first" }), "SKILL.md");
    const bytes = new UnitBytes();
    expect(await bytes.text(path)).toBe("first");
    writeFileSync(path, "second");
    expect(await bytes.text(path)).toBe("first");
    expect(Buffer.from(bytes.take(path) ?? []).toString()).toBe("first");
    expect(bytes.take(path)).toBeNull();
    expect(await bytes.text(path)).toBe("second");
  });

  it("are kept in memory only up to a limit", async () => {
    const large = Buffer.alloc(3 * 1024 * 1024, "a");
    const names = Array.from({ length: 12 }, (_, i) => `${i}.md`);
    const cwd = folderWith(Object.fromEntries(names.map((name) => [name, large])));
    const bytes = new UnitBytes();
    for (const name of names) await bytes.text(join(cwd, name));
    expect(names.filter((name) => bytes.take(join(cwd, name)) !== null)).toHaveLength(10);
  });
});
