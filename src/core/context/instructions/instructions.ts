import type { Span } from "../../model.js";
import type { Block } from "../../segment/document.js";
import { flatText, linkTargets } from "./flat-text.js";
import { checksIn, sentencesOf, type Act, type Sentence, type Step } from "./steps.js";

/** An instruction in prose to get something from an address and to run it. */
export interface Instruction {
  readonly rule: "prose/copy-and-run" | "prose/download-and-run";
  /** From the first verb of getting to the end of what is run. */
  readonly span: Span;
  readonly address: Span;
  readonly running: Span;
  /** The innermost block that holds the verb of running. */
  readonly block: Block;
}

/** So many sentences or list items belong together. */
const NEIGHBOURS = 3;
/** A sentence with more steps than this is no instruction for people; the nearest ones count. */
const MOST_STEPS = 64;
/** Of a code block, so much is looked at. */
const LONGEST_CODE = 2000;

const ADDRESS = /(?:https?|ftp):\/\/|\bwww\.|[a-z\d-]\.[a-z]{2,8}\/\w/i;
const LONE_ADDRESS =
  /^(?:[`~]{3,}[^\n]{0,40}\n)?\s{0,8}(?:https?|ftp):\/\/\S{3,2000}\s{0,8}(?:\n[`~]{3,}\s{0,8})?$/i;

/** Formats of documents that people or models read; a text without one is Markdown. */
const READ: ReadonlySet<string> = new Set(["markdown", "skill", "mcp"]);

/** Returns whether a text of a format may hold an instruction in prose: it is a document and names an address. */
export function mayInstruct(text: string, format = "markdown"): boolean {
  return READ.has(format) && ADDRESS.test(text);
}

/** Returns the instructions of a document, in order; of the language that is spoken. */
export function instructionsIn(text: string, document: Block): Instruction[] {
  const leaves = leavesOf(document);
  const targets = linkTargets(text);
  const named = leaves.map(({ start, end }) => {
    const written = text.slice(start, end);
    return ADDRESS.test(written) || (targets.size > 0 && written.includes("]["));
  });
  const sentences: Sentence[] = [];
  leaves.forEach((block, index) => {
    const isNear = named
      .slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1)
      .some((isNamed) => isNamed);
    if (isNear) sentences.push(...sentencesIn(text, block, targets));
    else sentences.push(breakIn(block));
  });
  return found(sentences);
}

/** What separates the sentences before a block from those after it. */
function breakIn(block: Block): Sentence {
  return {
    steps: () => [],
    runs: () => false,
    hasAddress: false,
    block,
    isBreak: () => true,
  };
}

function sentencesIn(
  text: string,
  block: Block,
  targets: ReadonlyMap<string, string>,
): readonly Sentence[] {
  const { end } = block;
  if (block.kind === "code") {
    const code = text.slice(block.start, Math.min(end, block.start + LONGEST_CODE));
    const act: Act | null = checksIn(code) ? "check" : LONE_ADDRESS.test(code) ? "address" : null;
    const steps: Step[] = act === null ? [] : [{ act, span: [block.start, end], isEarlier: false }];
    return [
      {
        ...breakIn(block),
        steps: () => steps,
        hasAddress: act === "address",
        isBreak: () => false,
      },
    ];
  }
  return sentencesOf(flatText(text, [block.start, end], targets), block);
}

/** Blocks that hold text and no other blocks, in order. */
function leavesOf(document: Block): Block[] {
  const leaves: Block[] = [];
  const waiting: Block[] = [document];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (block.children.length === 0) leaves.push(block);
    else for (const child of [...block.children].reverse()) waiting.push(child);
  }
  return leaves;
}

/** Pairs each verb of running with the verbs of getting before it. */
function found(sentences: readonly Sentence[]): Instruction[] {
  const result: Instruction[] = [];
  // what an instruction took is no part of a later one
  let done = 0;
  let lastAddress = -NEIGHBOURS;
  sentences.forEach((sentence, index) => {
    if (sentence.hasAddress) lastAddress = index;
    if (index - lastAddress >= NEIGHBOURS || !sentence.runs()) return;
    const earlier = stepsBefore(sentences, index);
    const own = sentence.steps();
    own.forEach((step, at) => {
      if (step.act !== "run" && step.act !== "install") return;
      const before = [...earlier, ...own.slice(0, at + 1)].filter(({ span }) => span[0] >= done);
      const instruction = instructed(
        before.slice(-MOST_STEPS),
        own.slice(at + 1, at + 1 + MOST_STEPS),
        step,
        sentence.block,
      );
      if (instruction === null || instruction.span[0] < done) return;
      done = instruction.span[1];
      result.push(instruction);
    });
  });
  return result;
}

/** The steps of the sentences before one that belong together with it. */
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
  block: Block,
): Instruction | null {
  const clearedAt = before.findLastIndex(({ act }) => act === "check" || act === "other");
  // "open setup.exe" is no address that is opened
  const usable = before
    .slice(clearedAt + 1)
    .filter((step) => step === running || step.span[0] !== running.span[0]);
  const earlier = later.filter(({ isEarlier, act }) => isEarlier && GETTING.has(act));
  const getting = [...earlier, ...usable.filter(({ act }) => GETTING.has(act))];
  const addresses = [...usable, ...later].filter(({ act }) => ADDRESSES.has(act));
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
  // what is run follows the verb: "install the helper from …", "run it after downloading it from …"
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
