import type { Span } from "../../model.js";
import type { Clause } from "./clauses.js";
import { group, shape, type Shape } from "../language/current-language.js";
import { COMMAND } from "./signs.js";
import { isLimited, isSubjectLimited, isSubordinate } from "./conditions.js";
import { readObject, readSubject, type ObjectPhrase, type SubjectType } from "./objects.js";

/** Words in a sentence that forbid, reject or condemn; positions count from its start. */
export interface Evidence {
  readonly shape: "object" | "means" | "subject" | "predicate" | "attribute" | "rejected";
  readonly span: Span;
  /** The verb of running that the negator governs, if there is one. */
  readonly verb: string;
}

/** The judgement of one side of a sentence against a command. */
export type Judgement = {
  readonly evidence: Span;
  readonly clause: Clause;
} & (
  | {
      readonly shape: "object";
      readonly object: ObjectPhrase;
      readonly executes: boolean;
      readonly names: boolean;
      readonly explicit: boolean;
    }
  | { readonly shape: "means"; readonly object: ObjectPhrase }
  | {
      readonly shape: "subject";
      readonly subject: SubjectType;
      readonly plural: boolean;
      readonly executes: boolean;
    }
  | { readonly shape: "attribute" }
  | { readonly shape: "rejected"; readonly object: ObjectPhrase; readonly until: number }
  | { readonly shape: "label" }
  | { readonly shape: "trailing" }
  | { readonly shape: "elliptic" }
);

/** How many characters before a piece of evidence are read for words that weaken it. */
const CONTEXT = 160;
/** The longest prohibition that ends a sentence. */
const LONGEST_ENDING = 60;

/** Whether a lower-case text may contain a judgement against a command: most texts do not, and need not be read. */
export function mayJudge(text: string): boolean {
  if (group("judging").list.length === 0) return true;
  return (
    shape("may-judge").test(text) || shape("any-mark").test(text) || shape("denied-cell").test(text)
  );
}

/** Returns all evidence in a sentence, in order of its position. */
export function findEvidence(mask: string): Evidence[] {
  // a command on a separate line: nothing is said
  if (!shape("letter").test(mask)) return [];
  const negators = shape("negation")
    .all(mask)
    .map(({ index }) => index);
  const found: Evidence[] = [
    ...negated(mask, negators, shape("active"), "object"),
    ...negated(mask, negators, shape("direct"), "object"),
    ...negated(mask, negators, shape("gerund"), "object"),
    ...negated(
      mask,
      negators.filter((at) => leavesOpen(mask, at)),
      shape("open-ended"),
      "object",
    ),
    ...matches(mask, shape("contrast"), "object"),
    ...negated(mask, negators, shape("means"), "means"),
    ...negated(mask, negators, shape("means-gerund"), "means"),
    ...matches(mask, shape("passive"), "subject"),
    // searching for the word alone is cheap
    ...(shape("attribute").test(mask)
      ? [
          ...matches(mask, shape("predicate"), "predicate"),
          ...matches(mask, shape("called"), "subject"),
          ...matches(mask, shape("attribute"), "attribute"),
        ]
      : []),
    ...matches(mask, shape("reject"), "rejected"),
  ];
  return found.sort((a, b) => a.span[0] - b.span[0] || b.span[1] - a.span[1]);
}

/** Whether a negator near the end may forbid what follows: "some do not:" and "users who may not:" state something. */
function leavesOpen(mask: string, at: number): boolean {
  if (at < mask.length - LONGEST_ENDING) return false;
  const before = mask.slice(Math.max(0, at - CONTEXT), at);
  return (
    (!shape("says-what-is").test(mask.slice(at)) || shape("imperative-place").test(before)) &&
    !shape("stated-of").test(before) &&
    !before.includes(COMMAND)
  );
}

/** Returns the matches of a sticky pattern that begin where negators do; like those of a global pattern they never overlap. */
function negated(
  mask: string,
  negators: readonly number[],
  pattern: Shape,
  kind: Evidence["shape"],
): Evidence[] {
  const found: RegExpExecArray[] = [];
  let end = 0;
  for (const at of negators) {
    if (at < end) continue;
    const match = pattern.exec(mask, at);
    if (match === null) continue;
    found.push(match);
    end = at + match[0].length;
  }
  return matches(mask, pattern, kind, found);
}

function matches(
  mask: string,
  pattern: Shape,
  kind: Evidence["shape"],
  candidates = pattern.all(mask),
): Evidence[] {
  return candidates
    .filter((match) => isSound(mask, match, kind, pattern))
    .map((match) => {
      const { words = match[0], verb = "" } = match.groups ?? {};
      const start = match.index + match[0].length - words.trimStart().length;
      return { shape: kind, span: [start, match.index + match[0].trimEnd().length], verb };
    });
}

/** Whether the words before and after the evidence do not weaken it. */
function isSound(
  mask: string,
  match: RegExpMatchArray,
  kind: Evidence["shape"],
  pattern: Shape,
): boolean {
  const at = match.index ?? 0;
  const before = mask.slice(Math.max(0, at - CONTEXT), at);
  const after = mask.slice(at + match[0].length, at + match[0].length + 240);
  // "not safe to interrupt", "dangerous to skip": omitting it would be dangerous
  if ((kind === "subject" || kind === "predicate") && shape("spared").test(after)) return false;
  switch (kind) {
    case "object":
      if (shape("negates-each").test(match[0]) && shape("states").test(after)) return false;
      if (shape("condemns").test(match[0]) && shape("negated").test(before)) return false;
      // "Should you not run X, …": a condition
      if (shape("supposes").test(match[0]) && !shape("letter").test(before)) return false;
      if (shape("not-to").test(match[0]) && shape("mistake").test(before)) return false;
      if (
        shape("harmless").test(before) &&
        (!shape("asked-of-duty").test(match[0]) || shape("denied-reason").test(before))
      )
        return false;
      if (shape("whether").test(before) && shape("bare-not").test(match[0])) return false;
      return pattern === shape("gerund") || shape("avoids").test(match[0])
        ? isSoundGerund(match, before, after)
        : true;
    case "means":
      if (shape("harmless").test(before)) return false;
      return (
        !shape("wants-ing").test(match[0]) ||
        !shape("harmless-gerund").test(before) ||
        shape("wished").test(before)
      );
    case "subject":
      if (
        pattern === shape("called") &&
        (shape("negated").test(before) || shape("of-none").test(before))
      )
        return false;
      // "discouraged packages are removed"
      if (shape("bare-participle").test(match[0]) && shape("noun-behind").test(after)) return false;
      return !(
        shape("unfinished-passive").test(match[0]) ||
        shape("no-longer").test(before) ||
        (shape("it-last").test(before) && shape("extraposed").test(after))
      );
    case "predicate":
      return isSoundPredicate(match, before, after);
    case "attribute":
      if (
        shape("negated").test(before) ||
        shape("contrasted").test(before) ||
        shape("other-thing").test(after)
      )
        return false;
      return (
        !shape("repairs").test(before) ||
        shape("command-next").test(after) ||
        shape("exemplified").test(after)
      );
    case "rejected":
      return true;
  }
}

function isSoundGerund(match: RegExpMatchArray, before: string, after: string): boolean {
  if (shape("enthusiasm").test(after) && shape("speaks-of-recommending").test(match[0]))
    return false;
  // "stop, then run X": two instructions
  if (
    shape("ceases").test(match[0]) &&
    (match.groups?.["verb"] === undefined || shape("pauses").test(match[0]))
  )
    return false;
  // "`npm` is not recommended": the passive is read as such
  if (shape("negated-participle").test(match[0]) && shape("copula-last").test(before)) return false;
  const isWished = shape("wished").test(before) && !shape("unwished").test(before);
  return isWished || !shape("harmless-gerund").test(before) || !shape("acts-alone").test(match[0]);
}

function isSoundPredicate(match: RegExpMatchArray, before: string, after: string): boolean {
  if (
    shape("negated").test(before) ||
    shape("disbelieved").test(before) ||
    shape("none-before").test(before)
  )
    return false;
  if (shape("other-thing").test(after) || shape("say-nothing").test(match[0])) return false;
  if (
    shape("seems").test(match[0]) &&
    (shape("seems-only").test(after) || shape("conceded-before").test(before))
  )
    return false;
  return (
    !shape("indefinite-last").test(before) &&
    !(shape("it-last").test(before) && shape("extraposed").test(after))
  );
}

/** Returns the judgement of a piece of evidence on its side of the sentence, or null if it is not against a command. */
export function judge(
  mask: string,
  evidence: Evidence,
  clause: Clause,
  answer: Answer | null,
): Judgement | null {
  const { span } = evidence;
  const side: Span = [clause.start, clause.end];
  if (isQuestion(mask, span[0], answer) || isSubordinate(mask, side, span)) return null;
  const base = { evidence: span, clause };
  switch (evidence.shape) {
    case "object": {
      if (isLimited(mask, side, span)) return null;
      if (
        shape("not-both").test(mask.slice(span[1], clause.end)) &&
        !shape("wants-ing").test(mask.slice(...span))
      )
        return null;
      const object = readObject(mask, span[1], clause.end);
      if (object.type === "none" && isSubjectLimited(mask, side, span)) return null;
      return {
        ...base,
        shape: "object",
        object,
        executes: group("verbs.executes").has(evidence.verb),
        names: group("verbs.names").has(evidence.verb),
        explicit: group("verbs.explicit").has(evidence.verb),
      };
    }
    case "means":
      return isLimited(mask, side, span)
        ? null
        : { ...base, shape: "means", object: readObject(mask, span[1], clause.end) };
    case "subject":
    case "predicate": {
      if (isLimited(mask, side, span) || isSubjectLimited(mask, side, span)) return null;
      if (shape("left-out").test(mask.slice(Math.max(clause.start, span[0] - CONTEXT), span[0])))
        return null;
      const executes = group("verbs.executes").has(evidence.verb);
      const subject = shape("none-of-them").test(mask.slice(...span))
        ? ({ type: "either", plural: true } as const)
        : readSubject(mask.slice(Math.max(clause.start, span[0] - 160), span[0]));
      return { ...base, shape: "subject", subject: subject.type, plural: subject.plural, executes };
    }
    case "attribute":
      return { ...base, shape: "attribute" };
    case "rejected": {
      const object = readObject(mask, span[1], clause.end);
      return {
        ...base,
        shape: "rejected",
        object,
        until: rejectionEnd(mask, span, clause, object),
      };
    }
  }
}

/** Whether a sentence is a question that asserts nothing; one that asks for the reason or is answered with a yes does. */
function isQuestion(sentence: string, at: number, answer: Answer | null): boolean {
  if (answer !== null && at < answer.span[0]) return !answer.granted;
  return (
    shape("question-end").test(sentence.slice(-8)) &&
    !shape("question-tag").test(sentence.slice(-24)) &&
    !shape("question-that-asserts").test(sentence.slice(0, 40))
  );
}

/** The short answer that a sentence gives to its own question: "? No." */
export interface Answer {
  readonly span: Span;
  readonly granted: boolean;
}

export function answerIn(sentence: string): Answer | null {
  const answer = shape("answer").exec(sentence);
  return answer === null
    ? null
    : {
        span: [answer.index, answer.index + answer[0].length],
        granted: answer.groups?.["yes"] !== undefined,
      };
}

/**
 * Returns where a rejected phrase ends: at a comma that does not continue the list, a colon, a bracket, or the verb of the main
 * clause ("instead of X use Y").
 */
function rejectionEnd(mask: string, span: Span, clause: Clause, object: ObjectPhrase): number {
  const isNamed = object.type === "other" || object.type === "command" || object.type === "back";
  const text = mask.slice(span[1], Math.min(clause.end, span[1] + 1500));
  const opens = shape("pause-before").test(
    mask.slice(Math.max(clause.start, span[0] - 12), span[0]),
  );
  let at = 0;
  let words = 0;
  for (const match of shape("token").each(text)) {
    at = match.index;
    const token = match[0];
    // ", B or C": a list of rejected commands; where the phrase opens the sentence, only with its "or"
    if (
      token === "," &&
      !(opens ? shape("list-goes-on-by-word") : shape("list-goes-on")).test(text.slice(at + 1))
    )
      return span[1] + at;
    // "replace X with Y"
    if (
      ";)—–".includes(token) ||
      (group("replacing").has(token) && text.slice(0, at).includes(COMMAND))
    )
      return span[1] + at;
    if (token === ":" && (isNamed || !shape("command-next").test(text.slice(at + 1))))
      return span[1] + at;
    if (opens && words > 0 && shape("any-imperative").test(token)) return span[1] + at;
    words++;
  }
  return span[1] + text.length;
}
