import type { Span } from "../model.js";
import { splitClauses, type Clause } from "./clauses.js";
import { choice, GRAMMAR } from "./grammar.js";
import { COMMAND, maskProse, type ProseKind } from "./mask.js";
import { findEvidence, judge, type Evidence, type Judgement } from "./polarity.js";
import { FARTHEST, pointsBack, reachesAhead, reachesBehind } from "./reach.js";
import { insideAny, lowerBound } from "./search.js";
import { splitSentences } from "./sentences.js";

/** What a run of prose says about what follows or surrounds it. */
export interface Stance {
  readonly stance: "against" | "for" | "neutral";
  /** Document offsets of the words that decide it. */
  readonly evidence: Span;
}

/** How a run of prose stands to what follows it. */
export interface Lead {
  /** It leads over without a colon: a heading, a comment, a table header, a line of its own. */
  readonly open: boolean;
  /** A command stands directly before it, so that "this" may mean that one. */
  readonly antecedent: boolean;
  /** Only a colon or "the following" leads over: what follows is prose again. */
  readonly strict?: boolean;
  /** A sentence that only says "for example:" stands between. */
  readonly example?: boolean;
}

const NEUTRAL: Stance = { stance: "neutral", evidence: [0, 0] };
const ENDS_WITH_COLON = /[:：]["'”*)\s]*$/;
const MANNER = /\b(?:like\s+(?:this|so|these)|this\s+way|as\s+follows|the\s+following|below)\b/;
const ATTRIBUTE_NOUN = new RegExp(`^(?:[\\s,]+(?:and\\s+|or\\s+)?[a-z-]+){0,3}?\\s+${choice([...GRAMMAR.phrases.commandNouns, ...GRAMMAR.phrases.labelNouns])}(?![a-z-])`);
const { badMarks, goodMarks } = GRAMMAR.phrases;
const BAD_MARK_HERE = new RegExp(`^[${badMarks}]`, "u");
const BAD_MARK_FIRST = new RegExp(`^[\\s"'“(]*(?<label>[${badMarks}])`, "u");
const ANY_MARK = new RegExp(`[${badMarks}${goodMarks}]`, "u");
const BARE_MARK = new RegExp(`^\\s*(?:[${badMarks}${goodMarks}]\\ufe0f?\\s*)+$`, "u");
const ABOVE = /\b(?:above|previous|preceding)\b|\^/;
const SEVERAL = /\b(?:these|those|them|all|any|commands|lines|scripts|snippets|one-liners|ones|examples|both|either|things)\b/;
const PURPOSE = /^\s*(?:to|for|instead)\s/;
/** How many sentences back an introduction is looked for. */
const SENTENCES_BACK = 3;

/** A run of prose (paragraph, heading, cell, comment), read once: its sentences, sides and judgements. */
export class Passage {
  private readonly mask: string;
  private readonly sentences: readonly Span[];
  private readonly clauses: readonly Clause[];
  private readonly judgements: readonly Judgement[];
  private readonly commands: readonly Span[];
  /** By sentence: whether its marks stand behind its commands. */
  private readonly trailing = new Map<number, boolean>();

  /** `span` is the place of the prose in `text`; `inlineCode` its code spans, marks included. */
  constructor(text: string, private readonly span: Span, inlineCode: readonly Span[], kind: ProseKind) {
    this.mask = maskProse(text, span, inlineCode, kind, GRAMMAR.phrases);
    this.sentences = splitSentences(this.mask, GRAMMAR.lineStart);
    const evidence = findEvidence(this.mask);
    const busy = insideAny(evidence.map((item) => item.span));
    this.clauses = this.sentences.flatMap((sentence) => splitClauses(this.mask, sentence, busy));
    this.commands = Array.from(this.mask.matchAll(/\uE000+/g), (run): Span => [run.index, run.index + run[0].length]);
    this.judgements = [...this.judged(evidence), ...this.labels(), ...this.ellipses(), ...this.asides()].sort((a, b) => a.evidence[0] - b.evidence[0]);
  }

  /** The evidence against a command of this passage, or null. */
  against(place: Span): Span | null {
    const command = this.commandAt(place);
    const found = this.onItsSide(command) ?? this.fromEarlierSides(command) ?? this.fromEarlierSentences(command) ?? this.fromLater(command);
    return found === null ? null : this.inDocument(found);
  }

  /** Whether a command stands on a side that the text favours ("instead run X", "✅ X"). */
  favours(place: Span): boolean {
    return this.clauseAt(this.commandAt(place)[0])?.favours === true;
  }

  /** The evidence that this passage speaks against what stands directly before it. */
  pointsBefore(): { readonly evidence: Span; readonly plural: boolean } | null {
    const first = this.commands[0]?.[0] ?? Infinity;
    for (const judgement of this.judgements) {
      const sentence = this.indexOfSentence(judgement.evidence[0]);
      if (judgement.evidence[0] > first || sentence >= SENTENCES_BACK) return null;
      const back = this.back(judgement);
      if (back !== null && !this.hasRival(judgement, 0)) return { evidence: this.inDocument(judgement.evidence), plural: back.plural };
    }
    return null;
  }

  /** How this passage introduces what follows it. */
  introduces(lead: Lead): Stance {
    return this.introductionOf(this.sentences.length - 1, lead);
  }

  /** How this passage speaks of a command beside it: a cell of its row, a comment behind it. */
  besides(): Stance {
    for (const judgement of this.judgements) if (this.speaksOfNeighbour(judgement)) return { stance: "against", evidence: this.inDocument(judgement.evidence) };
    return this.clauses.some((clause) => clause.favours) ? { stance: "for", evidence: this.span } : NEUTRAL;
  }

  /** Whether nothing but marks stands in the passage. */
  get isBareMark(): boolean {
    return BARE_MARK.test(this.mask);
  }

  /** The evidence of a comment against the lines above it. */
  pointsAbove(): Span | null {
    const back = this.pointsBefore();
    return back !== null && ABOVE.test(this.mask) ? back.evidence : null;
  }

  /** Whether the last sentence speaks of several commands. */
  get speaksOfSeveral(): boolean {
    const last = this.sentences[this.sentences.length - 1];
    return last !== undefined && SEVERAL.test(this.mask.slice(last[0], last[1]));
  }

  /** Whether nothing but marks stands before a command. */
  opensWith(place: Span): boolean {
    return !/[a-z0-9\uE000\uE001]/.test(this.mask.slice(0, Math.min(this.commandAt(place)[0], 400)));
  }

  /** Whether the passage is one sentence. */
  get isOneSentence(): boolean {
    return this.sentences.length === 1;
  }

  /** Number of commands that can be told in the passage. */
  get commandCount(): number {
    return this.commands.length;
  }

  /** The words, lower-case, without code. */
  get words(): string {
    return this.mask.replace(/[^a-z' ]+/g, " ").trim();
  }

  /** Whether `place` is the last command of the passage. */
  isLast(place: Span): boolean {
    const command = this.commandAt(place);
    const last = this.commands[this.commands.length - 1];
    return last === undefined || last[0] <= command[0];
  }

  private judged(evidence: readonly Evidence[]): Judgement[] {
    const judgements: Judgement[] = [];
    for (const item of evidence) {
      const clause = this.clauseAt(item.span[0]);
      const sentence = this.sentenceAt(item.span[0]);
      if (clause === undefined || sentence === undefined) continue;
      const judgement = judge(this.mask, item, clause, sentence);
      if (judgement !== null) judgements.push(judgement);
    }
    return judgements;
  }

  /** Labels and marks that open a side. */
  private labels(): Judgement[] {
    return this.clauses.flatMap((clause) => {
      GRAMMAR.badLabel.lastIndex = 0;
      const text = this.mask.slice(clause.start, Math.min(clause.end, clause.start + 300));
      const label = GRAMMAR.badLabel.exec(text) ?? BAD_MARK_FIRST.exec(text);
      if (label === null || (BAD_MARK_FIRST.test(text) && this.marksTrail(clause.start))) return [];
      const at = clause.start + label[0].indexOf(label.groups?.["label"] ?? "");
      const evidence: Span = [at, at + (label.groups?.["label"] ?? "").length];
      return [{ shape: "label", evidence, clause }];
    });
  }

  private ellipses(): Judgement[] {
    return this.sentences.flatMap(([start, end]): Judgement[] => {
      const from = Math.max(start, end - 80);
      const match = GRAMMAR.elliptic.exec(this.mask.slice(from, end));
      if (match === null || (match.index === 0 && from > start)) return [];
      const at = from + match.index + match[0].lastIndexOf(match.groups?.["label"] ?? "");
      const clause = this.clauseAt(at);
      return clause === undefined ? [] : [{ shape: "elliptic", evidence: [at, at + (match.groups?.["label"] ?? "").length], clause }];
    });
  }

  /** Labels in brackets or behind a dash: "Alternatively (not recommended): X". */
  private asides(): Judgement[] {
    return Array.from(this.mask.matchAll(GRAMMAR.aside), (match): Judgement[] => {
      const label = match.groups?.["label"] ?? match.groups?.["dashed"] ?? "";
      const at = match.index + match[0].lastIndexOf(label);
      const clause = this.clauseAt(at);
      const follows = /\uE000["'”’]*\s*$/.test(this.mask.slice(Math.max(0, match.index - 12), match.index));
      return clause === undefined || follows ? [] : [{ shape: "label", evidence: [at, at + label.length], clause }];
    }).flat();
  }

  private onItsSide(command: Span): Judgement | null {
    const clause = this.clauseAt(command[0]);
    if (clause === undefined) return null;
    for (let at = this.firstJudgementFrom(Math.max(clause.start, command[0] - FARTHEST)); at < this.judgements.length; at++) {
      const judgement = this.judgements[at];
      if (judgement === undefined || judgement.evidence[0] >= clause.end || judgement.evidence[0] > command[1] + 200) break;
      if (judgement.clause !== clause) continue;
      if (reachesAhead(this.mask, judgement, command) || reachesBehind(this.mask, judgement, command)) return judgement;
    }
    return this.trailingLabel(command, clause);
  }

  /** "X — unsafe", "X (bad idea)", "X ❌". */
  private trailingLabel(command: Span, clause: Clause): Judgement | null {
    GRAMMAR.trailingLabel.lastIndex = command[1];
    const label = GRAMMAR.trailingLabel.exec(this.mask);
    const word = label?.groups?.["label"];
    if (label !== null && word !== undefined) {
      const at = command[1] + label[0].lastIndexOf(word);
      return { shape: "trailing", evidence: [at, at + word.length], clause };
    }
    return this.trailingMark(command, clause);
  }

  private trailingMark(command: Span, clause: Clause): Judgement | null {
    if (!this.marksTrail(clause.start) || this.nextCommand(command) < clause.end) return null;
    const mark = BAD_MARK_HERE.exec(this.mask.slice(clause.end, clause.end + 2));
    return mark === null ? null : { shape: "trailing", evidence: [clause.end, clause.end + mark[0].length], clause };
  }

  /** Whether a sentence puts its marks behind its commands: "X ❌, Y ✅". */
  private marksTrail(position: number): boolean {
    const index = this.indexOfSentence(position);
    const known = this.trailing.get(index);
    if (known !== undefined) return known;
    const [start, end] = this.sentences[index] ?? [0, 0];
    const text = this.mask.slice(start, end);
    const command = text.indexOf(COMMAND);
    const trails = command >= 0 && text.search(ANY_MARK) > command;
    this.trailing.set(index, trails);
    return trails;
  }

  /** "Never run these; they are dangerous: X": pointing ahead goes on over a pause. */
  private fromEarlierSides(command: Span): Judgement | null {
    let at = this.indexOfClause(command[0]);
    const sentence = this.sentenceAt(command[0]);
    for (let steps = 0; steps < 3; steps++, at--) {
      const clause = this.clauses[at];
      const earlier = this.clauses[at - 1];
      if (clause === undefined || earlier === undefined || clause.turned || earlier.start < (sentence?.[0] ?? 0)) return null;
      const found = this.inClause(earlier).find((judgement) => judgement.shape === "object" && ["forward", "either"].includes(judgement.object.type) && reachesAhead(this.mask, judgement, command));
      if (found !== undefined) return found;
    }
    return null;
  }

  /** An earlier sentence of the same passage that introduces the one the command stands in. */
  private fromEarlierSentences(command: Span): Judgement | null {
    const index = this.indexOfSentence(command[0]);
    const sentence = this.sentences[index];
    const previous = this.sentences[index - 1];
    if (sentence === undefined || previous === undefined || this.clauseAt(command[0])?.favours === true) return null;
    const colon = ENDS_WITH_COLON.test(this.mask.slice(Math.max(previous[0], previous[1] - 12), previous[1]));
    const opens = /^[\s"'“•*-]*\uE000/.test(this.mask.slice(sentence[0], sentence[0] + 60)) || command[0] - sentence[0] < 4;
    if (!colon && !opens) return null;
    return this.introducing(index - 1, { open: false, antecedent: false });
  }

  /** A later "never run it" that means this command: no other command stands between. */
  private fromLater(command: Span): Judgement | null {
    const next = this.nextCommand(command);
    for (let at = this.firstJudgementFrom(command[1]); at < this.judgements.length; at++) {
      const judgement = this.judgements[at];
      if (judgement === undefined || judgement.evidence[0] > command[1] + FARTHEST) return null;
      const back = this.back(judgement);
      if (back === null || this.hasRival(judgement, command[1])) continue;
      if (judgement.evidence[0] < next || (back.plural && this.sameGroup(command, judgement))) return judgement;
      if (judgement.evidence[0] > next + 600) return null;
    }
    return null;
  }

  /** A plural reference means all commands of the sentences before it, up to a turn. */
  private sameGroup(command: Span, judgement: Judgement): boolean {
    const own = this.indexOfClause(command[0]);
    const other = this.indexOfClause(judgement.evidence[0]);
    for (let at = own; at < other; at++) if (this.clauses[at]?.favours === true) return false;
    return other - own < 12;
  }

  private back(judgement: Judgement): { plural: boolean } | null {
    const sentence = this.sentenceAt(judgement.evidence[0]);
    return sentence === undefined ? null : pointsBack(this.mask, judgement, sentence);
  }

  /** "Run X to get a token. Never paste it anywhere": "it" is the token. */
  private hasRival(judgement: Judgement, from: number): boolean {
    if (judgement.shape !== "object") return false;
    const handling = !/(?:run|execut|pip|do)(?:e|ing|ning)?$/.test(this.mask.slice(...judgement.evidence));
    return handling && /^\s*(?:it|them|that)\b/.test(this.mask.slice(judgement.object.start, judgement.object.start + 12)) && GRAMMAR.rival.test(this.mask.slice(from, judgement.evidence[0]));
  }

  private introductionOf(index: number, lead: Lead): Stance {
    const judgement = this.introducing(index, lead);
    if (judgement !== null) return { stance: "against", evidence: this.inDocument(judgement.evidence) };
    const sentence = this.sentences[index];
    const last = sentence === undefined ? undefined : this.clauseAt(sentence[1] - 1);
    return last?.favours === true ? { stance: "for", evidence: [this.span[0] + last.start, this.span[0] + last.end] } : NEUTRAL;
  }

  /** The judgement by which sentence `index` introduces what follows, looking back over mere leads ("For example:"). */
  private introducing(index: number, lead: Lead): Judgement | null {
    let current = lead;
    for (let at = index; at >= 0 && at > index - SENTENCES_BACK; at--) {
      const sentence = this.sentences[at];
      if (sentence === undefined) return null;
      const text = this.mask.slice(sentence[0], sentence[1]);
      const found = this.introducingSide(sentence, current, at === index || current.example === true);
      if (found === "turned") return null;
      if (found !== null) return found;
      if (text.includes(COMMAND)) return null;
      current = { open: false, antecedent: lead.antecedent, example: text.length < 80 && GRAMMAR.exampleLead.test(text) };
    }
    return null;
  }

  private introducingSide(sentence: Span, lead: Lead, isLast: boolean): Judgement | "turned" | null {
    const colon = isLast && (lead.example === true || ENDS_WITH_COLON.test(this.mask.slice(Math.max(sentence[0], sentence[1] - 40), sentence[1])));
    for (let at = this.indexOfClause(sentence[1] - 1); at >= 0; at--) {
      const clause = this.clauses[at];
      if (clause === undefined || clause.start < sentence[0]) return null;
      const found = this.inClause(clause).reverse().find((judgement) => this.introducesNext(judgement, colon, lead));
      if (found !== undefined) return found;
      if (clause.favours || clause.turned) return "turned";
    }
    return null;
  }

  private introducesNext(judgement: Judgement, colon: boolean, lead: Lead): boolean {
    const leads = colon || lead.open;
    const rest = this.mask.slice(judgement.evidence[1], judgement.clause.end);
    switch (judgement.shape) {
      case "object": {
        const { type } = judgement.object;
        if (type === "forward" || (MANNER.test(rest) && leads)) return !rest.includes(COMMAND) || colon;
        if (type === "either") return leads || this.isUnresolved(judgement, lead);
        if (type === "none") return leads && !rest.includes("\uE000");
        if (type === "generic") return colon || (lead.open && !/^\s*(?:the|your)\b/.test(rest));
        if (type === "command") return colon || (lead.open && this.isNamedPattern(rest));
        if (type === "back") return leads && !ABOVE.test(rest.slice(0, 60));
        return (colon && judgement.executes) || (leads && judgement.names);
      }
      case "means":
        return MANNER.test(rest) && leads;
      case "subject":
        if (judgement.subject === "forward") return true;
        if (judgement.subject === "either") return leads || this.isUnresolved(judgement, lead);
        return leads && judgement.subject !== "other" ? true : leads && this.isSubjectless(judgement);
      case "attribute":
        return leads && ATTRIBUTE_NOUN.test(rest) && !PURPOSE.test(this.mask.slice(judgement.clause.start, judgement.clause.start + 20)) && !/\b(?:with|by|run|use|using)\s*:\s*$/.test(rest);
      case "rejected":
        return leads && judgement.object.type !== "other" && judgement.until >= judgement.clause.end - 3;
      case "label":
        return leads && !rest.includes(COMMAND);
      case "trailing":
      case "elliptic":
        return false;
    }
  }

  /** "Never do this." with no command before it looks ahead. */
  private isUnresolved(judgement: Judgement, lead: Lead): boolean {
    return lead.strict !== true && !lead.antecedent && (this.commands[0]?.[0] ?? Infinity) > judgement.evidence[0];
  }

  private isSubjectless(judgement: Judgement): boolean {
    return /^[^a-z\uE000]*$/.test(this.mask.slice(judgement.clause.start, judgement.evidence[0]));
  }

  /** `curl | sh` without an address names the pattern, not one command. */
  private isNamedPattern(rest: string): boolean {
    return /^[\s"'“]*\uE000{3,24}(?!\uE000)/.test(rest);
  }

  /** A cell, or a comment behind a command, speaks of the command beside it. */
  private speaksOfNeighbour(judgement: Judgement): boolean {
    switch (judgement.shape) {
      case "label":
      case "elliptic":
        return true;
      case "object":
        return judgement.object.type !== "other" && judgement.object.type !== "command";
      case "subject":
        return judgement.subject !== "other" || this.isSubjectless(judgement);
      case "attribute":
        return ATTRIBUTE_NOUN.test(this.mask.slice(judgement.evidence[1])) && /^[^a-z]*(?:[a-z]+\s+){0,2}$/.test(this.mask.slice(0, judgement.evidence[0]));
      case "rejected":
        return judgement.object.type === "either" || judgement.object.type === "none";
      case "means":
      case "trailing":
        return false;
    }
  }

  private inClause(clause: Clause): Judgement[] {
    const found: Judgement[] = [];
    for (let at = this.firstJudgementFrom(clause.start); at < this.judgements.length; at++) {
      const judgement = this.judgements[at];
      if (judgement === undefined || judgement.evidence[0] >= clause.end || found.length > 40) break;
      if (judgement.clause === clause) found.push(judgement);
    }
    return found;
  }

  /** The command's whole extent in the mask: its code marks, or the words that read as one. */
  private commandAt(place: Span): Span {
    const start = place[0] - this.span[0];
    const end = place[1] - this.span[0];
    const at = lowerBound(this.commands.length, (index) => (this.commands[index]?.[1] ?? 0) > start);
    const run = this.commands[at];
    return run !== undefined && run[0] < end ? [Math.min(run[0], start), Math.max(run[1], end)] : [start, end];
  }

  private nextCommand(command: Span): number {
    const at = lowerBound(this.commands.length, (index) => (this.commands[index]?.[0] ?? 0) >= command[1]);
    return this.commands[at]?.[0] ?? Infinity;
  }

  private indexOfClause(position: number): number {
    return lowerBound(this.clauses.length, (index) => (this.clauses[index]?.end ?? 0) > position);
  }

  private clauseAt(position: number): Clause | undefined {
    return this.clauses[this.indexOfClause(position)];
  }

  private indexOfSentence(position: number): number {
    return lowerBound(this.sentences.length, (index) => (this.sentences[index]?.[1] ?? 0) > position);
  }

  private sentenceAt(position: number): Span | undefined {
    return this.sentences[this.indexOfSentence(position)];
  }

  private firstJudgementFrom(position: number): number {
    return lowerBound(this.judgements.length, (index) => (this.judgements[index]?.evidence[0] ?? 0) >= position);
  }

  private inDocument(range: Span | Judgement): Span {
    const [start, end] = "evidence" in range ? range.evidence : range;
    return [this.span[0] + start, this.span[0] + end];
  }
}
