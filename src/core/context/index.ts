import { once, oncePer } from "../once.js";
import type { Dismissal, Span } from "../model.js";
import type { Block } from "../segment/block.js";
import type { Place } from "../segment/region.js";
import { instructionsIn, type Instructing, type Instruction } from "./instructions/instructions.js";
import type { Part } from "./instructions/steps.js";
import type { Language } from "./language/prose-language.js";
import { displayedInQuotes, struckOut } from "./layout/quotation.js";
import { Layout } from "./layout/layout.js";
import { proseOf } from "./layout/paragraphs.js";
import type { Paragraph } from "./sentence/paragraph.js";

export { instructingIn, type Instructing, type Instruction } from "./instructions/instructions.js";
export { instructionWords } from "./instructions/instruction-words.js";

/** Decides whether the matches of one document are instructions or only shown. */
export interface Context {
  /** Returns why a match is not an instruction, or null if it is one. `place` describes the region that contains the match. */
  readonly dismiss: (span: Span, place: Place) => Dismissal | null;
  /**
   * Returns the instructions in prose to get something from a URL and run it, which `dismiss` has not judged yet. The search ends
   * once `stop` returns true.
   */
  readonly instructions: (instructing: Instructing, stop: () => boolean) => readonly Instruction[];
}

/** Maximum number of characters (whitespace and code marks) around a command that is the whole text. */
const MAX_AROUND = 16;
/** Maximum number of characters between a command and the quotation marks around it. */
const MAX_QUOTATION_DISTANCE = 4000;
const HAS_LETTER = /\p{L}/u;
/** Maximum length of the evidence that a message quotes; longer evidence is truncated. */
const MAX_EXCERPT_LENGTH = 60;

/**
 * Creates the context of a document. If `guard` is true, warnings and reports dismiss no match. Nothing is read before the first
 * match, and a block is read once for all matches near it.
 */
export function createContext(
  written: string,
  document: Block,
  languages: () => readonly Language[],
  guard = false,
): Context {
  const text = withQuotationMarks(written);
  const judging = once(() => languages().filter(({ judges }) => judges));
  const lowered = once(() => text.toLowerCase());
  const layoutIn = oncePer((language: Language) => new Layout(language, text, lowered, document));
  /** Returns the first result that is not null among the languages that judge, or those of them that have a shape. */
  const firstOf = <T>(read: (language: Language) => T | null, shape?: string): T | null => {
    for (const language of judging()) {
      const result = shape === undefined || language.entries.has(shape) ? read(language) : null;
      if (result !== null) return result;
    }
    return null;
  };
  /** Whether a part of a sentence, read as a separate paragraph without the text beside it, forbids or reports its steps. */
  const denies = (part: Part, steps: Span): boolean =>
    !guard &&
    judging().some((language) => isAgainst(proseOf(language, text, part.block, part.span), steps));
  return {
    instructions: (instructing, stop) =>
      instructionsIn(written, document, instructing, stop, denies),
    dismiss: (span, place) => {
      if (isAlone(text, span)) return null;
      const warning = guard
        ? null
        : firstOf((language) => {
            const evidence = layoutIn(language).warning(span, place);
            // a mark such as ❌ is judged in the first language only, with the words between it and the match
            const isFirst = language === judging()[0];
            return evidence === null || isFirst || HAS_LETTER.test(text.slice(...evidence))
              ? evidence
              : null;
          });
      if (warning !== null)
        return {
          reason: "warned-against",
          message: `warned against by: "${excerpt(text.slice(...warning))}"`,
          evidence: warning,
        };
      const report = guard
        ? null
        : firstOf((language) => layoutIn(language).reported(span, place), "may-report");
      if (report !== null)
        return {
          reason: "reported",
          message: `is reported, not instructed: "${excerpt(text.slice(...report))}"`,
          evidence: report,
        };
      const isProse = place.kind === "prose" || place.kind === "quoted";
      const mark =
        place.block.kind === "code"
          ? null
          : struckOut(text, span, [place.block.start, place.block.end]);
      if (mark !== null) return { reason: "removed", message: "is struck out", evidence: mark };
      const label = firstOf((language) => layoutIn(language).returned(span, place), "output-label");
      if (label !== null)
        return {
          reason: "output",
          message: `is a tool's output: "${excerpt(text.slice(...label))}"`,
          evidence: label,
        };
      if (!isProse && place.amongText !== "line") return null;
      // From the start of the whole command: quotation marks inside it belong to the shell.
      const start = Math.min(place.start, span[0]);
      const quoted = displayedInQuotes(
        judging(),
        text,
        [start, span[1]],
        isProse ? [place.block.start, place.block.end] : lineOf(text, span),
      );
      return quoted === null
        ? null
        : {
            reason: "displayed",
            message: `displayed in quotation marks: ${excerpt(text.slice(...quoted))}`,
            evidence: quoted,
          };
    },
  };
}

function isAgainst(paragraph: Paragraph, steps: Span): boolean {
  paragraph.reveal(steps);
  return paragraph.against(steps) !== null || paragraph.accountOf(steps).account === "reports";
}

const QUOTATION_ENTITY = /&(?:(ldquo|#8220|#x201c)|(rdquo|#8221|#x201d)|quot|#34|#x22);/gi;

/**
 * Replaces quotation marks that are written as entities. Each is padded with spaces on its outer side to its old length, so that
 * no offset changes.
 */
function withQuotationMarks(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    QUOTATION_ENTITY,
    (entity, opening: string | undefined, closing: string | undefined, at: number) => {
      const opens =
        opening !== undefined ||
        (closing === undefined && /^[\s([{>—–:-]?$/.test(text.slice(Math.max(0, at - 1), at)));
      const mark = opening !== undefined ? "“" : closing !== undefined ? "”" : '"';
      return opens ? mark.padStart(entity.length) : mark.padEnd(entity.length);
    },
  );
}

/** Whether a text consists only of the command, so that no word can be about it. */
function isAlone(text: string, [start, end]: Span): boolean {
  if (text.length - (end - start) > MAX_AROUND) return false;
  return (text.slice(0, start) + text.slice(end)).replaceAll("`", "").trim() === "";
}

/** Returns the span of the line of a match, at most `MAX_QUOTATION_DISTANCE` characters on each side of the match. */
function lineOf(text: string, [start, end]: Span): Span {
  const from = Math.max(0, start - MAX_QUOTATION_DISTANCE);
  const around = text.slice(from, end + MAX_QUOTATION_DISTANCE);
  const feed = around.indexOf("\n", end - from);
  return [
    from + around.lastIndexOf("\n", start - from - 1) + 1,
    from + (feed < 0 ? around.length : feed),
  ];
}

function excerpt(words: string): string {
  const line = words.replace(/\s+/g, " ").trim();
  return line.length > MAX_EXCERPT_LENGTH ? `${line.slice(0, MAX_EXCERPT_LENGTH - 1)}…` : line;
}
