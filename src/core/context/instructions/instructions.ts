import type { Span } from "../../model.js";
import { lowerBound } from "../../text-search.js";
import type { Block } from "../../segment/block.js";
import type { Language } from "../language/prose-language.js";
import { adjacentProse } from "../layout/blocks.js";
import { flatText, linkTargets } from "./flat-text.js";
import { instructingParagraphs } from "./instructing-paragraphs.js";
import { checksIn, sentencesOf, type Act, type Part, type Sentence, type Step } from "./steps.js";

/** An instruction in prose to get something from a URL and to run it. */
export interface Instruction {
  readonly rule: "prose/copy-and-run" | "prose/download-and-run";
  /** From the first verb of getting to the end of the object that is run. */
  readonly span: Span;
  readonly address: Span;
  readonly running: Span;
  /** The innermost block that contains the verb of running. */
  readonly block: Block;
}

/** Whether a part of a sentence forbids or reports some of its steps, so that the reader is not instructed to do them. */
export type Denies = (part: Part, steps: Span) => boolean;

/** Maximum number of consecutive sentences or list items over which one instruction extends. */
const NEIGHBOURS = 3;
/** Maximum number of steps before a verb of running, and after it, that are read, beginning with the nearest. */
const MAX_STEPS = 64;
/** Maximum number of characters of a code block that are read. */
const MAX_CODE_LENGTH = 2000;

/** Maximum number of characters of an introduction to a block that are read. */
const MAX_LEAD_LENGTH = 1000;
/** Maximum number of denied parts whose steps are removed from an instruction. */
const MAX_DENIED = 4;

const ADDRESS = /(?:https?|ftp):\/\/|\bwww\.|[a-z\d-]\.[a-z]{2,8}\/\w/i;
const LONE_ADDRESS =
  /^(?:[`~]{3,}[^\n]{0,40}\n)?\s{0,8}(?:https?|ftp):\/\/\S{3,2000}\s{0,8}(?:\n[`~]{3,}\s{0,8})?$/i;

/** Formats of documents that people or models read. */
const DOCUMENT_FORMATS: ReadonlySet<string> = new Set(["markdown", "skill", "mcp"]);

/** The paragraphs in which a text may instruct its reader, by language. */
export type Instructing = readonly (readonly [Language, readonly Span[]])[];

/**
 * Returns the paragraphs of a text that may contain an instruction in prose, by language. There are none if the format is not that
 * of a document, if the text contains no URL, or if it does not tell its reader to run something.
 */
export function instructingIn(
  text: string,
  languages: () => readonly Language[],
  format = "markdown",
): Instructing {
  if (!DOCUMENT_FORMATS.has(format) || !ADDRESS.test(text)) return [];
  return instructingParagraphs(text, languages(), NEIGHBOURS);
}

/**
 * Returns the instructions of a document, language by language, in order. Reads only the blocks in which one may end, and the
 * sentences directly before them.
 * @param stop returns true when reading should stop
 * @param denies tests each part of an instruction that has several parts; a denied part is omitted
 */
export function instructionsIn(
  text: string,
  document: Block,
  instructing: Instructing,
  stop: () => boolean,
  denies: Denies,
): Instruction[] {
  return instructing.flatMap(([language, paragraphs]) =>
    instructionsWithin(language, paragraphs, text, document, stop, denies),
  );
}

function instructionsWithin(
  language: Language,
  paragraphs: readonly Span[],
  text: string,
  document: Block,
  stop: () => boolean,
  denies: Denies,
): Instruction[] {
  const leaves = new Leaves(language, text, leavesOf(document));
  const result: Instruction[] = [];
  let done = 0;
  for (const index of leaves.overlapping(paragraphs)) {
    if (stop()) break;
    if (leaves.isLedByVoid(index)) continue;
    const found = instructionsOf(leaves.before(index), leaves.sentences(index), done, denies);
    result.push(...found);
    done = found.at(-1)?.span[1] ?? done;
  }
  return result;
}

/** Returns a sentence without steps, which separates the sentences before a block from those after it. */
function breakIn(block: Block): Sentence {
  return {
    steps: () => [],
    runs: () => false,
    isVoidLead: () => false,
    hasAddress: false,
    block,
    isBreak: () => true,
  };
}

/** The blocks of a document that contain text and no other blocks, in order. */
class Leaves {
  private readonly targets: ReadonlyMap<string, string>;
  private readonly read = new Map<number, readonly Sentence[]>();

  constructor(
    private readonly language: Language,
    private readonly text: string,
    private readonly blocks: readonly Block[],
  ) {
    this.targets = linkTargets(text);
  }

  /** Yields the indices of the blocks that overlap one of the spans, which are in order. */
  *overlapping(spans: readonly Span[]): Generator<number> {
    let next = 0;
    for (const [start, end] of spans) {
      const first = lowerBound(this.blocks.length, (at) => (this.blocks[at]?.end ?? 0) > start);
      next = Math.max(next, first);
      for (; (this.blocks[next]?.start ?? Infinity) < end; next++) yield next;
    }
  }

  /** Returns the sentences of a block. */
  sentences(index: number): readonly Sentence[] {
    let sentences = this.read.get(index);
    if (sentences === undefined) this.read.set(index, (sentences = this.sentencesIn(index)));
    return sentences;
  }

  /** Returns the sentences before a block that may be part of an instruction in the block. */
  before(index: number): Sentence[] {
    const sentences: Sentence[] = [];
    for (let at = index - 1; at >= 0 && sentences.length < NEIGHBOURS - 1; at--)
      sentences.unshift(...this.sentences(at));
    return sentences.slice(1 - NEIGHBOURS);
  }

  /** Whether the introduction of a block, or of a list or quotation around it, says not to do what follows. */
  isLedByVoid(index: number): boolean {
    const { language, targets, text } = this;
    for (
      let block = this.blocks[index];
      block !== undefined && block.parent !== null;
      block = block.parent
    ) {
      const lead = block.kind === "item" ? null : adjacentProse(block, -1);
      if (lead === null) continue;
      const start = Math.max(lead.start, lead.end - MAX_LEAD_LENGTH);
      const flat = flatText(language, text, [start, lead.end], targets);
      if (sentencesOf(flat, lead).at(-1)?.isVoidLead() === true) return true;
    }
    return false;
  }

  private sentencesIn(index: number): readonly Sentence[] {
    const { language, text, targets } = this;
    const block = this.blocks[index];
    if (block === undefined) return [];
    const { start, end } = block;
    if (!this.isNearAddress(index)) return [breakIn(block)];
    if (block.kind !== "code")
      return sentencesOf(flatText(language, text, [start, end], targets), block);
    const code = text.slice(start, Math.min(end, start + MAX_CODE_LENGTH));
    const act: Act | null = checksIn(language, code)
      ? "check"
      : LONE_ADDRESS.test(code)
        ? "address"
        : null;
    const span: Span = [start, end];
    const steps: Step[] =
      act === null
        ? []
        : [
            {
              ...{ act, span, part: { span, block } },
              ...{ isEarlier: false, isAlternative: false, isIndefinite: false },
            },
          ];
    return [
      {
        ...breakIn(block),
        steps: () => steps,
        hasAddress: act === "address",
        isBreak: () => false,
      },
    ];
  }

  private isNearAddress(index: number): boolean {
    return this.blocks
      .slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1)
      .some(({ start, end }) => {
        const written = this.text.slice(start, end);
        return ADDRESS.test(written) || (this.targets.size > 0 && written.includes("]["));
      });
  }
}

/** Returns the blocks that contain text and no other blocks, in order. */
function leavesOf(document: Block): Block[] {
  const leaves: Block[] = [];
  const waiting: Block[] = [document];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (block.children.length === 0) leaves.push(block);
    else for (const child of [...block.children].reverse()) waiting.push(child);
  }
  return leaves;
}

/**
 * Pairs each verb of running in the sentences of a block with the verbs of getting before it.
 * @param from the end of the last instruction, whose steps are not part of a later one
 */
function instructionsOf(
  before: readonly Sentence[],
  own: readonly Sentence[],
  from: number,
  denies: Denies,
): Instruction[] {
  const sentences = [...before, ...own];
  const result: Instruction[] = [];
  let done = from;
  let lastAddress = -NEIGHBOURS;
  sentences.forEach((sentence, index) => {
    if (sentence.hasAddress) lastAddress = index;
    if (index < before.length || index - lastAddress >= NEIGHBOURS || !sentence.runs()) return;
    const earlier = stepsBefore(sentences, index).slice(-MAX_STEPS);
    const steps = sentence.steps();
    steps.forEach((step, at) => {
      if (step.act !== "run" && step.act !== "install") return;
      const until = [...earlier, ...steps.slice(Math.max(0, at + 1 - MAX_STEPS), at + 1)];
      const instruction = withoutDenied(
        until.filter(({ span }) => span[0] >= done).slice(-MAX_STEPS),
        steps.slice(at + 1, at + 1 + MAX_STEPS),
        step,
        denies,
      );
      if (instruction === null || instruction.span[0] < done) return;
      done = instruction.span[1];
      result.push(instruction);
    });
  });
  return result;
}

/**
 * Returns the instruction that a verb of running completes, without the steps of denied parts; null if there is none, if the part
 * with the verb is denied, or if too many parts are denied.
 */
function withoutDenied(
  before: readonly Step[],
  later: readonly Step[],
  running: Step,
  denies: Denies,
): Instruction | null {
  let [earlier, after] = [before, later];
  for (let tries = 0; tries <= MAX_DENIED; tries++) {
    const instruction = instructed(earlier, after, running);
    if (instruction === null) return null;
    const { span, address } = instruction;
    const used = [...earlier, ...after].filter(
      (step) => step.span[0] === address[0] || (step.span[0] >= span[0] && step.span[1] <= span[1]),
    );
    const parts = new Set(used.map(({ part }) => part));
    if (parts.size < 2) return instruction;
    const denied = [...parts].find((part) => {
      const own = used.filter((step) => step.part === part).map((step) => step.span);
      return denies(part, [
        Math.min(...own.map(([start]) => start)),
        Math.max(...own.map(([, end]) => end)),
      ]);
    });
    if (denied === undefined) return instruction;
    if (denied === running.part) return null;
    earlier = earlier.filter(({ part }) => part !== denied);
    after = after.filter(({ part }) => part !== denied);
  }
  return null;
}

/** Returns the steps of the preceding sentences that may be part of the same instruction as a sentence. */
function stepsBefore(sentences: readonly Sentence[], index: number): Step[] {
  const steps: Step[] = [];
  for (let at = index - 1; at > index - NEIGHBOURS; at--) {
    const sentence = sentences[at];
    if (sentence === undefined || sentence.isBreak()) break;
    steps.unshift(...sentence.steps());
  }
  return steps;
}

const GETTING: ReadonlySet<Act> = new Set(["open", "copy", "save"]);
const ADDRESSES: ReadonlySet<Act> = new Set(["address", "paste-address", "file-address"]);
const DIRECT: ReadonlySet<Act> = new Set(["paste-address", "file-address"]);

function instructed(
  before: readonly Step[],
  later: readonly Step[],
  running: Step,
): Instruction | null {
  const { block } = running.part;
  const clearedAt = before.findLastIndex(({ act }) => act === "check" || act === "other");
  // "open setup.exe" runs the file and opens no URL
  const usable = before
    .slice(clearedAt + 1)
    .filter((step) => step === running || step.span[0] !== running.span[0]);
  const earlier = later.filter(({ isEarlier, act }) => isEarlier && GETTING.has(act));
  const got = running.isAlternative ? [] : usable.filter(({ act }) => GETTING.has(act));
  const getting = [...earlier, ...got];
  const isOwn = ({ span }: Step): boolean => span[0] >= block.start && span[1] <= block.end;
  // "Download and run a script" alone is the title of a text elsewhere
  const isTitle = running.isIndefinite && getting.every(isOwn);
  const addresses = [...usable, ...later].filter(
    (step) => ADDRESSES.has(step.act) && (!isTitle || isOwn(step)),
  );
  const isInstall = running.act === "install";
  // "install the helper from https://paste…": one verb gets and runs
  const isBoth = isInstall && getting.length === 0;
  const address = (isBoth ? later.filter(({ act }) => ADDRESSES.has(act)) : addresses).find(
    ({ act }) => !isInstall || DIRECT.has(act),
  );
  const verbs = isBoth ? [running] : getting;
  const last = verbs.at(-1);
  const [first] = verbs;
  if (address === undefined || last === undefined || first === undefined) return null;
  const spans = [...verbs, running].map(({ span }) => span);
  // the object that is run follows the verb: "install the helper from …", "run it after downloading it from …"
  if ((isInstall || earlier.length > 0) && address.span[1] > running.span[1])
    spans.push(address.span);
  return {
    rule:
      last.act === "save" || last.act === "install"
        ? "prose/download-and-run"
        : "prose/copy-and-run",
    span: [Math.min(...spans.map(([start]) => start)), Math.max(...spans.map(([, end]) => end))],
    address: address.span,
    running: running.span,
    block,
  };
}
