import type { Language } from "../language/prose-language.js";
import { COMMAND } from "./mask-characters.js";

/** One side of a sentence: the text between marks or words that contrast, such as "but". A prohibition applies only to its own side. */
export interface Clause {
  readonly start: number;
  readonly end: number;
  /** Whether it is the side to which the sentence turns ("instead run X"), or one with a recommending label. */
  readonly favours: boolean;
  /** Whether it begins with a turn or a new imperative, not only a semicolon. */
  readonly turned: boolean;
}

/** Maximum distance of "instead" from the verb of "use X instead", of a label from words that limit it, and between brackets. */
const MAX_DISTANCE = 400;

/** Returns the sides of one sentence. `busy` returns whether a position is inside the words of some evidence. */
export function splitClauses(
  language: Language,
  text: string,
  busy: (at: number) => boolean,
): Clause[] {
  const turns = new Map<number, Turn>();
  const add: Add = (at, turn) => {
    if ((turns.get(at) ?? 0) < turn) turns.set(at, turn);
  };
  semicolons(language, text, add);
  for (const match of language.all("presents-better", text)) add(match.index, Turn.Favoured);
  turnWords(language, text, add);
  newImperatives(language, text, busy, add);
  insteads(language, text, busy, add);
  labels(language, text, add);
  return clausesBetween(text, turns);
}

/** How strongly a side contrasts with the text before it: it begins after a pause, is a new side, or is a recommended side. */
enum Turn {
  None = 0,
  Pause = 1,
  Side = 2,
  Favoured = 3,
}

type Add = (at: number, turn: Turn) => void;

function semicolons(language: Language, text: string, add: Add): void {
  for (let at = text.indexOf(";"); at >= 0; at = text.indexOf(";", at + 1))
    add(at, language.test("instructs-again", text.slice(at, at + 80)) ? Turn.Side : Turn.Pause);
}

function turnWords(language: Language, text: string, add: Add): void {
  for (const match of language.all("turn", text)) {
    const before = text.slice(Math.max(0, match.index - 60), match.index);
    if (
      !language.test("harmless-turn", before) &&
      !(
        language.test("adjective-before", before) &&
        language.test("same-noun", text.slice(match.index, match.index + 80))
      )
    )
      add(match.index, Turn.Side);
  }
}

/** Adds the sides that ", run X" and ": use X" begin, unless they continue a list of verbs or say what "this" is. */
function newImperatives(
  language: Language,
  text: string,
  busy: (at: number) => boolean,
  add: Add,
): void {
  for (const match of language.all("new-imperative", text)) {
    const at = match.index;
    const mark = (match.groups?.["connective"] ?? match.groups?.["bare"] ?? "").trim();
    const before = text.slice(Math.max(0, at - 60), at);
    if (
      busy(at) ||
      language.test("turn-word-before", before) ||
      (!language.test("joins", mark) && language.test("points-ahead", before)) ||
      (mark === ":" && endsWithLabel(language, before))
    )
      continue;
    add(at, Turn.Side);
    const close = mark === "(" ? text.slice(at, at + MAX_DISTANCE).indexOf(")") : -1;
    if (close > 0) add(at + close + 1, Turn.Side);
  }
}

function endsWithLabel(language: Language, before: string): boolean {
  const label = language.exec("bad-label", before + ":");
  return label !== null && label[0].length >= before.length;
}

/** Adds the sides that "instead" begins: at the word itself, or at the verb before it ("use X instead"). */
function insteads(language: Language, text: string, busy: (at: number) => boolean, add: Add): void {
  for (const match of language.all("instead", text)) {
    const start = Math.max(0, match.index - MAX_DISTANCE);
    const before = text.slice(start, match.index);
    if (language.test("side-begins", before)) {
      add(match.index, Turn.Favoured);
      continue;
    }
    // the last imperative that no negator governs
    const verb = language.all("imperative", before).findLast(({ index }) => !busy(start + index));
    if (verb !== undefined) add(start + verb.index, Turn.Favoured);
  }
  for (const match of language.all("rather", text)) {
    if (language.test("side-begins", text.slice(Math.max(0, match.index - 12), match.index)))
      add(match.index, Turn.Favoured);
  }
}

/** Adds the sides that marks and labels begin: "❌ X ✅ Y", "Bad: X, good: Y". */
function labels(language: Language, text: string, add: Add): void {
  const firstCommand = text.indexOf(COMMAND);
  // A mark before its command recommends it; after the command it only ends the side.
  const opensAhead = (at: number): boolean => firstCommand < 0 || at < firstCommand;
  for (const match of language.all("good-marks", text))
    add(match.index, opensAhead(match.index) ? Turn.Favoured : Turn.Side);
  for (const match of language.all("bad-marks", text)) add(match.index, Turn.Side);
  for (const match of language.all("replaced", text)) add(match.index + match[0].length, Turn.Side);
  for (const match of language.all("label-place", text)) {
    const at = match.index + match[0].length;
    const before = text.slice(Math.max(0, at - MAX_DISTANCE), at);
    if (language.test("limited-before", before) && !language.test("meets-it", before)) continue;
    if (isLabel(language.exec("good-label", text, at))) add(at, Turn.Favoured);
    else if (isLabel(language.exec("bad-label", text, at))) add(at, Turn.Side);
  }
  if (language.test("good-label", text)) add(0, Turn.Favoured);
}

function isLabel(label: RegExpExecArray | null): boolean {
  return label !== null && ":：→⇒>".includes(label[0].slice(-1));
}

function clausesBetween(text: string, turns: ReadonlyMap<number, Turn>): Clause[] {
  const starts = [...turns.keys()].filter((at) => at > 0).sort((a, b) => a - b);
  const clauses: Clause[] = [];
  let start = 0;
  let favours = false;
  for (const next of [...starts, text.length]) {
    const turn = turns.get(start) ?? Turn.None;
    // A recommendation applies up to the end of the sentence; a warning on a later side is judged separately.
    favours ||= turn === Turn.Favoured;
    clauses.push({ start, end: next, favours, turned: turn >= Turn.Side });
    start = next;
  }
  return clauses;
}
