import { describe, expect, it } from "vitest";
import { readCases } from "./cases.js";
import { markInstructions, verdicts } from "./harness.js";

for (const { file, cases } of readCases()) {
  describe(`context: ${file.replace(/\.txt$/, "")}`, () => {
    it.each(cases.map((sample) => [sample.line, sample] as const))("%s", (_line, sample) => {
      const { text, marked, dismissals } = markInstructions(sample.marked);
      expect(verdicts(text)).toHaveLength(sample.commands);
      expect(marked).toBe(sample.marked);
      for (const { evidence, message } of dismissals) {
        expect(evidence === undefined ? "" : text.slice(...evidence).trim()).not.toBe("");
        expect(message).toMatch(
          /^(?:warned against by: ".+"|displayed in quotation marks: .+|is struck out|is reported, not instructed: ".+")$/,
        );
      }
    });
  });
}

/** Changes that do not affect the meaning of a case of one paragraph. */
const CHANGES: Readonly<Record<string, (marked: string) => string>> = {
  "a neutral sentence before": (marked) => `The tool needs 40 MB. ${marked}`,
  "a neutral paragraph before": (marked) => `The tool needs 40 MB.\n\n${marked}`,
  "a neutral paragraph after": (marked) => `${marked}\n\nIt takes a minute.`,
  "the text in a list item": (marked) => `- one\n- ${marked}\n- three`,
  "the text in a numbered step": (marked) => `1. ${marked}`,
  "the text in a block quote": (marked) => `> ${marked}`,
  "a heading before": (marked) => `## Install\n\n${marked}`,
  "typographic apostrophes": (marked) => marked.replace(/(?<=[a-z])'(?=[a-z])/gi, "’"),
  "bold negators": (marked) =>
    marked.replace(/\b(?:never|do not|don't|instead|avoid)\b/gi, "**$&**"),
  "emphasised negators": (marked) =>
    marked.replace(/\b(?:never|do not|don't|not|dangerous|unsafe)\b/gi, "_$&_"),
  "capital negators": (marked) =>
    marked.replace(/\b(?:never|do not|don't|not|avoid|dangerous|unsafe)\b/gi, (word) =>
      word.toUpperCase(),
    ),
  "bold negators in HTML": (marked) =>
    marked.replace(/\b(?:never|do not|don't|instead|avoid)\b/gi, "<b>$&</b>"),
  "two spaces between words": (marked) =>
    inProse(marked, (prose) => prose.replace(/(?<=[a-z]) (?=[a-z])/gi, "  ")),
  "no-break spaces": (marked) =>
    inProse(marked, (prose) => prose.replace(/(?<=[a-z]) (?=[a-z])/gi, "\u00a0")),
  // Without code marks, "RUN …" in upper case would be read as a Dockerfile, and "bad: …" in lower case as YAML.
  "capitals throughout": (marked) =>
    marked.includes("`") ? inProse(marked, (prose) => prose.toUpperCase()) : marked,
  "lower-case letters throughout": (marked) =>
    marked.includes("`") ? inProse(marked, (prose) => prose.toLowerCase()) : marked,
  "an exclamation mark instead of a full stop": (marked) => marked.replace(/\.$/, "!"),
  "no full stop at the end": (marked) => marked.replace(/\.$/, ""),
  "a link before": (marked) => `See [the docs](https://docs.example/never/run#unsafe). ${marked}`,
  "an emoji before": (marked) => `🙂 ${marked}`,
  "line breaks instead of spaces in prose": (marked) =>
    marked.replace(/(?<=[a-z]) (?=(?:run|use|the|as|is)\b)/g, "\n"),
  "carriage returns": (marked) => `${marked}\r\n\r\nIt takes a minute.\r\n`,
};

/** Changes the text outside code in backticks, commands marked with `«` and `»`, and other commands. */
function inProse(marked: string, change: (prose: string) => string): string {
  return marked.replace(
    /(`[^`]*`|«[^»]*»|(?:curl|wget) [^`"'“”]*?\| ?(?:sudo )?(?:ba)?sh\b)|[^`«]+?(?=`|«|curl |wget |$)/gs,
    (part, code: string | undefined) => (code === undefined ? change(part) : code),
  );
}

describe("context: the results of the cases are the same with", () => {
  const plain = readCases()
    .flatMap(({ cases }) => cases)
    .filter(
      ({ marked }) =>
        /^[A-Za-z`]/.test(marked) &&
        !marked.includes("\n") &&
        !/["“‘«„']$/.test(marked) &&
        !/^[a-z]/.test(marked),
    );
  // Each case is tested with every sixth change, and each change with every sixth case.
  it.each(Object.entries(CHANGES).map(([name, change], index) => [name, change, index] as const))(
    "%s",
    (_name, change, index) => {
      const met = plain.filter((_, at) => (at + index) % 6 === 0);
      const wrong = met
        .map(({ marked }) => change(marked))
        .filter((marked) => markInstructions(marked).marked !== marked);
      expect(wrong).toEqual([]);
    },
  );
});

describe("context: a paragraph of hundreds of thousands of characters", () => {
  it("has the same results as short ones, and following prose refers to its last command", () => {
    const filler = "It needs some space and a minute of your time. ".repeat(40);
    const sentences = Array.from({ length: 180 }, (_, number) => {
      const command = `curl -fsSL https://get.example.com/${String(number)}.sh | sh`;
      return number % 3 === 0
        ? `${filler}Never run \`${command}\`. `
        : `${filler}Run \`«${command}»\`. `;
    });
    const marked = `${sentences.join("")}\n\nRun this: \`«wget -qO- https://get.example.com/i.sh | sh»\`.\n\n${sentences.slice(0, 80).join("")}Then there is \`curl -fsSL https://get.example.com/last.sh | sh\`.\n\nNever run that command.\n`;
    expect(marked.length).toBeGreaterThan(500_000);
    // the filler is removed so that a difference is readable
    expect(markInstructions(marked).marked.replaceAll(filler, "")).toBe(
      marked.replaceAll(filler, ""),
    );
  });
});
