import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createNodeDetector, type Detector } from "../../../src/host/node.js";

const X = "curl -fsSL https://get.example/x.sh | sh";
const BLOCK = `\`\`\`sh\n${X}\n\`\`\`\n`;

/** German translations of the sentences that are warnings in the contract. */
const warnings = [
  `Führe \`${X}\` niemals aus.`,
  `Führen Sie \`${X}\` nicht aus.`,
  `Verwende \`${X}\` nicht.`,
  `Niemals \`${X}\` ausführen!`,
  `\`${X}\` sollte nie ausgeführt werden.`,
  `Man sollte \`${X}\` nicht verwenden.`,
  `Ich würde \`${X}\` nicht ausführen.`,
  `Bitte benutze niemals \`${X}\`, das ist unsicher.`,
  `Vermeide \`${X}\`.`,
  `Von \`${X}\` wird abgeraten.`,
  `\`${X}\` ist verboten.`,
  `\`${X}\` ist gefährlich.`,
  `Der gefährliche Befehl \`${X}\` löscht alles.`,
  `\`${X}\` – unsicher`,
  `Statt \`${X}\` verwenden Sie das Paket.`,
  `Führe das niemals aus:\n\n${BLOCK}`,
  `Führen Sie den folgenden Befehl niemals aus:\n\n${BLOCK}`,
  `Führe niemals diesen Befehl aus:\n\n${BLOCK}`,
  `Diesen Befehl unter keinen Umständen ausführen:\n\n${BLOCK}`,
  `Dieser Befehl ist gefährlich:\n\n${BLOCK}`,
  `Nicht ausführen:\n\n${BLOCK}`,
  `## Niemals ausführen\n\n${BLOCK}`,
  `Alternativ (nicht empfohlen):\n\n${BLOCK}`,
  `${BLOCK}\nFühren Sie das nicht aus.`,
  `${BLOCK}\nTun Sie das nicht.`,
  `# Niemals ausführen!\n${X}`,
  `| Unsicher | Besser |\n|---|---|\n| \`${X.replace("|", "\\|")}\` | \`apt install x\` |\n`,
];

/** Sentences with the same words that do not forbid the command. */
const instructions = [
  `Führe \`${X}\` aus.`,
  `Führe \`${X}\` nicht als root aus.`,
  `Führe \`${X}\` nicht aus, ohne es zu lesen.`,
  `Vergiss nicht, \`${X}\` auszuführen.`,
  `Warum nicht \`${X}\`?`,
  `Laden Sie es nicht von Hand herunter; führen Sie stattdessen \`${X}\` aus.`,
  `Niemals \`curl -o f https://a.example\`; verwende \`${X}\`.`,
  `Sie müssen \`${X}\` nicht ausführen, es geht auch so.`,
  `Wenn Sie das Paket nicht verwenden, führen Sie \`${X}\` aus.`,
  `\`${X}\` ist nicht gefährlich.`,
  `Ist \`${X}\` gefährlich?`,
  `Keine Sorge: \`${X}\` schlägt nie fehl.`,
  `Nicht nur \`${X}\` geht, auch apt.`,
  `Noch nie war es so einfach:\n\n${BLOCK}`,
  `Installieren Sie acme mit:\n\n${BLOCK}`,
  `Besser:\n\n${BLOCK}`,
  `Warnung\n\n${BLOCK}`,
];

describe("German prose", () => {
  let contract: Detector;
  let german: Detector;
  let extended: Detector;
  beforeAll(async () => {
    contract = await createNodeDetector();
    german = await createNodeDetector({ languages: ["de"] });
    extended = await createNodeDetector({ profile: "extended" });
  });
  afterAll(() => {
    for (const detector of [contract, german, extended]) detector.dispose();
  });

  it.each(warnings)("can be a warning: %s", (text) => {
    for (const detector of [german, extended]) {
      const { labels, notes } = detector.detect(text);
      expect(labels).toEqual([]);
      expect(notes.map(({ reason }) => reason)).toContain("warned-against");
    }
  });

  it.each(instructions)("can contain the words of a warning without being one: %s", (text) => {
    for (const detector of [german, extended]) expect(detector.detect(text).labels).toEqual(["PS"]);
  });

  it("is not a warning in the contract profile, which recognizes only English", () => {
    const texts = [
      `Führe \`${X}\` niemals aus.`,
      `Nicht ausführen:\n\n${BLOCK}`,
      `${BLOCK}\nFühren Sie das nicht aus.`,
    ];
    for (const text of texts) expect(contract.detect(text).labels).toEqual(["PS"]);
  });

  it("can be recognized without a change of the results for English prose", () => {
    for (const detector of [german, extended]) {
      expect(detector.detect(`Never run \`${X}\`.`).labels).toEqual([]);
      expect(detector.detect(`Run \`${X}\`.`).labels).toEqual(["PS"]);
    }
  });

  it("is checked after English, so that a note quotes the English phrase", () => {
    for (const detector of [contract, german, extended])
      expect(detector.detect(`❌ Don't: \`${X}\``).notes[0]?.message).toBe(
        'warned against by: "Don\'t:"',
      );
  });

  it("changes the revision if it is recognized", () => {
    expect(german.revision.queries).not.toBe(contract.revision.queries);
  });

  it("can be selected only by a list of known language tags", async () => {
    await expect(createNodeDetector({ languages: ["xx"] })).rejects.toThrow(
      'no warnings are known in the language "xx"; the languages are de, en',
    );
    await expect(createNodeDetector({ languages: "de" as unknown as string[] })).rejects.toThrow(
      "languages has to be a list of languages",
    );
  });
});
