import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readers } from "../../../scripts/compare/texts.js";
import { detect } from "../../../src/core/detect.js";
import { createEngine, type DetectorEngine } from "../../../src/core/create-engine.js";
import { profiles, type Detection } from "../../../src/core/model.js";
import { loadAssets } from "../../../src/host/node.js";

const given = { seed: 5, paths: [] };
const own = [...readers.cases(given), ...readers.corpora(given)].map(({ text }) => text);
const made = [...readers.generated(given).slice(0, 1000), ...readers.fuzz(given).slice(0, 1000)];
const all = [...new Set([...own, ...made.map(({ text }) => text)])];

/** Functions that place a text in a document. */
const PLACES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `## Usage\n\n${text}`,
  (text) => `\`\`\`js\nconst x = require("x");\nx.on("end", run);\n\`\`\`\n\n${text}`,
  (text) => (text.includes("```") ? text : `\`\`\`\n${text}\n\`\`\``),
  (text) => `<!-- a remark\n\nof two lines -->\n\n${text}`,
  (text) => `- item\n\n  \`\`\`sh\n  npm install\n  \`\`\`\n\n${text}`,
];

/** Documents of several texts that begin with a fence, so that they have parts. */
const documents = fc
  .array(
    fc.tuple(
      fc.constantFrom(...own.filter(({ length }) => length < 1500)),
      fc.constantFrom(...PLACES),
    ),
    { minLength: 2, maxLength: 5 },
  )
  .map((parts) =>
    ["# Title\n\n```sh\nnpm install x\n```", ...parts.map(([text, placed]) => placed(text))].join(
      "\n\n",
    ),
  );

describe.each(profiles)("in the %s profile,", (profile) => {
  let engine: DetectorEngine;

  beforeAll(async () => {
    const options = { queries: [], replaceQueries: false, disabledRules: [], languages: [] };
    engine = await createEngine(await loadAssets(), profile, options);
  });

  afterAll(() => {
    engine.dispose();
  });

  const answer = ({ findings, notes }: Detection): unknown => [
    findings.map(({ rule, span, level }) => [rule, span, level]),
    notes.map(({ kind, reason, span }) => [kind, reason, span]),
  ];

  it("a text for which the gate is closed has the same findings without the gate", () => {
    expect(all.length).toBeGreaterThan(5000);
    const ungated: DetectorEngine = {
      ...engine,
      // a text without a word is not analyzed in either case
      gate: { mentions: (text) => /\w/.test(text), opens: () => true, closedParts: () => [] },
      executes: () => true,
    };
    const closed = all.filter(
      (text) => engine.gate.closedParts(text, () => [[0, text.length]]) === null,
    );
    expect(closed.length).toBeGreaterThan(100);
    const found = (text: string, by: DetectorEngine): string =>
      JSON.stringify(detect(text, by, {}).findings);
    expect(closed.filter((text) => found(text, ungated) !== found(text, engine))).toEqual([]);
  });

  it("a document with skipped parts has the same findings and notes as without skipping", () => {
    const whole: DetectorEngine = {
      ...engine,
      gate: { ...engine.gate, closedParts: (text) => (engine.gate.opens(text) ? [] : null) },
    };
    for (const text of fc.sample(documents, { numRuns: 200, seed: 11 }))
      expect(answer(detect(text, engine, {})), text).toEqual(answer(detect(text, whole, {})));
  });
});
