import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { LabelledCase } from "../../scripts/benchmark/data-set.js";
import { DATA_SETS } from "../../scripts/benchmark/data-sets.js";
import { KeptTables } from "../../scripts/benchmark/kept-tables.js";
import { peerRow, section, summaryRow } from "../../scripts/benchmark/tables.js";
import { wilson } from "../../scripts/benchmark/wilson.js";
import { withTable } from "../../scripts/marked-table.js";

describe("the tables of data sets that are not measured again", () => {
  const page = [
    "text\n<!-- a -->\n",
    "\n### One\n\n| a |\n",
    "\n### One more\n\n| b |\n<!-- /a -->\n### Two\n",
  ].join("");
  const kept = new KeptTables(page, ["<!-- a -->", "<!-- /a -->"]);

  it("are taken unchanged from the page", () => {
    expect(kept.section("One")).toBe("### One\n\n| a |\n");
    expect(kept.section("One more")).toBe("### One more\n\n| b |\n");
  });

  it("are missing if the page has no section with their name between its marks", () => {
    expect(kept.section("Two")).toBeNull();
    expect(kept.section("On")).toBeNull();
    expect(new KeptTables("text", ["<!-- a -->", "<!-- /a -->"]).section("One")).toBeNull();
  });

  it("are also taken from the rows of the summary table", () => {
    const rows = "| One | x |\n| One | y |\n| One more | z |\n";
    const table = new KeptTables(`<!-- a -->\n${rows}<!-- /a -->`, ["<!-- a -->", "<!-- /a -->"]);
    expect(table.rows("One")).toBe("| One | x |\n| One | y |\n");
    expect(table.rows("Two")).toBe("");
  });

  it("are written to docs/accuracy.md without a change", () => {
    const text = readFileSync("docs/accuracy.md", "utf8");
    const marks = [
      "<!-- benchmark: written by npm run benchmark -->",
      "<!-- /benchmark -->",
    ] as const;
    const tables = new KeptTables(text, marks);
    const sections = DATA_SETS.map((set) => `\n${tables.section(set.name) ?? ""}`).join("");
    expect(withTable(text, sections, ...marks)).toBe(text);
  });
});

describe("Wilson's interval", () => {
  it.each([
    [0, 10, 0, 0.278],
    [5, 10, 0.237, 0.763],
    [10, 10, 0.722, 1],
  ])("of %d successes in %d trials", (successes, trials, low, high) => {
    const interval = wilson(successes, trials);
    expect(interval?.[0]).toBeCloseTo(low, 3);
    expect(interval?.[1]).toBeCloseTo(high, 3);
  });

  it("of no trials is null", () => expect(wilson(0, 0)).toBeNull());
});

/** For each data set, files with its structure, the number of cases in them, and the number of positive cases. */
const CLONES: Readonly<
  Record<string, readonly [files: Record<string, string>, cases: number, positive: number]>
> = {
  MalSkills: [
    {
      "data/ground_truth/ground_truth_final.csv":
        "Source,Registry,Skill_name,Label,Ground_truth_path\nA,hub,x/a,malicious,data/a\nA,hub,y/b,benign,data/b\n",
    },
    2,
    1,
  ],
  "nah, execution flows": [
    {
      "corpus/execution-flows.jsonl":
        '{"id":"a","command":"x","expected":{"verdict":"block","guard":"exec-remote"}}\n{"id":"b","command":"y","expected":{"verdict":"delegate"}}\n',
    },
    2,
    1,
  ],
  "LOLBAS, Execute: Remote": [
    {
      "yml/A.yml":
        "Name: A.exe\nCommands:\n  - Command: a URL\n    Tags:\n      - Execute: Remote\n  - Command: a FILE\n    Tags:\n      - Execute: EXE\n",
    },
    1,
    1,
  ],
  "clickfix-patterns": [
    { "patterns/a.yaml": "malicious:\n  - curl U | sh\nbenign:\n  - ls\n  - dir\n" },
    3,
    1,
  ],
  "mpsd, benign scripts": [
    {
      "powershell_benign_dataset/1.ps1": "Get-Date\n",
      "malicious_pure/2.ps1": "iex (irm U)\n",
    },
    1,
    0,
  ],
  GTFOBins: [
    {
      "_gtfobins/a": "---\nfunctions:\n  shell:\n  - code: a\n  reverse-shell:\n  - code: b\n---\n",
    },
    1,
    0,
  ],
  "skill-scanner, evals": [
    { "evals/skills/kind/a/_expected.json": '{"expected_safe":false}' },
    1,
    1,
  ],
};

it.each(DATA_SETS.map((set) => [set.name, set] as const))(
  "the cases of a clone of %s are read",
  (name, set) => {
    const [files, cases, positive] = CLONES[name] ?? [{}, -1, -1];
    const folder = mkdtempSync(join(tmpdir(), "curlew-benchmark-"));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const read = set.read(folder);
    expect(read).toHaveLength(cases);
    expect(read.filter(({ isPositive }) => isPositive)).toHaveLength(positive);
  },
);

it("the section of a data set shows counts, groups and the pointers of wrong results", () => {
  const labelled = (pointer: string, isPositive: boolean): LabelledCase => ({
    pointer,
    group: "g",
    isPositive,
  });
  const judged = [
    { case: labelled("a", true), isFound: true },
    { case: labelled("b", true), isFound: false },
    { case: labelled("c", false), isFound: true },
  ];
  expect(summaryRow("set", judged)).toBe("| set | 1 of 2 (9–91 %) | 1 of 1 (21–100 %) |\n");
  expect(peerRow("set", "tool 1.0", judged)).toBe(
    "| set | tool 1.0 | 1 of 2 (9–91 %) | 1 of 1 (21–100 %) |\n",
  );
  const [set] = DATA_SETS;
  const shown = set === undefined ? "" : section(set, judged);
  expect(shown).toContain("| g | 1 of 2 | 1 of 1 |");
  expect(shown).toContain("Missed: 1</summary>\n\n`b`");
  expect(shown).toContain("False positives: 1</summary>\n\n`c`");
});
