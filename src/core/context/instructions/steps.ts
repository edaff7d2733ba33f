import type { Span } from "../../model.js";
import { once } from "../../once.js";
import type { Block } from "../../segment/block.js";
import { shapeNames, type Language } from "../language/prose-language.js";
import {
  ANY_ADDRESS,
  FILE_ADDRESS,
  LOCAL_ADDRESS,
  PASTE_ADDRESS,
} from "../sentence/mask-characters.js";
import type { FlatText } from "./flat-text.js";

/** What the reader is instructed to do, or the kind of a URL. */
export type Act =
  | "open" // a URL
  | "copy" // text from an opened page
  | "save" // a file
  | "run"
  | "install" // counts as running only if the URL is that of a paste or a file
  | "check" // a checksum or a signature
  | "other" // an object that is not run: a token, a dataset
  | "address"
  | "paste-address"
  | "file-address"
  | "local-address"; // from which nothing is downloaded

export interface Step {
  readonly act: Act;
  /** Document offsets. */
  readonly span: Span;
  /** Whether it is done before the step that it follows in the text: "run it after downloading it". */
  readonly isEarlier: boolean;
  /** Whether it is an alternative to the steps before it: "download it, or install it". */
  readonly isAlternative: boolean;
  /** Whether its object was not mentioned before: "run a script". */
  readonly isIndefinite: boolean;
  readonly part: Part;
}

/** A part of a sentence, which ends at a mark or word such as ";" or "instead". A prohibition in one part does not cover another. */
export interface Part {
  /** Document offsets. */
  readonly span: Span;
  readonly block: Block;
}

/** A sentence of a text. Its steps are found when they are needed, since most sentences are irrelevant. */
export interface Sentence {
  /** In the order of the text. */
  readonly steps: () => readonly Step[];
  /** Whether it may tell the reader to run something. */
  readonly runs: () => boolean;
  /** Whether it introduces something that the reader is not told to do: "Attackers tell their victims:". */
  readonly isVoidLead: () => boolean;
  readonly hasAddress: boolean;
  readonly block: Block;
  /** Whether it is a title that begins another subject. */
  readonly isBreak: () => boolean;
}

/** Matches the end of a sentence: punctuation, an empty line, a line break, or the end of a list item in a page. */
const SENTENCE_END =
  /[.!?…]["'”’)]{0,3}(?=\s|$)|[。！？]["'”’)」』）]{0,3}|\n[ \t]{0,8}(?:\n|(?=[-+•*][ \t]))|(?<= {2}|\\)\n/g;

/** The acts of verbs, each with the shapes that find them. */
const VERBS: readonly (readonly [Act, readonly string[]])[] = [
  ["check", shapeNames("instruction-check")],
  ["other", shapeNames("instruction-other")],
  ["open", shapeNames("instruction-open")],
  ["copy", shapeNames("instruction-copy")],
  ["save", shapeNames("instruction-save")],
  ["run", shapeNames("instruction-run", "instruction-paste")],
  ["install", shapeNames("instruction-install")],
];
const RUNNING = shapeNames("instruction-run", "instruction-paste", "instruction-install");

const COLON = /[:：]\s*$/;
const ADDRESS = new RegExp(ANY_ADDRESS);
const ADDRESSES = new RegExp(`${ANY_ADDRESS}|${LOCAL_ADDRESS}`, "g");
const ACTS: Readonly<Record<string, Act>> = {
  [PASTE_ADDRESS]: "paste-address",
  [FILE_ADDRESS]: "file-address",
  [LOCAL_ADDRESS]: "local-address",
};
/** Verbs that get what is at the URL after them. */
const GETTING: ReadonlySet<Act> = new Set(["open", "copy", "save"]);

/** Returns the sentences of a block's flat text. */
export function sentencesOf(flat: FlatText, block: Block): Sentence[] {
  const { language } = flat;
  const sentences: Sentence[] = [];
  const isHeading = block.kind === "heading";
  const next = block.parent?.children[block.index + 1];
  const isBeforeCode =
    next !== undefined && (next.kind === "code" || next.inlineCode[0]?.[0] === next.start);
  let start = 0;
  const add = (end: number): void => {
    const text = flat.text.slice(start, end);
    if (text.trim() !== "") {
      const from = start;
      const isLead = COLON.test(text);
      const showsCode = isLead && isBeforeCode && flat.text.slice(end).trim() === "";
      const steps = once(() => stepsIn(flat, from, end, block, showsCode));
      sentences.push({
        steps,
        runs: () => RUNNING.some((shape) => language.test(shape, text)),
        isVoidLead: () => isLead && language.test("instruction-void-lead", text),
        hasAddress: ADDRESS.test(text),
        block,
        isBreak: () => isHeading && steps().length === 0,
      });
    }
    start = end;
  };
  // a title is one sentence
  if (!isHeading)
    for (const { index, 0: mark } of flat.text.matchAll(SENTENCE_END)) add(index + mark.length);
  add(flat.text.length);
  return sentences;
}

/** A step with its range in the flat text of a sentence. */
type PlacedStep = Step & { readonly at: number; readonly to: number };

/** @param showsCode whether the sentence ends with a colon directly before a code block, so that "the commands" are those of the block */
function stepsIn(
  flat: FlatText,
  from: number,
  to: number,
  block: Block,
  showsCode: boolean,
): Step[] {
  const { language } = flat;
  const text = flat.text.slice(from, to);
  const steps: PlacedStep[] = [];
  const ranges = partsOf(language, text);
  const parts = ranges.map(([start, end]) => ({
    end,
    part: { span: flat.origin(from + start, from + end), block },
  }));
  const add = (act: Act, index: number, length: number): void => {
    const before = text.slice(Math.max(0, index - 24), index);
    steps.push({
      act,
      at: index,
      to: index + length,
      span: flat.origin(from + index, from + index + length),
      isEarlier: language.test("instruction-earlier", before),
      isAlternative: language.test("instruction-alternative", before),
      isIndefinite: language.test("instruction-indefinite", text.slice(index, index + 40)),
      part: (parts.find(({ end }) => end > index) ?? parts.at(-1))?.part ?? { span: [0, 0], block },
    });
  };
  for (const { index, 0: character } of text.matchAll(ADDRESSES))
    add(ACTS[character] ?? "address", index, 1);
  for (const [act, shapes] of VERBS)
    for (const shape of shapes)
      for (const { index, 0: words } of language.all(shape, text)) add(act, index, words.length);
  const allowed = withoutVoid(language, text, ranges, steps).filter(
    ({ act, at, to }) =>
      !(showsCode && act === "run" && language.test("instruction-commands", text.slice(at, to))),
  );
  return withoutLocal(withoutOthers(allowed.sort((a, b) => a.at - b.at)));
}

/** Returns the ranges of the parts of a sentence. */
function partsOf(language: Language, text: string): Span[] {
  const starts = [0, ...language.all("instruction-turn", text).map(({ index }) => index)];
  return starts
    .map((start, index): Span => [start, starts[index + 1] ?? text.length])
    .filter(([start, end]) => end > start);
}

/**
 * Returns the steps without those that the sentence itself forbids or reports. A match of `instruction-void` removes the steps from
 * its beginning to the end of its part; with the group `back`, those from the start of the part to the end of the match; with `whole`,
 * those of the whole part; with `within` or `only`, just those inside the match.
 */
function withoutVoid(
  language: Language,
  text: string,
  parts: readonly Span[],
  steps: readonly PlacedStep[],
): PlacedStep[] {
  const covered = language
    .all("instruction-void", text)
    .map(({ index, 0: { length }, groups = {} }): Span => {
      const to = index + length;
      if (groups.within !== undefined || groups.only !== undefined) return [index, to];
      const [start, end] = parts.find(([, end]) => end > index) ?? [0, text.length];
      if (groups.whole !== undefined) return [start, end];
      return groups.back !== undefined ? [start, to] : [index, end];
    });
  return steps.filter(({ at }) => !covered.some(([start, end]) => at >= start && at < end));
}

/** Returns the steps without verbs whose object is not run: "download the dataset". */
function withoutOthers(steps: readonly PlacedStep[]): readonly PlacedStep[] {
  let until = -1;
  return steps.filter(({ act, at, to }) => {
    if (act === "other") until = Math.max(until, to);
    return !(GETTING.has(act) && at < until);
  });
}

/**
 * Returns the steps without local URLs, without verbs that get something from a local URL, and without later verbs of this kind that
 * have no URL: "open http://localhost:3000, copy the command".
 */
function withoutLocal(steps: readonly Step[]): Step[] {
  let isLocal = false;
  return steps.filter(({ act }, index) => {
    if (!GETTING.has(act)) {
      if (act.endsWith("address")) isLocal = act === "local-address";
      return act !== "local-address";
    }
    const next = steps
      .slice(index + 1)
      .find((each) => each.act.endsWith("address") || GETTING.has(each.act))?.act;
    return !(next === "local-address" || (isLocal && !next?.endsWith("address")));
  });
}

/** Whether text that is not a sentence, such as a title or a code block, verifies a checksum or a signature. */
export function checksIn(language: Language, text: string): boolean {
  return language.test("instruction-check", text);
}
