import { allMatches } from "../scan.js";
import { shape } from "./language/spoken.js";
import { POINTS_BACK, SUMS_UP } from "./shapes.js";
import { GRAMMAR } from "./grammar.js";
import { isLimited } from "./limits.js";
import { COMMAND } from "./signs.js";
import { readObject } from "./objects.js";
import type { Judgement } from "./polarity.js";
import { FARTHEST } from "./reach.js";

/** How far before a pronoun another prohibition is looked for. */
const NEAR = 400;
/** A comma and a pronoun are no longer than this. */
const SHORT = 24;
const PRONOUN_SUBJECT = shape("pronoun-subject");
const OF_FETCHED_CODE = shape("of-fetched-code");
const OWN_COMMAND = new RegExp(`^[\\s"'“(]*${COMMAND}+`);

/**
 * Whether the pronoun of a judgement means another thing than the command that ends at `from`: "Run X to get a token.
 * Never paste it anywhere", "Run X. Don't use sudo, it is dangerous". `at` is where the sentence begins in the mask.
 */
export function hasRival(mask: string, from: number, at: number, judgement: Judgement): boolean {
  const [start, end] = [at + judgement.evidence[0], at + judgement.evidence[1]];
  if (judgement.shape === "subject") {
    if (sumsUpAnother(mask.slice(Math.max(from, at, start - NEAR), start))) return true;
    return PRONOUN_SUBJECT.test(mask.slice(Math.max(0, start - 12), start)) && speaksOfAnother(mask.slice(Math.max(0, start - NEAR), start));
  }
  if (judgement.shape !== "object") return false;
  const runs = /(?:run|execut|pip|do)(?:e|ing|ning)?$/.test(mask.slice(start, end));
  const pronoun = /^\s*(?:it|them|that)\b/.test(mask.slice(at + judgement.object.start, at + judgement.object.start + 12));
  return !runs && pronoun && GRAMMAR.rival.test(mask.slice(from, Math.min(from + FARTHEST, start)));
}

/** Whether "which" or ", and that" takes up the clause before it, and that one neither points back nor says what becomes of fetched code. */
function sumsUpAnother(before: string): boolean {
  const pronoun = SUMS_UP.exec(before.slice(-SHORT));
  if (pronoun === null) return false;
  const clause = before.slice(0, before.length - pronoun[0].length).split(/[.!?:;]\s/).pop() ?? "";
  return /[a-z]/.test(clause) && !clause.includes(COMMAND) && !POINTS_BACK.test(clause) && !OF_FETCHED_CODE.test(clause);
}

/** Whether the last prohibition before a pronoun is of another thing, or a limited one in the same sentence: the pronoun goes on from there. */
function speaksOfAnother(before: string): boolean {
  const last = allMatches(before, GRAMMAR.handled).pop();
  if (last === undefined) return false;
  const end = last.index + last[0].length;
  const object = readObject(before, end, before.length);
  const rest = before.slice(object.end).replace(OWN_COMMAND, "");
  if (rest.includes(COMMAND) || /[.!?].*[.!?]/s.test(rest)) return false;
  const pause = before.slice(end).search(/[.!?;,]/);
  return object.type === "other" || (!/[.!?]/.test(rest) && isLimited(before, [0, pause < 0 ? before.length : end + pause], [last.index, end]));
}
