import { allMatches } from "../../scan.js";
import { type Shape, shape } from "../language/spoken.js";
import { COMMAND } from "./signs.js";

/** One side of a sentence: what a prohibition on it covers ends where it ends. */
export interface Clause {
  readonly start: number;
  readonly end: number;
  /** The side to which the sentence turns ("instead run X"), or one under a good label. */
  readonly favours: boolean;
  /** Begun by a turn or a new imperative, not by a mere semicolon. */
  readonly turned: boolean;
}

/** How far back the verb of "use X instead" is looked for. */
const REACH = 400;

/** The sides of one sentence. `busy` tells whether a place lies inside the words of some evidence. */
export function splitClauses(text: string, busy: (at: number) => boolean): Clause[] {
  const turns = new Map<number, Turn>();
  const add: Add = (at, turn) => {
    if ((turns.get(at) ?? 0) < turn) turns.set(at, turn);
  };
  semicolons(text, add);
  for (const match of allMatches(text, shape("presents-better"))) add(match.index, Turn.Favoured);
  turnWords(text, add);
  newImperatives(text, busy, add);
  insteads(text, busy, add);
  labels(text, add);
  return clausesBetween(text, turns);
}

/** How strongly a side turns: a pause, a new side, or the side that is favoured. */
enum Turn { None = 0, Pause = 1, Side = 2, Favoured = 3 }

type Add = (at: number, turn: Turn) => void;

function semicolons(text: string, add: Add): void {
  for (let at = text.indexOf(";"); at >= 0; at = text.indexOf(";", at + 1))
    add(at, shape("instructs-anew").test(text.slice(at, at + 80)) ? Turn.Side : Turn.Pause);
}

function turnWords(text: string, add: Add): void {
  for (const match of allMatches(text, shape("turn"))) {
    const before = text.slice(Math.max(0, match.index - 60), match.index);
    if (
      !shape("harmless-turn").test(before) &&
      !(shape("adjective-before").test(before) && shape("same-noun").test(text.slice(match.index, match.index + 80)))
    )
      add(match.index, Turn.Side);
  }
}

/** ", run X" and ": use X" begin a new side, unless they continue a list of verbs or say what "this" is. */
function newImperatives(text: string, busy: (at: number) => boolean, add: Add): void {
  for (const match of allMatches(text, shape("new-imperative"))) {
    const at = match.index;
    const mark = (match.groups?.["connective"] ?? match.groups?.["bare"] ?? "").trim();
    const before = text.slice(Math.max(0, at - 60), at);
    if (
      busy(at) ||
      shape("turn-word-before").test(before) ||
      (!shape("joins").test(mark) && shape("points-ahead").test(before)) ||
      (mark === ":" && endsWithLabel(before))
    )
      continue;
    add(at, Turn.Side);
    if (mark === "(") closeBracket(text, at, add);
  }
}

function closeBracket(text: string, open: number, add: Add): void {
  const close = text.slice(open, open + REACH).indexOf(")");
  if (close > 0) add(open + close + 1, Turn.Side);
}

function endsWithLabel(before: string): boolean {
  shape("bad-label").lastIndex = 0;
  const label = shape("bad-label").exec(before + ":");
  return label !== null && label[0].length >= before.length;
}

/** "instead" turns: the side begins at the word itself, or at the verb it stands behind ("use X instead"). */
function insteads(text: string, busy: (at: number) => boolean, add: Add): void {
  for (const match of allMatches(text, shape("instead"))) {
    const start = Math.max(0, match.index - REACH);
    const before = text.slice(start, match.index);
    if (shape("side-begins").test(before)) {
      add(match.index, Turn.Favoured);
      continue;
    }
    const verb = lastImperative(before, (at) => busy(start + at));
    if (verb !== null) add(start + verb, Turn.Favoured);
  }
  for (const match of allMatches(text, shape("rather"))) {
    if (shape("side-begins").test(text.slice(Math.max(0, match.index - 12), match.index))) add(match.index, Turn.Favoured);
  }
}

/** The last imperative of a text that no negator governs. */
function lastImperative(text: string, busy: (at: number) => boolean): number | null {
  let last: number | null = null;
  for (const match of allMatches(text, shape("imperative"))) if (!busy(match.index)) last = match.index;
  return last;
}

/** Marks and labels inside a sentence: "❌ X ✅ Y", "Bad: X, good: Y". */
function labels(text: string, add: Add): void {
  const firstCommand = text.indexOf(COMMAND);
  // A mark before its command favours it; behind it, it only ends the side.
  const opensAhead = (at: number): boolean => firstCommand < 0 || at < firstCommand;
  for (const match of allMatches(text, shape("good-marks"))) add(match.index, opensAhead(match.index) ? Turn.Favoured : Turn.Side);
  for (const match of allMatches(text, shape("bad-marks"))) add(match.index, Turn.Side);
  for (const match of allMatches(text, shape("replaced"))) add(match.index + match[0].length, Turn.Side);
  for (const match of allMatches(text, shape("label-place"))) {
    const at = match.index + match[0].length;
    const before = text.slice(Math.max(0, at - REACH), at);
    if (shape("limited-before").test(before) && !shape("meets-it").test(before)) continue;
    if (isLabel(shape("good-label"), text, at)) add(at, Turn.Favoured);
    else if (isLabel(shape("bad-label"), text, at)) add(at, Turn.Side);
  }
  shape("good-label").lastIndex = 0;
  if (shape("good-label").test(text)) add(0, Turn.Favoured);
}

function isLabel(pattern: Shape, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text) && ":：→⇒>".includes(text.charAt(pattern.lastIndex - 1));
}

function clausesBetween(text: string, turns: ReadonlyMap<number, Turn>): Clause[] {
  const starts = [...turns.keys()].filter((at) => at > 0).sort((a, b) => a - b);
  const clauses: Clause[] = [];
  let start = 0;
  let favours = false;
  for (const next of [...starts, text.length]) {
    const turn = turns.get(start) ?? Turn.None;
    // What is favoured stays so to the end of the sentence; a warning on a later side speaks for itself.
    favours ||= turn === Turn.Favoured;
    clauses.push({ start, end: next, favours, turned: turn >= Turn.Side });
    start = next;
  }
  return clauses;
}
