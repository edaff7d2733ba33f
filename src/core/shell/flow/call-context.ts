import { oncePerName } from "../../once.js";
import { fileName } from "../../scan.js";
import { SourceBuilder } from "../../source.js";
import { argumentOf, type Argument } from "./argument.js";
import { CollectedValues } from "./collected-values.js";
import { joinedWords, JoinedValues } from "./joined-values.js";
import type { Signatures } from "./signatures.js";
import { textsOf, unknownValue, valueOf, type Value } from "./values.js";

/** A value or another property of the calling shell that a call read. */
export interface Reading {
  readonly kind:
    | "value"
    /** A value that is only printed: it matters only if it contains code. */
    | "shown"
    /** `"$@"`, word by word. */
    | "parameters"
    /** The number of parameters. */
    | "count"
    /** Whether a variable is exported, and which one it refers to. */
    | "attributes"
    | "function"
    | "file"
    /** All exported variables and functions. */
    | "exports";
  readonly name: string;
  readonly signature: string;
}

/** The readings of a call, in order. If all of them have the same signatures for another call, that call has the same effects. */
export class ContextReads implements Iterable<Reading> {
  private readonly names = new Map<Reading["kind"], Set<string>>();
  private readonly all: Reading[] = [];

  has(kind: Reading["kind"], name: string): boolean {
    return this.names.get(kind)?.has(name) === true;
  }

  note(kind: Reading["kind"], name: string, signature: string): void {
    const names = this.names.get(kind);
    if (names === undefined) this.names.set(kind, new Set([name]));
    else names.add(name);
    this.all.push({ kind, name, signature });
  }

  get size(): number {
    return this.all.length;
  }

  [Symbol.iterator](): Iterator<Reading> {
    return this.all[Symbol.iterator]();
  }
}

/** Determines how a call sees the values that were set before it. */
export interface View {
  /** Whether the call sees the values unchanged. */
  readonly isExact: boolean;
  readonly signatures: Signatures;
  value(name: string, value: Value | null): Value | null;
  words(words: readonly Argument[] | null): readonly Argument[] | null;
  signature(name: string, value: Value | null): string;
  signatureShown(name: string, value: Value | null): string;
  signatureOfWords(words: readonly Argument[] | null): string;
}

/** The tests of names and texts against the loaded patterns. */
interface Vocabulary {
  /** Whether no pattern is about a command of this name. */
  isUnknown(name: string): boolean;
  /** Whether a text may contain a trigger word. */
  mentions(text: string): boolean;
  /** Whether a text may contain a finding by itself. */
  mayContain(text: string): boolean;
  /** Whether code was executed of which a part is missing. */
  readonly executesCut: boolean;
}

/** A view that shows all values unchanged. */
export class ExactView implements View {
  readonly isExact: boolean = true;

  constructor(
    readonly signatures: Signatures,
    protected readonly vocabulary: Vocabulary,
  ) {}

  value(_: string, value: Value | null): Value | null {
    return value;
  }

  words(words: readonly Argument[] | null): readonly Argument[] | null {
    return words;
  }

  signature(name: string, value: Value | null): string {
    return this.signatures.ofValue(this.value(name, value));
  }

  signatureShown(name: string, value: Value | null): string {
    const isPlain =
      value === null ||
      (value.elements === undefined && !this.vocabulary.mentions(textsOf(value).join("\n")));
    return isPlain ? "plain" : this.signature(name, value);
  }

  signatureOfWords(words: readonly Argument[] | null): string {
    const seen = this.words(words);
    return seen === null ? "-" : this.signatures.ofWords(seen);
  }
}

const anyValue = unknownValue;
const anyExported: Value = { ...anyValue, exported: true };

/**
 * A view in which plain values differ only in whether they are exported: neither their text nor whether they are set is visible. Of
 * names that collect text, only some values are different.
 */
export class GeneralView extends ExactView {
  override readonly isExact = false;
  private readonly collected = new CollectedValues(
    this.signatures,
    (line) => this.isUsed(line) || this.vocabulary.mayContain(line),
  );
  private readonly values = new WeakMap<Value, Value>();
  private readonly general = new WeakMap<Argument, Argument>();
  /** Whether a text is plain: neither code, an option, a device, nor a command or trigger word that a pattern names. */
  private readonly isPlain = oncePerName(
    (text: string) =>
      !/[|&;<>()$`]/.test(text) && !this.isUsed(text) && !this.vocabulary.mentions(text),
  );

  /** Whether a text is an option or a device, or begins with a command that a pattern names. */
  private isUsed(text: string): boolean {
    return (
      /^-|^\/dev\//.test(text) ||
      !this.vocabulary.isUnknown(fileName(text.trimStart().split(" ", 1)[0] ?? ""))
    );
  }

  override value(name: string, value: Value | null): Value | null {
    if (value === null || value === anyValue) return anyValue;
    let seen = this.values.get(value);
    if (seen === undefined) {
      seen = this.generalized(value);
      // a name whose values are executed may be one that collects text, so all later values count
      const isJoined = seen === value && isText(value) && !isParameter(name);
      if (isJoined && !this.vocabulary.executesCut) seen = this.collected.seen(name, value);
      this.values.set(value, seen);
    }
    return seen;
  }

  override words(words: readonly Argument[] | null): readonly Argument[] | null {
    return words?.map((word) => this.word(word)) ?? null;
  }

  private word(word: Argument): Argument {
    let seen = this.general.get(word);
    if (seen === undefined) {
      const isPlain = word.text !== null && this.generalized(valueOf(word)) === anyValue;
      this.general.set(word, (seen = isPlain ? this.plainWord(word) : word));
    }
    return seen;
  }

  /** Returns an argument of unknown text with the span of a word. */
  private plainWord(word: Argument): Argument {
    const [start, end] = word.span;
    const code = (): ReturnType<Argument["code"]> => ({
      source: new SourceBuilder(word.code().source).insertAt("$?", start).build(),
      variables: [],
      from: start,
      to: end,
    });
    return this.signatures.assign(argumentOf(word.span, null, code), "plain");
  }

  private generalized(value: Value): Value {
    if (!isText(value) || !textsOf(value).every((written) => this.isPlain(written))) return value;
    return value.exported ? anyExported : anyValue;
  }
}

/** Whether a value is only text, known or unknown, none of which was fetched. */
function isText({ remote, process, refers, elements, fields: keys, stream }: Value): boolean {
  return (
    remote === null && [process, refers, elements, keys, stream].every((part) => part === undefined)
  );
}

/** Whether a name is that of a parameter or of all parameters, which have other values in each call. */
function isParameter(name: string): boolean {
  return /^(?:\d+|\W)$/.test(name);
}

/** A view of several calls, in which each name has one value that combines its values in all calls. */
export class JoinedView extends GeneralView {
  private readonly joined = new Map<string, JoinedValues>();
  private lists: readonly (readonly Argument[])[] = [];
  /** Whether a value was dropped because there are too many. */
  isFull = false;

  override value(name: string, value: Value | null): Value | null {
    const seen = super.value(name, value);
    let values = this.joined.get(name);
    if (values === undefined) this.joined.set(name, (values = new JoinedValues(this.signatures)));
    if (!values.add(seen)) this.isFull = true;
    return values.value;
  }

  override words(words: readonly Argument[] | null): readonly Argument[] | null {
    const seen = super.words(words);
    if (seen === null) return null;
    const signature = this.signatures.ofWords(seen);
    if (this.lists.every((list) => this.signatures.ofWords(list) !== signature)) {
      if (this.lists.length < MAX_PARAMETER_LISTS) this.lists = [...this.lists, seen];
      else this.isFull = true;
    }
    return joinedWords(this.lists);
  }
}

/** Maximum number of different parameter lists in one joined view. */
const MAX_PARAMETER_LISTS = 8;
