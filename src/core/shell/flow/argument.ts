import type { Span, TraceStep } from "../../model.js";
import { patternsOf, type Role, type Roles } from "../../query/role.js";
import type { ProcessPart } from "../script.js";
import { altered, type CodeText, type Remote, type Stream } from "./stream.js";

/** A word of a command after expansion, with the fetched bytes in it. Spans and offsets refer to the document. */
export interface Argument {
  /** The word as written, including quotes. */
  readonly span: Span;
  /** Its text after quote removal; null if that is not statically known. */
  readonly text: string | null;
  /** If only a part of the text is unknown (`--output="$F"`): the text with U+FFFC for each unknown part. */
  readonly shape?: string;
  /** The texts that the word may be, with U+FFFC for each unknown part, if a variable in it has one of several values. */
  readonly possible?: readonly string[];
  /** The path that the word names, if its text is unknown but each variable in it can be identified (`"$DIR/a.sh"`). */
  readonly path?: string;
  /** True if the word contains unquoted wildcards. */
  readonly isPattern?: true;
  /** The name of the variable, if the word is only a variable whose value is unknown. */
  readonly variable?: string;
  /** The lists of words to which the word may expand, if it is a variable with one of several values. */
  readonly alternatives?: readonly (readonly Argument[])[];
  /** The argument at the call, if a function passed it to this command with `"$@"`. */
  readonly called?: Argument;
  /** The roles from patterns that match more than single words, if the word is a command's name in the syntax tree. */
  readonly roles?: Roles;
  /** The fetched bytes in the word's value; null if there are none. */
  readonly remote: Remote | null;
  /** True if the fetched bytes are outside quotes, so that the shell splits them into words. */
  readonly isSplit?: boolean;
  /** The end of the part that contains the fetched bytes: after its closing quote, parenthesis or backtick. */
  readonly remoteEnd: number;
  /** The process substitution, if the whole word is one; null for any other word. */
  readonly process: { readonly part: ProcessPart; readonly output: Stream } | null;
  /** The process substitution after the equals sign of a word that may be an assignment (`env A=<(…) COMMAND`). */
  readonly assigned?: NonNullable<Argument["process"]>;
  /** True if a part of the value is unknown because the value grew too long or has too many alternatives. */
  readonly isCut?: true;
  /** Returns the word's value as code, with a map to where it was written. */
  code(): CodeText;
}

/** Represents an unknown part in a shape. */
export const unknown = "\uFFFC";

/** Maximum length of a shape in UTF-16 code units. A longer one is discarded, since each line of a text may double it. */
const MAX_SHAPE_LENGTH = 1 << 14;

/** Returns the properties of an argument with this shape: none if no part is known, and `isCut` if the shape is too long. */
export function partiallyKnown(shape: string): Pick<Argument, "shape" | "isCut"> {
  if (shape.length > MAX_SHAPE_LENGTH) return { isCut: true };
  return shape.replaceAll(unknown, "").trim() === "" ? {} : { shape };
}

/** Returns the concatenation of texts, any of which may be known only in part. */
export function concatenated(
  parts: readonly Pick<Argument, "text" | "shape" | "isCut">[],
  between: string,
): Pick<Argument, "text" | "shape" | "isCut"> {
  const shape = parts.map((part) => part.text ?? part.shape ?? unknown).join(between);
  const isCut = parts.some((part) => part.isCut === true) ? { isCut: true as const } : {};
  return parts.every(({ text }) => text !== null)
    ? { text: shape, ...isCut }
    : { text: null, ...partiallyKnown(shape), ...isCut };
}

/** Returns the words by which options are recognized: a word such as `--output=$F` is represented by its shape. */
export function optionWords(args: readonly Argument[]): (string | null)[] {
  return args.map(
    ({ text, shape = unknown }) => text ?? (shape.startsWith(unknown) ? null : shape),
  );
}

/** Creates an argument; its fetched bytes end where its span ends. */
export function argumentOf(
  span: Span,
  text: string | null,
  code: () => CodeText,
  remote: Remote | null = null,
): Argument {
  return { span, text, remote, remoteEnd: span[1], process: null, code };
}

/** Creates a trace step at the span of a word. */
export function stepAt(
  step: TraceStep["step"],
  { span }: Pick<Argument, "span">,
  message: string,
  role: Role | null,
): TraceStep {
  return { step, span, message, ...patternsOf(role) };
}

/** Returns an argument without its first `offset` characters: the value of an attached option (`--entrypoint=sh`). */
export function withoutPrefix(argument: Argument, offset: number): Argument {
  if (offset === 0) return argument;
  const code = argument.code();
  const source = code.source.slice(offset, code.source.text.length);
  return {
    ...argument,
    text: argument.text?.slice(offset) ?? null,
    span: [source.origin(0, source.text.length)[0], argument.span[1]],
    code: () => altered(code, { source }),
  };
}
