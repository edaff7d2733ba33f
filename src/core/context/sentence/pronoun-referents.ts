import type { Language } from "../language/prose-language.js";
import { isLimited } from "./conditions.js";
import { COMMAND } from "./mask-characters.js";
import { readObject } from "./object-and-subject.js";
import type { Judgement } from "./judgement.js";
import { MAX_DISTANCE } from "./judgement-reach.js";

/** Number of characters before a pronoun that are searched for another prohibition. */
const LOOK_BACK = 400;
/** Maximum length of a comma with the pronoun after it: ", and that". */
const MAX_COMMA_LENGTH = 24;

/**
 * Whether the pronoun of a judgement refers to something other than the command that ends at `from`: "Run X to get a token. Never
 * paste it anywhere", "Run X. Don't use sudo, it is dangerous". `at` is the offset of the sentence in the mask.
 */
export function hasRival(
  language: Language,
  mask: string,
  from: number,
  at: number,
  judgement: Judgement,
): boolean {
  const [start, end] = [at + judgement.evidence[0], at + judgement.evidence[1]];
  if (judgement.shape === "subject") {
    if (sumsUpAnother(language, mask.slice(Math.max(from, at, start - LOOK_BACK), start)))
      return true;
    const before = mask.slice(Math.max(0, start - LOOK_BACK), start);
    return language.test("pronoun-subject", before.slice(-12)) && isAboutAnother(language, before);
  }
  if (judgement.shape !== "object") return false;
  const runs = language.test("runs-or-does", mask.slice(start, end));
  const pronoun = language.test(
    "pronoun-object",
    mask.slice(at + judgement.object.start, at + judgement.object.start + 12),
  );
  return (
    !runs &&
    pronoun &&
    language.test("rival", mask.slice(from, Math.min(from + MAX_DISTANCE, start)))
  );
}

/**
 * Whether "which" or ", and that" sums up a clause that contains no command, does not point back, and does not say what happens to
 * fetched code.
 */
function sumsUpAnother(language: Language, before: string): boolean {
  const pronoun = language.exec("sums-up", before.slice(-MAX_COMMA_LENGTH));
  if (pronoun === null) return false;
  const clause =
    before
      .slice(0, before.length - pronoun[0].length)
      .split(language.expression("clause-gap"))
      .pop() ?? "";
  if (!language.test("letter", clause) || clause.includes(COMMAND)) return false;
  return !language.test("points-back", clause) && !language.test("of-fetched-code", clause);
}

/**
 * Whether the last prohibition before a pronoun is about another thing, or is a limited prohibition in the same sentence. The
 * pronoun then refers to what is prohibited.
 */
function isAboutAnother(language: Language, before: string): boolean {
  const last = language.all("handled", before).pop();
  if (last === undefined) return false;
  const end = last.index + last[0].length;
  const object = readObject(language, before, end, before.length);
  const rest = before.slice(object.end).replace(language.expression("own-command"), "");
  if (rest.includes(COMMAND) || language.test("two-stops", rest)) return false;
  const pause = before.slice(end).search(language.expression("stop-or-pause"));
  return (
    object.type === "other" ||
    (!language.test("stop", rest) &&
      isLimited(language, before, [0, pause < 0 ? before.length : end + pause], [last.index, end]))
  );
}
