import type { Span } from "../../model.js";
import type { Language } from "../language/prose-language.js";
import { COMMAND } from "./mask-characters.js";

/** Words in a sentence that forbid, reject or condemn. Offsets count from the start of the sentence. */
export interface Evidence {
  readonly shape: "object" | "means" | "subject" | "predicate" | "attribute" | "rejected";
  readonly span: Span;
  /** The verb of running that the negator governs, if there is one. */
  readonly verb: string;
}

/** Number of characters before evidence that are searched for words that weaken it. */
const CONTEXT = 160;
/** Maximum length of a prohibition that ends a sentence. */
const MAX_ENDING_LENGTH = 60;

/** Whether a lower-case text or sentence may contain a judgement against a command: most do not, and need not be read. */
export function mayJudge(language: Language, text: string): boolean {
  if (language.list("judging").length === 0) return true;
  return (
    language.test("may-judge", text) ||
    language.test("any-mark", text) ||
    language.test("denied-cell", text)
  );
}

/** The shape of evidence, with two shapes whose words are tested differently: "gerund" is an object, "called" a subject. */
type Kind = Evidence["shape"] | "gerund" | "called";

/** Returns all evidence in a sentence, in order of its position. */
export function findEvidence(language: Language, mask: string): Evidence[] {
  // a command on a separate line: nothing is said
  if (!language.test("letter", mask) || !mayJudge(language, mask)) return [];
  const negators = language.all("negation", mask).map(({ index }) => index);
  const open = negators.filter((at) => leavesOpen(language, mask, at));
  const sound = (kind: Kind, matches: readonly RegExpExecArray[]): Evidence[] =>
    matches
      .filter((match) => isSound(language, mask, match, kind))
      .map((match) => evidenceOf(match, kind));
  const found: Evidence[] = [
    ...sound("object", matchesAt(negators, mask, language.expression("active"))),
    ...sound("object", matchesAt(negators, mask, language.expression("direct"))),
    ...sound("gerund", matchesAt(negators, mask, language.expression("gerund"))),
    ...sound("object", matchesAt(open, mask, language.expression("open-ended"))),
    ...sound("object", language.all("contrast", mask)),
    ...sound("means", matchesAt(negators, mask, language.expression("means"))),
    ...sound("means", matchesAt(negators, mask, language.expression("means-gerund"))),
    ...sound("subject", language.all("passive", mask)),
    // searching for the word alone is cheap
    ...(language.test("attribute", mask)
      ? [
          ...sound("predicate", language.all("predicate", mask)),
          ...sound("called", language.all("called", mask)),
          ...sound("attribute", language.all("attribute", mask)),
        ]
      : []),
    ...sound("rejected", language.all("reject", mask)),
  ];
  return found.sort((a, b) => a.span[0] - b.span[0] || b.span[1] - a.span[1]);
}

/** Whether a negator near the end may forbid what follows; "some do not:" and "users who may not:" only state something. */
function leavesOpen(language: Language, mask: string, at: number): boolean {
  if (at < mask.length - MAX_ENDING_LENGTH) return false;
  const before = mask.slice(Math.max(0, at - CONTEXT), at);
  return (
    (!language.test("says-what-is", mask.slice(at)) || language.test("imperative-place", before)) &&
    !language.test("stated-of", before) &&
    !before.includes(COMMAND)
  );
}

/** Returns the matches of a sticky pattern that begin at negators. Like those of a global pattern, they do not overlap. */
function matchesAt(
  negators: readonly number[],
  mask: string,
  pattern: RegExp,
): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  let end = 0;
  for (const at of negators) {
    if (at < end) continue;
    pattern.lastIndex = at;
    const match = pattern.exec(mask);
    if (match === null) continue;
    found.push(match);
    end = at + match[0].length;
  }
  return found;
}

function evidenceOf({ index, 0: matched, groups }: RegExpExecArray, kind: Kind): Evidence {
  const { words = matched, verb = "" } = groups ?? {};
  return {
    shape: kind === "gerund" ? "object" : kind === "called" ? "subject" : kind,
    span: [index + matched.length - words.trimStart().length, index + matched.trimEnd().length],
    verb,
  };
}

/** Whether no words before or after the evidence weaken it. */
function isSound(language: Language, mask: string, match: RegExpExecArray, kind: Kind): boolean {
  const at = match.index;
  const before = mask.slice(Math.max(0, at - CONTEXT), at);
  const after = mask.slice(at + match[0].length, at + match[0].length + 240);
  // "not safe to interrupt", "dangerous to skip": omitting it would be dangerous
  const isStated = kind === "subject" || kind === "called" || kind === "predicate";
  if (isStated && language.test("spared", after)) return false;
  switch (kind) {
    case "object":
    case "gerund":
      if (language.test("negates-each", match[0]) && language.test("states", after)) return false;
      if (language.test("condemns", match[0]) && language.test("negated", before)) return false;
      // "Should you not run X, …": a condition
      if (language.test("supposes", match[0]) && !language.test("letter", before)) return false;
      if (language.test("not-to", match[0]) && language.test("mistake", before)) return false;
      if (
        language.test("harmless", before) &&
        (!language.test("asked-of-duty", match[0]) || language.test("denied-reason", before))
      )
        return false;
      if (language.test("whether", before) && language.test("bare-not", match[0])) return false;
      return kind === "gerund" || language.test("avoids", match[0])
        ? isSoundGerund(language, match, before, after)
        : true;
    case "means":
      if (language.test("harmless", before)) return false;
      return (
        !language.test("wants-ing", match[0]) ||
        !language.test("harmless-gerund", before) ||
        language.test("wished", before)
      );
    case "subject":
    case "called":
      if (
        kind === "called" &&
        (language.test("negated", before) || language.test("of-none", before))
      )
        return false;
      // "discouraged packages are removed"
      if (language.test("bare-participle", match[0]) && language.test("noun-behind", after))
        return false;
      return !(
        language.test("unfinished-passive", match[0]) ||
        language.test("no-longer", before) ||
        (language.test("it-last", before) && language.test("extraposed", after))
      );
    case "predicate":
      return isSoundPredicate(language, match, before, after);
    case "attribute":
      if (
        language.test("negated", before) ||
        language.test("contrasted", before) ||
        language.test("other-thing", after)
      )
        return false;
      return (
        !language.test("repairs", before) ||
        language.test("command-next", after) ||
        language.test("exemplified", after)
      );
    case "rejected":
      return true;
  }
}

function isSoundGerund(
  language: Language,
  match: RegExpExecArray,
  before: string,
  after: string,
): boolean {
  if (language.test("enthusiasm", after) && language.test("speaks-of-recommending", match[0]))
    return false;
  // "stop, then run X": two instructions
  if (
    language.test("ceases", match[0]) &&
    (match.groups?.["verb"] === undefined || language.test("pauses", match[0]))
  )
    return false;
  // "`npm` is not recommended": the passive is read as such
  if (language.test("negated-participle", match[0]) && language.test("copula-last", before))
    return false;
  const isWished = language.test("wished", before) && !language.test("unwished", before);
  return (
    isWished || !language.test("harmless-gerund", before) || !language.test("acts-alone", match[0])
  );
}

function isSoundPredicate(
  language: Language,
  match: RegExpExecArray,
  before: string,
  after: string,
): boolean {
  if (
    language.test("negated", before) ||
    language.test("disbelieved", before) ||
    language.test("none-before", before)
  )
    return false;
  if (language.test("other-thing", after) || language.test("say-nothing", match[0])) return false;
  if (
    language.test("seems", match[0]) &&
    (language.test("seems-only", after) || language.test("conceded-before", before))
  )
    return false;
  return (
    !language.test("indefinite-last", before) &&
    !(language.test("it-last", before) && language.test("extraposed", after))
  );
}
