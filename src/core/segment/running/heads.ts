import type { Vocabulary } from "../../query/vocabulary.js";
import { eachMatch } from "../../scan.js";

/** What a word can be at the head of a command, as far as the loaded vocabulary tells. */
export type HeadKind = "fetcher" | "interpreter" | "print" | "carrier" | "wrapper" | "launcher" | "known" | null;

/** Words that are ordinary in a sentence and hardly ever a word of a command line. */
const SENTENCE = new RegExp(
  "(?:^|[\\s(])(?:(?:the|an|a)(?!\\s*[<>;|])|to|and|you|your|yours|is|are|was|it|its|this|that|these|those" +
    "|with|of|or|will|would|can|could|should|must|as|by|into|we|our|us|they|them|their|has|have|be|been" +
    "|which|because|also|just|only|please|when|where|what|how|why|but|so|after|before|once|then|directly" +
    "|instead|does|works|installs|runs|downloads)(?=$|\\s|[,.;:!?)]+(?:\\s|$))",
);

const KEYWORD = /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|select|function|\{|\}|\(|\)|!|\[\[?|\(\()$/;

/** Whether a text holds a word that decodes: then it is worth telling code from text. */
export function holdsDecoder(text: string, vocabulary: Vocabulary): boolean {
  for (const word of vocabulary.words("source.decoder")) if (text.includes(word.slice(word.lastIndexOf(".") + 1))) return true;
  return false;
}

/** A function's head; before it may stand the marks of a diff or a block quote, or tags. */
const DEFINITION = new RegExp(
  "^[ \\t>+]*(?:<[^<>\\n]{1,200}>){0,3}(?:function[ \\t]+([A-Za-z_][\\w-]*)(?:[ \\t]*\\(\\))?" +
    "|([A-Za-z_][\\w-]*)[ \\t]*\\(\\))[ \\t]*(?:\\{|$)",
  "gm",
);
const NO_NAMES: ReadonlySet<string> = new Set();

/** Looks words up in the vocabulary by what they do at the head of a command. */
export class Heads {
  constructor(readonly vocabulary: Vocabulary, private readonly functions: ReadonlySet<string> = NO_NAMES) {}

  /** The same, and the shell functions that a text defines are known commands. */
  within(text: string): Heads {
    if (!text.includes("()") && !text.includes("function")) return this;
    const names = Array.from(eachMatch(text, DEFINITION), (found) => found[1] ?? found[2] ?? "");
    return names.length === 0 ? this : new Heads(this.vocabulary, new Set(names));
  }

  /** The kind of a command word, quotes and path left out; null for a word that names no known command. */
  kind(word: string): HeadKind {
    const name = baseName(word);
    const { vocabulary } = this;
    if (vocabulary.has("source.fetcher", name)) return "fetcher";
    if (vocabulary.has("sink.interpreter", name) || vocabulary.has("sink.builtin", name)) return "interpreter";
    if (vocabulary.has("flow.print", name)) return "print";
    if (vocabulary.has("flow.carrier", name)) return "carrier";
    if (vocabulary.has("flow.wrapper", name)) return "wrapper";
    if (vocabulary.has("flow.launcher", name)) return "launcher";
    const isKnown = vocabulary.has("word.command", name) || vocabulary.has("source.address", name) || this.functions.has(name);
    return isKnown ? "known" : null;
  }

  /** True where a word can begin a command: a known name, an assignment, a path, a keyword, an expansion. */
  startsCommand(word: string): boolean {
    return this.kind(word) !== null || KEYWORD.test(word) || /^(?:[A-Za-z_]\w*(?:\[\w*\])?\+?=|\.{0,2}\/|~\/|\$|"\$|\()/.test(word);
  }
}

/** The last component of a command word, with quotes and backslashes removed. */
export function baseName(word: string): string {
  const bare = word.replace(/["'\\]/g, "");
  if (bare.includes("://")) return bare;
  return bare.slice(bare.lastIndexOf("/") + 1);
}

/** True where a text, its quotations left out, reads like a sentence. */
export function soundsLikeProse(text: string): boolean {
  return SENTENCE.test(text.replace(/(^|\s)[A-Z](?=[a-z])/g, (first) => first.toLowerCase()));
}

/** True where a quotation mark at the start of a word closes further on: a quoted sentence, not a quoted name. */
export function opensQuotation(word: string): boolean {
  return /^["']/.test(word) && word.lastIndexOf(word[0] ?? "") === 0;
}

/** A line without what stands in quotation marks, substitutions' marks and a trailing comment. An escaped mark opens nothing. */
export function withoutQuotations(line: string): string {
  return line.replace(/\\.|"(?:[^"\\]|\\.)*"|'[^']*'/g, (match) => (match.startsWith("\\") ? match : '""')).replace(/(?:^|\s)#.*$/, "");
}
