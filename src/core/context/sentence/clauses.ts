import { type Shape, shape } from "../language/current-language.js";
import { COMMAND } from "./signs.js";

/** One side of a sentence: a prohibition on it applies up to its end. */
export interface Clause {
  readonly start: number;
  readonly end: number;
  /** Whether it is the side to which the sentence turns ("instead run X"), or one with a recommending label. */
  readonly favours: boolean;
  /** Whether it begins with a turn or a new imperative, not only a semicolon. */
  readonly turned: boolean;
}

/** How far back the verb of "use X instead" is looked for. */
const REACH = 400;

/** Returns the sides of one sentence. `busy` returns whether a position is inside the words of some evidence. */
export function splitClauses(text: string, busy: (at: number) => boolean): Clause[] {
  const turns = new Map<number, Turn>();
  const add: Add = (at, turn) => {
    if ((turns.get(at) ?? 0) < turn) turns.set(at, turn);
  };
  semicolons(text, add);
  for (const match of shape("presents-better").all(text)) add(match.index, Turn.Favoured);
  turnWords(text, add);
  newImperatives(text, busy, add);
  insteads(text, busy, add);
  labels(text, add);
  return clausesBetween(text, turns);
}

/** How strongly a side turns: a pause, a new side, or the recommended side. */
enum Turn {
  None = 0,
  Pause = 1,
  Side = 2,
  Favoured = 3,
}

type Add = (at: number, turn: Turn) => void;

function semicolons(text: string, add: Add): void {
  for (let at = text.indexOf(";"); at >= 0; at = text.indexOf(";", at + 1))
    add(at, shape("instructs-again").test(text.slice(at, at + 80)) ? Turn.Side : Turn.Pause);
}

function turnWords(text: string, add: Add): void {
  for (const match of shape("turn").all(text)) {
    const before = text.slice(Math.max(0, match.index - 60), match.index);
    if (
      !shape("harmless-turn").test(before) &&
      !(
        shape("adjective-before").test(before) &&
        shape("same-noun").test(text.slice(match.index, match.index + 80))
      )
    )
      add(match.index, Turn.Side);
  }
}

/** Adds the sides that ", run X" and ": use X" begin, unless they continue a list of verbs or say what "this" is. */
function newImperatives(text: string, busy: (at: number) => boolean, add: Add): void {
  for (const match of shape("new-imperative").all(text)) {
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
    const close = mark === "(" ? text.slice(at, at + REACH).indexOf(")") : -1;
    if (close > 0) add(at + close + 1, Turn.Side);
  }
}

function endsWithLabel(before: string): boolean {
  const label = shape("bad-label").exec(before + ":");
  return label !== null && label[0].length >= before.length;
}

/** Adds the sides that "instead" begins: at the word itself, or at the verb before it ("use X instead"). */
function insteads(text: string, busy: (at: number) => boolean, add: Add): void {
  for (const match of shape("instead").all(text)) {
    const start = Math.max(0, match.index - REACH);
    const before = text.slice(start, match.index);
    if (shape("side-begins").test(before)) {
      add(match.index, Turn.Favoured);
      continue;
    }
    // the last imperative that no negator governs
    const verb = shape("imperative")
      .all(before)
      .findLast(({ index }) => !busy(start + index));
    if (verb !== undefined) add(start + verb.index, Turn.Favoured);
  }
  for (const match of shape("rather").all(text)) {
    if (shape("side-begins").test(text.slice(Math.max(0, match.index - 12), match.index)))
      add(match.index, Turn.Favoured);
  }
}

/** Adds the sides that marks and labels begin: "❌ X ✅ Y", "Bad: X, good: Y". */
function labels(text: string, add: Add): void {
  const firstCommand = text.indexOf(COMMAND);
  // A mark before its command recommends it; after the command it only ends the side.
  const opensAhead = (at: number): boolean => firstCommand < 0 || at < firstCommand;
  for (const match of shape("good-marks").all(text))
    add(match.index, opensAhead(match.index) ? Turn.Favoured : Turn.Side);
  for (const match of shape("bad-marks").all(text)) add(match.index, Turn.Side);
  for (const match of shape("replaced").all(text)) add(match.index + match[0].length, Turn.Side);
  for (const match of shape("label-place").all(text)) {
    const at = match.index + match[0].length;
    const before = text.slice(Math.max(0, at - REACH), at);
    if (shape("limited-before").test(before) && !shape("meets-it").test(before)) continue;
    if (isLabel(shape("good-label"), text, at)) add(at, Turn.Favoured);
    else if (isLabel(shape("bad-label"), text, at)) add(at, Turn.Side);
  }
  if (shape("good-label").test(text)) add(0, Turn.Favoured);
}

function isLabel(pattern: Shape, text: string, at: number): boolean {
  const label = pattern.exec(text, at);
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
