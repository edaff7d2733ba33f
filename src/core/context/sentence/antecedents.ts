import { allMatches } from "../../scan.js";
import { shapes } from "../language/spoken.js";
import { isLimited } from "./conditions.js";
import { COMMAND } from "./signs.js";
import { readObject } from "./objects.js";
import type { Judgement } from "./evidence.js";
import { FARTHEST } from "./anaphora.js";

const SHAPE = shapes(
  "clause-gap", "handled", "letter", "of-fetched-code", "own-command", "points-back", "pronoun-object", "pronoun-subject", "rival",
  "runs-or-does", "stop", "stop-or-pause", "sums-up", "two-stops",
);

/** How far before a pronoun another prohibition is looked for. */
const NEAR = 400;
/** A comma and a pronoun are no longer than this. */
const SHORT = 24;

/**
 * Whether the pronoun of a judgement means another thing than the command that ends at `from`: "Run X to get a token.
 * Never paste it anywhere", "Run X. Don't use sudo, it is dangerous". `at` is where the sentence begins in the mask.
 */
export function hasRival(mask: string, from: number, at: number, judgement: Judgement): boolean {
  const [start, end] = [at + judgement.evidence[0], at + judgement.evidence[1]];
  if (judgement.shape === "subject") {
    if (sumsUpAnother(mask.slice(Math.max(from, at, start - NEAR), start))) return true;
    return (
      SHAPE.pronounSubject.test(mask.slice(Math.max(0, start - 12), start)) && speaksOfAnother(mask.slice(Math.max(0, start - NEAR), start))
    );
  }
  if (judgement.shape !== "object") return false;
  const runs = SHAPE.runsOrDoes.test(mask.slice(start, end));
  const pronoun = SHAPE.pronounObject.test(mask.slice(at + judgement.object.start, at + judgement.object.start + 12));
  return !runs && pronoun && SHAPE.rival.test(mask.slice(from, Math.min(from + FARTHEST, start)));
}

/**
 * Whether "which" or ", and that" takes up the clause before it, and that one neither points back nor says what becomes of
 * fetched code.
 */
function sumsUpAnother(before: string): boolean {
  const pronoun = SHAPE.sumsUp.exec(before.slice(-SHORT));
  if (pronoun === null) return false;
  const clause = before.slice(0, before.length - pronoun[0].length).split(SHAPE.clauseGap.expression).pop() ?? "";
  return SHAPE.letter.test(clause) && !clause.includes(COMMAND) && !SHAPE.pointsBack.test(clause) && !SHAPE.ofFetchedCode.test(clause);
}

/**
 * Whether the last prohibition before a pronoun is of another thing, or a limited one in the same sentence: the pronoun goes on
 * from there.
 */
function speaksOfAnother(before: string): boolean {
  const last = allMatches(before, SHAPE.handled).pop();
  if (last === undefined) return false;
  const end = last.index + last[0].length;
  const object = readObject(before, end, before.length);
  const rest = before.slice(object.end).replace(SHAPE.ownCommand.expression, "");
  if (rest.includes(COMMAND) || SHAPE.twoStops.test(rest)) return false;
  const pause = before.slice(end).search(SHAPE.stopOrPause.expression);
  return (
    object.type === "other" ||
    (!SHAPE.stop.test(rest) && isLimited(before, [0, pause < 0 ? before.length : end + pause], [last.index, end]))
  );
}
