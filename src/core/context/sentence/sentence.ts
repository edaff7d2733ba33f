import { once } from "../../once.js";
import { shape } from "../language/spoken.js";
import type { Span } from "../../model.js";
import { splitClauses, type Clause } from "./clauses.js";
import { COMMAND } from "./signs.js";
import { isLimited } from "./conditions.js";
import { isOverruled, type Neighbours } from "./contradiction.js";
import { answerIn, findEvidence, judge, type Answer, type Judgement } from "./evidence.js";
import { FARTHEST, pointsBack, reachesAhead, reachesBehind, type Reference } from "./anaphora.js";
import { insideAny, lowerBound } from "../../text-search.js";

/** The first word of the next sentence stands within so many characters. */
const BRIEF = 24;
/** Labels and elliptic phrases are no longer than this. */
const SHORT = 300;
/** "…, but don't, it's unsigned" is no longer than this. */
const LONGEST_ELLIPSIS = 200;
/** How many judgements of one side are looked at. */
const MOST_IN_CLAUSE = 40;
/** How far behind a command its judgement may begin. */
const BEHIND = 200;

/** A sentence of which no neighbours are known. */
const ALONE: Neighbours = { before: () => "", after: () => "" };

/** One sentence of a mask: its sides and what is judged on them. All positions count from its start. */
export class Sentence {
  readonly text: string;
  readonly clauses: readonly Clause[];
  readonly judgements: readonly Judgement[];
  private readonly answer: Answer | null;
  /** Whether the answer forbids or condemns: the same for all commands of the question, which may be many. */
  private readonly answersAgainst = once(() => {
    const question = this.text.slice(0, this.answer?.span[0]);
    if (this.answer?.granted === true) return shape("asks-danger").test(question);
    const asked =
      shape("asks-leave").exec(question) ??
      shape("asks-means").exec(question) ??
      shape("asks-safety").exec(question);
    return (
      asked !== null &&
      !isLimited(question, [0, question.length], [asked.index, asked.index + asked[0].length])
    );
  });
  /** Whether its marks follow its commands: "X ❌, Y ✅". */
  private readonly marksTrail: boolean;

  /** `start` and `end` are positions of the mask; `source` is the text under it. */
  constructor(
    mask: string,
    readonly start: number,
    readonly end: number,
    readonly source: string,
    readonly neighbours: Neighbours = ALONE,
  ) {
    this.text = mask.slice(start, end);
    const command = this.text.indexOf(COMMAND);
    this.marksTrail = command >= 0 && this.text.search(shape("any-mark").expression) > command;
    const isTakenBack = shape("takes-back").test(mask.slice(end, end + BRIEF));
    const evidence = findEvidence(this.text).filter(
      (item) =>
        !(
          isTakenBack &&
          item.shape === "predicate" &&
          shape("seems").test(this.text.slice(...item.span))
        ),
    );
    this.clauses = splitClauses(this.text, insideAny(evidence.map(({ span }) => span)));
    this.answer = answerIn(this.text);
    const judged = evidence.map((item) =>
      judge(this.text, item, this.clauseAt(item.span[0]), this.answer),
    );
    const all = [
      ...judged.filter((judgement) => judgement !== null),
      ...this.labels(),
      ...this.asides(),
      ...this.ellipsis(),
    ];
    this.judgements = all
      .filter(({ evidence: span }) => !isOverruled(this.text, span, neighbours))
      .sort((a, b) => a.evidence[0] - b.evidence[0]);
  }

  /** What is said against a command of this sentence, on its own side or by a side that points ahead to it. */
  against(command: Span): Judgement | null {
    return this.onItsSide(command) ?? this.fromEarlierSides(command);
  }

  /** The judgements from a position on that refer to what precedes them. */
  *pointingBack(
    from: number,
    commandFollows: boolean,
  ): Generator<Reference & { readonly judgement: Judgement }> {
    for (const judgement of this.judgementsFrom(from)) {
      const back = pointsBack(this.text, judgement, commandFollows);
      if (back !== null) yield { judgement, ...back };
    }
  }

  /** The sides from the last one back to the last turn: those that speak for what follows the sentence. */
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
      .slice(0, MOST_IN_CLAUSE)
      .filter(({ evidence }) => evidence[0] < end);
  }

  private onItsSide(command: Span): Judgement | null {
    const clause = this.clauseAt(command[0]);
    for (const judgement of this.judgementsFrom(Math.max(clause.start, command[0] - FARTHEST))) {
      if (judgement.evidence[0] >= clause.end || judgement.evidence[0] > command[1] + BEHIND) break;
      if (
        reachesAhead(this.text, judgement, command) ||
        reachesBehind(this.text, judgement, command)
      )
        return judgement;
    }
    return (
      this.trailingLabel(command, clause) ??
      this.trailingMark(command, clause) ??
      this.answered(command, clause)
    );
  }

  /** "Should I run X? No.", "Is X dangerous? Yes." */
  private answered(command: Span, clause: Clause): Judgement | null {
    const { answer } = this;
    if (answer === null || command[1] > answer.span[0] || !this.answersAgainst()) return null;
    return { shape: "trailing", evidence: [answer.span[0] + 1, answer.span[1]], clause };
  }

  /** "Never run these; they are dangerous: X": pointing ahead goes on over a pause. */
  private fromEarlierSides(command: Span): Judgement | null {
    let at = this.clauses.indexOf(this.clauseAt(command[0]));
    for (let steps = 0; steps < 3; steps++, at--) {
      const earlier = this.clauses[at - 1];
      if (earlier === undefined || this.clauses[at]?.turned === true) return null;
      const found = this.inClause(earlier).find(
        (judgement) =>
          judgement.shape === "object" &&
          (judgement.object.type === "forward" || judgement.object.type === "either") &&
          reachesAhead(this.text, judgement, command),
      );
      if (found !== undefined) return found;
    }
    return null;
  }

  /** "X — unsafe", "X (bad idea)". */
  private trailingLabel(command: Span, clause: Clause): Judgement | null {
    const label = labelIn(shape("trailing-label").exec(this.text, command[1]));
    return label === null ? null : { shape: "trailing", evidence: label, clause };
  }

  private trailingMark(command: Span, clause: Clause): Judgement | null {
    if (!this.marksTrail || this.text.slice(command[1], clause.end).includes(COMMAND)) return null;
    const mark = shape("bad-mark-next").exec(this.text.slice(clause.end, clause.end + 2));
    return mark === null
      ? null
      : { shape: "trailing", evidence: [clause.end, clause.end + mark[0].length], clause };
  }

  /** Labels and marks that open a side. */
  private labels(): Judgement[] {
    return this.clauses.flatMap((clause): Judgement[] => {
      const text = this.text.slice(clause.start, Math.min(clause.end, clause.start + SHORT));
      const mark = shape("bad-mark-first").exec(text);
      const label = shape("bad-label").exec(text) ?? mark;
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

  /** "(red ✘) drives": a mark that closes a remark on a word tells what that looks like. */
  private isLegend({ start }: Clause, length: number): boolean {
    return (
      shape("bracket-closes").test(this.text.slice(start + length, start + length + 4)) &&
      shape("in-bracket").test(this.text.slice(Math.max(0, start - BEHIND), start))
    );
  }

  /** Labels in brackets or behind a dash: "Alternatively (not recommended): X". */
  private asides(): Judgement[] {
    return shape("aside")
      .all(this.text)
      .flatMap((match): Judgement[] => {
        const label = labelIn(match);
        const isBehindCommand = shape("command-before").test(
          this.text.slice(Math.max(0, match.index - 12), match.index),
        );
        return label === null || isBehindCommand
          ? []
          : [{ shape: "label", evidence: label, clause: this.clauseAt(label[0]) }];
      });
  }

  /** "…, but don't." */
  private ellipsis(): Judgement[] {
    const from = Math.max(0, this.text.length - LONGEST_ELLIPSIS);
    const match = shape("elliptic-end").exec(this.text.slice(from));
    const evidence = labelIn(match, from);
    if (evidence === null || (match?.index === 0 && from > 0)) return [];
    if (shape("unmet").test(this.text.slice(0, evidence[0])) || this.isAnswer(evidence)) return [];
    return [{ shape: "elliptic", evidence, clause: this.clauseAt(evidence[0]) }];
  }

  /** "Will X break my setup? Never.", "… No, never.": an answer, unless "X?" is the whole question. */
  private isAnswer([at, end]: Span): boolean {
    const { answer, text } = this;
    if (answer === null || !shape("letter").test(text.slice(0, answer.span[0]))) return false;
    return (
      at < answer.span[1] ||
      (text.slice(at, end) === "never" && !shape("letter").test(text.slice(answer.span[1], at)))
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

/** Where the words stand that a shape finds as a label, the last of its match; null if it finds none. */
function labelIn(match: RegExpExecArray | null, from = 0): Span | null {
  const word = match?.groups?.["label"] ?? match?.groups?.["dashed"];
  if (match === null || word === undefined) return null;
  const at = from + match.index + match[0].lastIndexOf(word);
  return [at, at + word.length];
}
