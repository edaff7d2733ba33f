import type { Span, TraceStep } from "../../model.js";
import { patternsOf, type Role, type Roles } from "../../query/role.js";
import type { ProcessPart } from "../script.js";
import { altered, type CodeText, type Remote, type Stream } from "./stream.js";

/** A word of a command after expansion, with what it carries. Spans are the document's. */
export interface Argument {
  /** The word as written, quotes included. */
  readonly span: Span;
  /** Its text after quote removal; null if that is not statically known. */
  readonly text: string | null;
  /** Where only a part of the text is not known (`--output="$F"`): the text with U+FFFC for each unknown part. */
  readonly shape?: string;
  /** The file that it names, where its text is not known but each variable in it is (`"$DIR/a.sh"`), see paths.ts. */
  readonly path?: string;
  /** It holds wildcards outside quotes. */
  readonly isPattern?: true;
  /** The variable it is, where it is nothing else and its value is not known. */
  readonly variable?: string;
  /** The words it may stand for, where it is a variable of which one of several values is taken. */
  readonly alternatives?: readonly (readonly Argument[])[];
  /** The argument as it is at the call of the function that it came into by `"$@"`. */
  readonly called?: Argument;
  /** What patterns that are more than words captured on it in the tree, where it was written as a command's name. */
  readonly roles?: Roles;
  /** Fetched bytes in its value. */
  readonly remote: Remote | null;
  /** They stand outside quotes: the shell makes as many words of them as they hold. */
  readonly isSplit?: boolean;
  /** Where the part that carries them ends: its closing quote, parenthesis or backtick. */
  readonly remoteEnd: number;
  /** The process substitution that the word is; null for any other word. */
  readonly process: { readonly part: ProcessPart; readonly output: Stream } | null;
  /** The process substitution behind the equals sign of a word that may be an assignment (`env A=<(…) COMMAND`). */
  readonly assigned?: NonNullable<Argument["process"]>;
  /** More of it is not known: it grew too long, or has too many values. */
  readonly isCut?: true;
  /** The word's value as code, with the way back to where it was written. */
  code(): CodeText;
}

/** Represents in a shape what is not known. */
export const unknown = "\uFFFC";

/** Longer shapes are cut: each line of a text may double them. */
const longestShape = 1 << 14;

/** A shape, where anything of it is known. */
export function partly(shape: string): Pick<Argument, "shape" | "isCut"> {
  if (shape.length > longestShape) return { isCut: true };
  return shape.replaceAll(unknown, "").trim() === "" ? {} : { shape };
}

/** Texts of which any may be known only in part, one behind the other. */
export function strung(
  parts: readonly Pick<Argument, "text" | "shape" | "isCut">[],
  between: string,
): Pick<Argument, "text" | "shape" | "isCut"> {
  const shape = parts.map((part) => part.text ?? part.shape ?? unknown).join(between);
  const isCut = parts.some((part) => part.isCut === true) ? { isCut: true as const } : {};
  return parts.every(({ text }) => text !== null)
    ? { text: shape, ...isCut }
    : { text: null, ...partly(shape), ...isCut };
}

/** The arguments as the option tables read them: an option with an unknown value is still that option. */
export function optionWords(args: readonly Argument[]): (string | null)[] {
  return args.map(
    ({ text, shape = unknown }) => text ?? (shape.startsWith(unknown) ? null : shape),
  );
}

/** A word that stands for a text, up to the end of which it carries bytes. */
export function argumentOf(
  span: Span,
  text: string | null,
  code: () => CodeText,
  remote: Remote | null = null,
): Argument {
  return { span, text, remote, remoteEnd: span[1], process: null, code };
}

/** A step of a trace that stands where a word does. */
export function stepAt(
  step: TraceStep["step"],
  { span }: Pick<Argument, "span">,
  message: string,
  role: Role | null,
): TraceStep {
  return { step, span, message, ...patternsOf(role) };
}

/** The part of an argument behind an attached option (`--entrypoint=sh`). */
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
