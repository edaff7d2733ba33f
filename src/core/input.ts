import { offsetEncodings, profiles, type OffsetEncoding } from "./model.js";

export interface DetectOptions {
  /** The unit of all offsets in the result; UTF-16 code units by default. */
  readonly offsetEncoding?: OffsetEncoding;
  /** Milliseconds after which the analysis stops with outcome `incomplete`; none by default. */
  readonly deadlineMs?: number;
  /**
   * Whether the text is a command that is about to run. Words that warn against its commands, or report them, do not prevent them
   * from running, so `warned-against` and `reported` dismiss nothing.
   */
  readonly guard?: boolean;
  /**
   * The format of a text that is not Markdown: a fence tag such as `bash`, `dockerfile` or `json`. In a `skill` (Markdown) and in
   * the answers of an `mcp` server (JSON), the values of `description`, `instructions`, `system` and `prompt` are read as prose,
   * too.
   */
  readonly format?: string;
}

/** Maximum number of UTF-16 code units of a text that are analyzed; the outcome for a longer text is `incomplete`. */
export const maximumLength = 16 * 1024 * 1024;

/** Thrown for an invalid argument of the library; nothing was analyzed. */
export class InputError extends TypeError {
  override readonly name = "InputError";
  readonly code = "input";

  constructor(
    /** The parameter or option. */
    readonly parameter: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Checks arguments that callers without types pass.
 * @throws InputError for an invalid argument, because a value that is not a string must not look like a text without findings
 */
export function checkInput(
  text: unknown,
  {
    offsetEncoding,
    deadlineMs,
    format,
    guard,
  }: Readonly<Partial<Record<keyof DetectOptions, unknown>>>,
): void {
  if (typeof text !== "string") throw wrong("text", "a string (decode bytes first)", text);
  if (offsetEncoding !== undefined) checkWord("offsetEncoding", offsetEncodings, offsetEncoding);
  if (deadlineMs !== undefined && !(typeof deadlineMs === "number" && deadlineMs >= 0))
    throw wrong("deadlineMs", "a number of milliseconds", deadlineMs);
  if (format !== undefined && typeof format !== "string")
    throw wrong("format", "a fence tag", format);
  if (guard !== undefined && typeof guard !== "boolean")
    throw wrong("guard", "true or false", guard);
}

/** @throws InputError for invalid options of a detector */
export function checkDetector(profile: unknown, disabledRules: unknown, languages: unknown): void {
  checkWord("profile", profiles, profile);
  checkWords("disabledRules", "a list of rule ids", disabledRules);
  checkWords("languages", "a list of languages such as de", languages);
}

function checkWords(parameter: string, expected: string, given: unknown): void {
  if (!Array.isArray(given) || !given.every((word) => typeof word === "string"))
    throw wrong(parameter, expected, given);
}

function checkWord(parameter: string, words: readonly string[], given: unknown): void {
  if (typeof given !== "string" || !words.includes(given))
    throw wrong(parameter, `one of ${words.join(", ")}`, given);
}

function wrong(parameter: string, expected: string, given: unknown): InputError {
  return new InputError(parameter, `${parameter} has to be ${expected}, not ${named(given)}`);
}

function named(given: unknown): string {
  if (typeof given === "string") return JSON.stringify(given.slice(0, 40));
  if (typeof given === "number" || given === null || given === undefined) return String(given);
  return given instanceof Object && typeof given === "object"
    ? `an object (${given.constructor.name})`
    : `a value of type ${typeof given}`;
}
