import type { Span } from "../../model.js";
import {
  endsWithColon,
  instructs,
  introducing,
  isMark,
  presentsNext,
  isAboutNeighbour,
  type Lead,
} from "./introductions.js";
import { opensWithLimit } from "./conditions.js";
import { COMMAND } from "./mask-characters.js";
import { MAX_DISTANCE } from "./judgement-reach.js";
import { refersFrom, type Reference } from "./back-references.js";
import { accountOf, type Account } from "./report-or-instruction.js";
import { hasRival } from "./pronoun-referents.js";
import { lowerBound } from "../../text-search.js";
import { MaskedProse } from "./masked-prose.js";
import { NEUTRAL, type Verdict } from "../verdict.js";

/** Maximum distance of an introduction or a reference, in sentences. */
const SENTENCES_AWAY = 3;
/**
 * Maximum length of a sentence that does not count for this distance ("It's short. It's quick. It's dangerous."), and maximum number
 * of sentences that are read, including such ones.
 */
const MAX_BRIEF_LENGTH = 24;
const MAX_SENTENCES = 8;
/** The number of list items that an introduction covers. */
const ITEMS_BACK = 12;
/** The number of sides that a plural reference covers backwards. */
const SIDES_BACK = 12;

/** Finds what the sentences of a run of prose say about the commands in it and beside it. */
export class Paragraph extends MaskedProse {
  /** Returns the words against a command of this paragraph, in document offsets, or null. */
  against(place: Span): Span | null {
    const command = this.commandAt(place);
    const index = this.indexOfSentence(command[0]);
    const sentence = this.sentence(index);
    if (sentence === undefined) return null;
    const own = sentence.against([command[0] - sentence.start, command[1] - sentence.start]);
    if (own !== null) return this.inDocument(sentence, own.evidence);
    return (
      this.fromEarlierSentence(command, index) ??
      this.fromRunIn(command, index) ??
      this.fromLater(command, index)
    );
  }

  /** Whether a command is on a side that the text recommends ("instead run X", "✅ X"). */
  favours(place: Span): boolean {
    const at = this.commandAt(place)[0];
    const sentence = this.sentence(this.indexOfSentence(at));
    return sentence?.clauseAt(at - sentence.start).favours === true;
  }

  /**
   * Returns the words of this paragraph against the block directly before it, or null. `commandFollows` is true if a command follows
   * the paragraph; `limit` is the maximum number of sentences that are read.
   */
  pointsBefore(
    commandFollows = false,
    limit = MAX_SENTENCES,
  ): (Reference & { readonly evidence: Span }) | null {
    for (let index = 0, away = 0; away < SENTENCES_AWAY && index < limit; index++) {
      const sentence = this.sentence(index);
      if (sentence === undefined) return null;
      if (commandFollows && this.isPresented(index)) return null;
      if (sentence.text.length > MAX_BRIEF_LENGTH) away++;
      for (const { judgement, ...reference } of sentence.pointingBack(0, commandFollows)) {
        if (sentence.start + refersFrom(judgement) > this.firstCommand) return null;
        if (!hasRival(this.language, this.mask, 0, sentence.start, judgement))
          return { evidence: this.inDocument(sentence, judgement.evidence), ...reference };
      }
    }
    return null;
  }

  /** Returns the words of a comment against the lines above it, or null. */
  pointsAbove(): Span | null {
    const first = this.sentence(0);
    return first !== undefined && this.language.test("above", first.text)
      ? (this.pointsBefore()?.evidence ?? null)
      : null;
  }

  /** Returns how this paragraph introduces the following text. */
  introduces(lead: Lead): Verdict {
    const against = this.introducedBy(this.spans.length - 1, lead);
    if (against !== null) return { side: "against", evidence: against };
    const last = this.sentence(this.spans.length - 1);
    const clause = last?.clauses[last.clauses.length - 1];
    if (last === undefined || clause?.favours !== true) {
      const isLonger = this.spans.length + (last?.clauses.length ?? 0) > 2;
      return lead.strict === true ||
        (isLonger && instructs(this.language, last?.text.slice(clause?.start) ?? ""))
        ? NEUTRAL
        : this.opensWithLabel(lead);
    }
    return { side: "for", evidence: this.inDocument(last, [clause.start, clause.end]) };
  }

  /**
   * Returns the verdict of a label that begins the paragraph: "Bad: pipes a download into a shell." labels the following text,
   * unless it contains a command itself; "X | Y" without an operand names a pattern.
   */
  private opensWithLabel({ alone }: Lead): Verdict {
    const first = this.sentence(0);
    const clause = first?.clauses[0];
    if (
      first === undefined ||
      clause === undefined ||
      !this.commands.every((command) => this.namesPattern(command))
    )
      return NEUTRAL;
    const label = first.judgements.find(
      (judgement) => judgement.shape === "label" && judgement.clause === clause,
    );
    if (
      label !== undefined &&
      isMark(this.language, first.text, label) &&
      (alone === false ||
        this.mask.slice(0, MAX_DISTANCE).split(this.language.expression("any-mark")).length > 2)
    )
      return NEUTRAL;
    if (label !== undefined)
      return { side: "against", evidence: this.inDocument(first, label.evidence) };
    return clause.favours
      ? { side: "for", evidence: [this.span[0] + first.start, this.span[0] + first.end] }
      : NEUTRAL;
  }

  private namesPattern([start, end]: Span): boolean {
    return this.language.test(
      "bare-pattern",
      this.text.slice(
        this.span[0] + start,
        Math.min(this.span[0] + end, this.span[0] + start + 120),
      ),
    );
  }

  /** Returns what this paragraph, as a cell of the same row or a comment after it, says about a command beside it. */
  besides(): Verdict {
    let favours = false;
    for (let index = 0; index < SENTENCES_AWAY; index++) {
      const sentence = this.sentence(index);
      if (sentence === undefined) break;
      const against = sentence.judgements.find((judgement) =>
        isAboutNeighbour(this.language, sentence.text, judgement),
      );
      if (against !== undefined)
        return { side: "against", evidence: this.inDocument(sentence, against.evidence) };
      favours ||= sentence.clauses.some((clause) => clause.favours);
    }
    return favours ? { side: "for", evidence: this.span } : NEUTRAL;
  }

  /**
   * Returns the words against a command in an earlier sentence that introduces it, or null: that sentence ends with a colon, or the
   * command begins its own sentence.
   */
  private fromEarlierSentence(command: Span, index: number): Span | null {
    const sentence = this.sentence(index);
    const opens =
      sentence !== undefined &&
      this.language.test(
        "item-opens",
        this.mask.slice(sentence.start, Math.min(command[0], sentence.start + 60)),
      );
    let at = index - 1;
    while (opens && at >= index - ITEMS_BACK && this.isItem(at)) at--;
    const previous = this.sentence(at);
    if (
      sentence === undefined ||
      previous === undefined ||
      sentence.clauseAt(command[0] - sentence.start).favours
    )
      return null;
    if (
      at < index - 1 &&
      !this.language.test("several", previous.text) &&
      !this.language.test("item", this.sentence(index - 1)?.text ?? "")
    )
      return null;
    const open =
      !previous.text.includes(COMMAND) &&
      this.language.test("broken-off", previous.text.slice(-20));
    return endsWithColon(previous) || opens
      ? this.introducedBy(at, { open, antecedent: false })
      : null;
  }

  /**
   * Returns the words against a command in a bold first sentence, which is the heading of the paragraph: "**Never pipe a download
   * into a shell.** X does …". Null if there are none.
   */
  private fromRunIn([start]: Span, index: number): Span | null {
    const end = this.spans[0]?.[1] ?? 0;
    const [heading, sentence] = [this.sentence(0), this.sentence(index)];
    if (
      sentence === undefined ||
      index === 0 ||
      index > SENTENCES_AWAY ||
      heading?.judgements.every(({ shape }) => shape === "attribute") !== false ||
      !this.language.test("bold-sentence", this.text.slice(this.span[0], this.span[0] + end + 2))
    )
      return null;
    if (
      this.mask.slice(end, sentence.start).includes(COMMAND) ||
      sentence.clauseAt(start - sentence.start).favours
    )
      return null;
    return this.mask
      .slice(end, start)
      .split(this.language.expression("part-gap"))
      .some((part) => this.language.test("recommends", part))
      ? null
      : this.introducedBy(0, { open: true, antecedent: false, strict: true });
  }

  /** Whether a sentence is only a command between breaks, or after the mark of an item. */
  private isItem(index: number): boolean {
    const text = this.sentence(index)?.text ?? "";
    return this.language.test("command-alone", text) || this.language.test("item", text);
  }

  /**
   * Returns the words of a later "never run it" that refers to this command, or null: no other command is between the two, or the
   * words refer to several commands.
   */
  private fromLater(command: Span, index: number): Span | null {
    const next =
      this.commands[
        lowerBound(this.commands.length, (at) => (this.commands[at]?.[0] ?? 0) >= command[1])
      ]?.[0] ?? Infinity;
    let sides = 0;
    for (let at = index; at < index + SENTENCES_AWAY + 1; at++) {
      const sentence = this.sentence(at);
      if (sentence === undefined || sentence.start > command[1] + MAX_DISTANCE) return null;
      const from = Math.max(0, command[1] - sentence.start);
      for (const { judgement, plural, first } of sentence.pointingBack(from, next < Infinity)) {
        const place = sentence.start + refersFrom(judgement);
        if (first && command[0] > this.firstCommand) continue;
        if (place > next && !plural && !first) return null;
        if (place > command[1] + MAX_DISTANCE) return null;
        // "run X instead of it": the other one
        if (judgement.shape === "rejected" && sentence.start + judgement.clause.start <= command[0])
          continue;
        if (
          !hasRival(this.language, this.mask, command[1], sentence.start, judgement) &&
          (place < next || sides < SIDES_BACK)
        )
          return this.inDocument(sentence, judgement.evidence);
      }
      sides += sentence.clauses.length;
      if (sentence.clauses.some((clause) => clause.favours && clause.start >= from)) return null;
    }
    return null;
  }

  /** Returns the words with which sentence `index` introduces the following text, looking back over phrases such as "For example:". */
  private introducedBy(index: number, lead: Lead): Span | null {
    let current = lead;
    for (let at = index; at >= 0 && at > index - SENTENCES_AWAY; at--) {
      const sentence = this.sentence(at);
      if (sentence === undefined) return null;
      const presented = this.isPresented(at);
      const found = introducing(sentence, {
        ...current,
        presented,
        alone: lead.alone !== false && this.isOneSentence,
        antecedent: lead.antecedent || this.firstCommand < sentence.start,
      });
      if (
        found === "turned" ||
        (found !== null &&
          presented &&
          hasRival(this.language, this.mask, 0, sentence.start, found))
      )
        return null;
      if (found !== null) return this.inDocument(sentence, found.evidence);
      if (sentence.text.includes(COMMAND)) return null;
      const isBrief = sentence.text.length < 80;
      const example =
        isBrief &&
        (this.language.test("example-lead", sentence.text) ||
          (!lead.antecedent && this.language.test("recalls", sentence.text)));
      current = {
        open: lead.through === true,
        antecedent: lead.antecedent,
        example,
        strict: lead.strict === true,
      };
    }
    return null;
  }

  /** Whether one of the two sentences before a sentence announces the following text, so that "it" refers to that text. */
  private isPresented(index: number): boolean {
    return [index - 1, index - 2].some((at) => {
      const sentence = this.sentence(at);
      return sentence !== undefined && presentsNext(sentence);
    });
  }

  /** Returns whether the paragraph reports a command or instructs the reader to run it, and the sentence that decides. */
  accountOf(place: Span): { readonly account: Account; readonly evidence: Span } {
    const command = this.commandAt(place);
    const index = this.indexOfSentence(command[0]);
    const sentence = this.sentence(index);
    if (sentence === undefined) return { account: "neither", evidence: place };
    const account = accountOf(
      sentence,
      [command[0] - sentence.start, command[1] - sentence.start],
      sentence.neighbours.after(),
      this.isLast(place),
    );
    return { account, evidence: this.inDocument(sentence, [0, sentence.text.length]) };
  }

  /** Whether the last sentence is about several commands. */
  get isAboutSeveral(): boolean {
    return this.language.test("several", this.sentence(this.spans.length - 1)?.text ?? "");
  }

  /** Whether the paragraph begins with a limit of the prose before it, in lower case and without a main clause: "as root." */
  get limitsBefore(): boolean {
    const first = this.sentence(0);
    return (
      first !== undefined &&
      !this.language.test("comma-in", first.text) &&
      opensWithLimit(this.language, first.text) &&
      this.language.test("small-first", this.text.slice(this.span[0], this.span[0] + 20))
    );
  }

  /** Whether the first sentence calls the preceding command an attack. */
  get callsAttack(): boolean {
    return this.language.test("calls-attack", this.opening);
  }
}
