import { once } from "../../once.js";
import type { Language } from "../language/prose-language.js";
import type { Span } from "../../model.js";
import { splitClauses, type Clause } from "./clauses.js";
import { COMMAND } from "./mask-characters.js";
import { isLimited } from "./conditions.js";
import { isOverruled, type Neighbours } from "./contradiction.js";
import { findEvidence } from "./evidence.js";
import { answerIn, judge, type Answer, type Judgement } from "./judgement.js";
import { MAX_DISTANCE, reachesAhead, reachesAfter } from "./judgement-reach.js";
import { pointsBack, type Reference } from "./back-references.js";
import { insideAny, lowerBound } from "../../text-search.js";

/** Number of characters of the next sentence that are searched for a first word such as "but", which takes back this sentence. */
const RETRACTION_LENGTH = 24;
/** Maximum number of characters of a side that are searched for a label. */
const MAX_LABEL_LENGTH = 300;
/** Maximum length of an ellipsis such as "…, but don't, it's unsigned". */
const MAX_ELLIPSIS_LENGTH = 200;
/** Maximum number of judgements of one side that are read. */
const MAX_IN_CLAUSE = 40;
/** Maximum number of characters between a command and a judgement after it, or between an opening bracket and a mark. */
const MAX_DISTANCE_AFTER = 200;

/** The neighbours of a sentence that has none. */
const ALONE: Neighbours = { before: () => "", after: () => "" };

/** One sentence of a mask: its sides and their judgements. All offsets but `start` and `end` count from the start of the sentence. */
export class Sentence {
  readonly text: string;
  readonly clauses: readonly Clause[];
  readonly judgements: readonly Judgement[];
  private readonly answer: Answer | null;
  /** Whether the answer forbids or condemns; computed once for all commands of the question, which may be many. */
  private readonly answersAgainst = once(() => {
    const question = this.text.slice(0, this.answer?.span[0]);
    if (this.answer?.isYes === true) return this.language.test("asks-danger", question);
    const asked =
      this.language.exec("asks-leave", question) ??
      this.language.exec("asks-means", question) ??
      this.language.exec("asks-safety", question);
    return (
      asked !== null &&
      !isLimited(
        this.language,
        question,
        [0, question.length],
        [asked.index, asked.index + asked[0].length],
      )
    );
  });
  /** Whether the marks follow the commands: "X ❌, Y ✅". */
  private readonly marksTrail: boolean;

  /** `start` and `end` are offsets in the mask; `source` is the document text of the sentence. */
  constructor(
    readonly language: Language,
    mask: string,
    readonly start: number,
    readonly end: number,
    readonly source: string,
    readonly neighbours: Neighbours = ALONE,
  ) {
    this.text = mask.slice(start, end);
    const command = this.text.indexOf(COMMAND);
    this.marksTrail =
      command >= 0 && this.text.search(this.language.expression("any-mark")) > command;
    const isRetracted = this.language.test("takes-back", mask.slice(end, end + RETRACTION_LENGTH));
    const evidence = findEvidence(this.language, this.text).filter(
      (item) =>
        !(
          isRetracted &&
          item.shape === "predicate" &&
          this.language.test("seems", this.text.slice(...item.span))
        ),
    );
    this.clauses = splitClauses(
      this.language,
      this.text,
      insideAny(evidence.map(({ span }) => span)),
    );
    this.answer = answerIn(this.language, this.text);
    const judged = evidence.map((item) =>
      judge(this.language, this.text, item, this.clauseAt(item.span[0]), this.answer),
    );
    const all = [
      ...judged.filter((judgement) => judgement !== null),
      ...this.labels(),
      ...this.asides(),
      ...this.ellipsis(),
    ];
    this.judgements = all
      .filter(({ evidence: span }) => !isOverruled(this.language, this.text, span, neighbours))
      .sort((a, b) => a.evidence[0] - b.evidence[0]);
  }

  /** Returns the judgement against a command of this sentence, on its own side or on a side that points ahead to it. */
  against(command: Span): Judgement | null {
    return this.onItsSide(command) ?? this.fromEarlierSides(command);
  }

  /** Yields the judgements from an offset on that refer back to a command. */
  *pointingBack(
    from: number,
    commandFollows: boolean,
  ): Generator<Reference & { readonly judgement: Judgement }> {
    for (const judgement of this.judgementsFrom(from)) {
      const back = pointsBack(this.language, this.text, judgement, commandFollows);
      if (back !== null) yield { judgement, ...back };
    }
  }

  /** Returns the sides from the last turn on, in reverse order: those that apply to the text after the sentence. */
  finalClauses(): Clause[] {
    const turn = this.clauses.findLastIndex(({ favours, turned }) => favours || turned);
    return this.clauses.slice(Math.max(0, turn)).reverse();
  }

  clauseAt(position: number): Clause {
    const at = lowerBound(
      this.clauses.length,
      (index) => (this.clauses[index]?.end ?? 0) > position,
    );
    return (
      this.clauses[Math.min(at, this.clauses.length - 1)] ?? {
        start: 0,
        end: this.text.length,
        favours: false,
        turned: false,
      }
    );
  }

  inClause({ start, end }: Clause): Judgement[] {
    return this.judgementsFrom(start)
      .slice(0, MAX_IN_CLAUSE)
      .filter(({ evidence }) => evidence[0] < end);
  }

  private onItsSide(command: Span): Judgement | null {
    const clause = this.clauseAt(command[0]);
    for (const judgement of this.judgementsFrom(
      Math.max(clause.start, command[0] - MAX_DISTANCE),
    )) {
      if (
        judgement.evidence[0] >= clause.end ||
        judgement.evidence[0] > command[1] + MAX_DISTANCE_AFTER
      )
        break;
      if (
        reachesAhead(this.language, this.text, judgement, command) ||
        reachesAfter(this.language, this.text, judgement, command)
      )
        return judgement;
    }
    return (
      this.trailingLabel(command, clause) ??
      this.trailingMark(command, clause) ??
      this.answered(command, clause)
    );
  }

  /** Returns the judgement of a short answer: "Should I run X? No.", "Is X dangerous? Yes." */
  private answered(command: Span, clause: Clause): Judgement | null {
    const { answer } = this;
    if (answer === null || command[1] > answer.span[0] || !this.answersAgainst()) return null;
    return { shape: "trailing", evidence: [answer.span[0] + 1, answer.span[1]], clause };
  }

  /** Returns the judgement of an earlier side; a reference ahead crosses a pause: "Never run these; they are dangerous: X". */
  private fromEarlierSides(command: Span): Judgement | null {
    let at = this.clauses.indexOf(this.clauseAt(command[0]));
    for (let steps = 0; steps < 3; steps++, at--) {
      const earlier = this.clauses[at - 1];
      if (earlier === undefined || this.clauses[at]?.turned === true) return null;
      const found = this.inClause(earlier).find(
        (judgement) =>
          judgement.shape === "object" &&
          (judgement.object.type === "forward" || judgement.object.type === "either") &&
          reachesAhead(this.language, this.text, judgement, command),
      );
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Returns the judgement of a label after the command: "X — unsafe", "X (bad idea)". */
  private trailingLabel(command: Span, clause: Clause): Judgement | null {
    const label = labelIn(this.language.exec("trailing-label", this.text, command[1]));
    return label === null ? null : { shape: "trailing", evidence: label, clause };
  }

  private trailingMark(command: Span, clause: Clause): Judgement | null {
    if (!this.marksTrail || this.text.slice(command[1], clause.end).includes(COMMAND)) return null;
    const mark = this.language.exec("bad-mark-next", this.text.slice(clause.end, clause.end + 2));
    return mark === null
      ? null
      : { shape: "trailing", evidence: [clause.end, clause.end + mark[0].length], clause };
  }

  /** Returns the judgements of labels and marks that begin a side. */
  private labels(): Judgement[] {
    return this.clauses.flatMap((clause): Judgement[] => {
      const text = this.text.slice(
        clause.start,
        Math.min(clause.end, clause.start + MAX_LABEL_LENGTH),
      );
      const mark = this.language.exec("bad-mark-first", text);
      const label = this.language.exec("bad-label", text) ?? mark;
      const word = label?.groups?.["label"];
      if (
        label === null ||
        word === undefined ||
        (mark !== null && (this.marksTrail || this.isLegend(clause, mark[0].length)))
      )
        return [];
      const at = clause.start + label[0].indexOf(word);
      return [{ shape: "label", evidence: [at, at + word.length], clause }];
    });
  }

  /** Whether a mark only describes an icon, at the end of a parenthesis: "(red ✘) drives". */
  private isLegend({ start }: Clause, length: number): boolean {
    return (
      this.language.test("bracket-closes", this.text.slice(start + length, start + length + 4)) &&
      this.language.test(
        "in-bracket",
        this.text.slice(Math.max(0, start - MAX_DISTANCE_AFTER), start),
      )
    );
  }

  /** Returns the judgements of labels in brackets or after a dash: "Alternatively (not recommended): X". */
  private asides(): Judgement[] {
    return this.language.all("aside", this.text).flatMap((match): Judgement[] => {
      const label = labelIn(match);
      const isAfterCommand = this.language.test(
        "command-before",
        this.text.slice(Math.max(0, match.index - 12), match.index),
      );
      return label === null || isAfterCommand
        ? []
        : [{ shape: "label", evidence: label, clause: this.clauseAt(label[0]) }];
    });
  }

  /** Returns the judgements of an ellipsis at the end of the sentence: "…, but don't." */
  private ellipsis(): Judgement[] {
    const from = Math.max(0, this.text.length - MAX_ELLIPSIS_LENGTH);
    const match = this.language.exec("elliptic-end", this.text.slice(from));
    const evidence = labelIn(match, from);
    if (evidence === null || (match?.index === 0 && from > 0)) return [];
    if (this.language.test("unmet", this.text.slice(0, evidence[0])) || this.isAnswer(evidence))
      return [];
    return [{ shape: "elliptic", evidence, clause: this.clauseAt(evidence[0]) }];
  }

  /** Whether words are the answer to a question that has words beside the command: "Will X break my setup? Never.", "… No, never." */
  private isAnswer([at, end]: Span): boolean {
    const { answer, text } = this;
    if (answer === null || !this.language.test("letter", text.slice(0, answer.span[0])))
      return false;
    return (
      at < answer.span[1] ||
      (text.slice(at, end) === "never" &&
        !this.language.test("letter", text.slice(answer.span[1], at)))
    );
  }

  private judgementsFrom(position: number): readonly Judgement[] {
    return this.judgements.slice(
      lowerBound(
        this.judgements.length,
        (index) => (this.judgements[index]?.evidence[0] ?? 0) >= position,
      ),
    );
  }
}

/** Returns the span of the label that a shape found, at the end of its match; null if it found none. */
function labelIn(match: RegExpExecArray | null, from = 0): Span | null {
  const word = match?.groups?.["label"] ?? match?.groups?.["dashed"];
  if (match === null || word === undefined) return null;
  const at = from + match.index + match[0].lastIndexOf(word);
  return [at, at + word.length];
}
