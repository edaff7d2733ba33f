import type { Span, TraceStep } from "../../model.js";
import { patternsOf, type Role, type Roles } from "../../query/role.js";
import type { ProcessPart } from "../script.js";
import { altered, type CodeText, type Remote, type Stream } from "./stream.js";

/** A word of a command after expansion, with the bytes it carries. Spans are offsets in the document. */
export interface Argument {
  /** The word as written, including quotes. */
  readonly span: Span;
  /** Its text after quote removal; null if that is not statically known. */
  readonly text: string | null;
  /** If only a part of the text is unknown (`--output="$F"`): the text with U+FFFC for each unknown part. */
  readonly shape?: string;
  /** The file that it names, if its text is unknown but each variable in it can be identified (`"$DIR/a.sh"`), see paths.ts. */
  readonly path?: string;
  /** It contains unquoted wildcards. */
  readonly isPattern?: true;
  /** The name of the variable, if the word is only a variable whose value is unknown. */
  readonly variable?: string;
  /** The words it may expand to, if it is a variable with one of several values. */
  readonly alternatives?: readonly (readonly Argument[])[];
  /** For an argument that came into a function by `"$@"`: the argument at the call. */
  readonly called?: Argument;
  /** The captures of patterns that are more than words, if it was written as a command's name. */
  readonly roles?: Roles;
  /** Fetched bytes in its value. */
  readonly remote: Remote | null;
  /** The bytes are outside quotes, so the shell splits them into words. */
  readonly isSplit?: boolean;
  /** The end of the part that carries them: its closing quote, parenthesis or backtick. */
  readonly remoteEnd: number;
  /** The process substitution that the word is; null for any other word. */
  readonly process: { readonly part: ProcessPart; readonly output: Stream } | null;
  /** The process substitution after the equals sign of a word that may be an assignment (`env A=<(…) COMMAND`). */
  readonly assigned?: NonNullable<Argument["process"]>;
  /** Its rest is unknown: it grew too long, or has too many values. */
  readonly isCut?: true;
  /** Returns the word's value as code, with a map to where it was written. */
  code(): CodeText;
}

/** Represents an unknown part in a shape. */
export const unknown = "\uFFFC";

/** The longest shape; longer ones are cut, since each line of a text may double them. */
const MAX_SHAPE_LENGTH = 1 << 14;

/** Returns a shape, if any part of it is known. */
export function partly(shape: string): Pick<Argument, "shape" | "isCut"> {
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
    : { text: null, ...partly(shape), ...isCut };
}

/** Returns the arguments as the option tables read them: an option with an unknown value is still that option. */
export function optionWords(args: readonly Argument[]): (string | null)[] {
  return args.map(
    ({ text, shape = unknown }) => text ?? (shape.startsWith(unknown) ? null : shape),
  );
}

/** Creates an argument for a text, with bytes that end where the text ends. */
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

/** Returns the part of an argument after an attached option (`--entrypoint=sh`). */
export function cut(argument: Argument, offset: number): Argument {
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
