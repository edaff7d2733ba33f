import { shape } from "../language/current-language.js";
import { isLimited } from "./conditions.js";
import { COMMAND } from "./signs.js";
import { readObject } from "./objects.js";
import type { Judgement } from "./evidence.js";
import { FARTHEST } from "./anaphora.js";

/** How far before a pronoun another prohibition is looked for. */
const NEAR = 400;
/** The longest comma with a pronoun. */
const SHORT = 24;

/**
 * Whether the pronoun of a judgement refers to something other than the command that ends at `from`: "Run X to get a token. Never
 * paste it anywhere", "Run X. Don't use sudo, it is dangerous". `at` is where the sentence begins in the mask.
 */
export function hasRival(mask: string, from: number, at: number, judgement: Judgement): boolean {
  const [start, end] = [at + judgement.evidence[0], at + judgement.evidence[1]];
  if (judgement.shape === "subject") {
    if (sumsUpAnother(mask.slice(Math.max(from, at, start - NEAR), start))) return true;
    const before = mask.slice(Math.max(0, start - NEAR), start);
    return shape("pronoun-subject").test(before.slice(-12)) && isAboutAnother(before);
  }
  if (judgement.shape !== "object") return false;
  const runs = shape("runs-or-does").test(mask.slice(start, end));
  const pronoun = shape("pronoun-object").test(
    mask.slice(at + judgement.object.start, at + judgement.object.start + 12),
  );
  return (
    !runs && pronoun && shape("rival").test(mask.slice(from, Math.min(from + FARTHEST, start)))
  );
}

/**
 * Whether "which" or ", and that" refers to the clause before it, and that clause neither points back nor says what happens to
 * fetched code.
 */
function sumsUpAnother(before: string): boolean {
  const pronoun = shape("sums-up").exec(before.slice(-SHORT));
  if (pronoun === null) return false;
  const clause =
    before
      .slice(0, before.length - pronoun[0].length)
      .split(shape("clause-gap").expression)
      .pop() ?? "";
  if (!shape("letter").test(clause) || clause.includes(COMMAND)) return false;
  return !shape("points-back").test(clause) && !shape("of-fetched-code").test(clause);
}

/**
 * Whether the last prohibition before a pronoun is about another thing, or is a limited one in the same sentence: the pronoun
 * then refers to that.
 */
function isAboutAnother(before: string): boolean {
  const last = shape("handled").all(before).pop();
  if (last === undefined) return false;
  const end = last.index + last[0].length;
  const object = readObject(before, end, before.length);
  const rest = before.slice(object.end).replace(shape("own-command").expression, "");
  if (rest.includes(COMMAND) || shape("two-stops").test(rest)) return false;
  const pause = before.slice(end).search(shape("stop-or-pause").expression);
  return (
    object.type === "other" ||
    (!shape("stop").test(rest) &&
      isLimited(before, [0, pause < 0 ? before.length : end + pause], [last.index, end]))
  );
}
