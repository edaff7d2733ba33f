import type { Dismissal } from "../../model.js";
import { namesIn, type Names } from "../../data-tables.js";
import type { Source } from "../../source.js";
import { shownAs } from "../snippet.js";
import words from "./keys.json" with { type: "json" };

/** Returns a pattern for keys that end with a word of a list: the whole key, or its last part (`final_message`, `displayName`). */
function endingWith(list: Names, before = ""): RegExp {
  const either = ([first = "", ...rest]: string): string =>
    `[${first.toUpperCase()}${first}]${rest.join("")}`;
  return new RegExp(
    `^${before}(?:|[^]*(?:[_-]|[a-z](?=[A-Z])))(?:${namesIn(list).map(either).join("|")})$`,
  );
}

/** Keys whose values describe and are never run. */
const DESCRIPTIVE = endingWith(words.descriptive);

/**
 * Matches JSON keys whose values are prose: text that another program or a model judges or answers, and comments on such text. The
 * keys of a tool's input do not match, because the tool may run its input.
 */
const TEXTS = endingWith(words.said, "(?!(?:action|tool)[_-]?[Ii]nput$)");

/** Keys whose values a tool returned as its output. */
const RETURNED = new Set(namesIn(words.returned));

/** Words in keys of lists of forbidden commands: `deny`, `blockedCommands`. */
const FORBIDDING = new Set(namesIn(words.forbidding));

/** Matches keys that begin with a negative judgement: `bad`, `unsafe_example`, `dont`. */
const NEGATIVE = /^(?:bad|wrong|unsafe|insecure|risky|avoid|never|don['’]?t|do[_-]?not)(?![a-z])/i;

/** Keys whose values are commands, in formats in which most values are not. */
const COMMANDS = new Set(namesIn(words.commands));
const COMMAND = /^(?:.*command|pre\w+|post\w+|npm:\w+|execstart\w*)$/i;

/** Returns the last component of a dotted key (`ansible.builtin.shell`), which determines its meaning. */
function lastPart(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}

/** Whether a key matches a pattern as written or in lower case: `DESCRIPTION` is treated like `description`. */
function isLike(pattern: RegExp, key: string): boolean {
  return pattern.test(key) || pattern.test(key.toLowerCase());
}

/** Whether a key's value is a description; `//` is the key of a comment. */
export function isDescriptive(key: string | null): boolean {
  return key !== null && (lastPart(key) === "//" || isLike(DESCRIPTIVE, lastPart(key)));
}

/** Returns why the value of a key is only shown, as a description or as forbidden; undefined for any other key. */
export function shownByKey(
  key: string | null,
  source: Source,
  start = 0,
  end = source.text.length,
): Dismissal | undefined {
  if (isDescriptive(key))
    return shownAs(
      "description",
      `is the value of the descriptive key "${key ?? ""}"`,
      source,
      start,
      end,
    );
  return isForbidding(key)
    ? shownAs("warned-against", `is listed under "${key ?? ""}"`, source, start, end)
    : undefined;
}

/** Keys of texts that a model reads, in the definition of a tool, a skill or a server. */
const ADDRESSED = new Set(["description", "instructions", "system", "prompt"]);

/** Whether the value of a key is addressed to a model, in an object that defines a tool or a skill. */
export function isAddressed(key: string | null): boolean {
  return key !== null && ADDRESSED.has(lastPart(key).toLowerCase());
}

export function isTextKey(key: string): boolean {
  return isLike(TEXTS, key);
}

export function isReturned(key: string): boolean {
  return RETURNED.has(lastPart(key).toLowerCase());
}

/** Whether a key forbids or condemns everything below it. */
export function isForbidding(key: string | null): boolean {
  const parts = key?.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
  return (
    key !== null &&
    (NEGATIVE.test(lastPart(key)) || parts.some((word) => FORBIDDING.has(word.toLowerCase())))
  );
}

/**
 * Returns the key that decides how a value is read: normally the key of the value (`own`), but the enclosing key (`around`) if the
 * value has no key or if the enclosing key forbids its values. Unless `own` is the key of a command, the enclosing key also decides
 * if its values are a tool's output, or if it is descriptive and the value is a scalar.
 */
export function decidingKey(
  around: string | null,
  own: string | null,
  isScalar: boolean,
): string | null {
  if (
    own === null ||
    isForbidding(around) ||
    (around !== null && isReturned(around) && !isCommandKey(own))
  )
    return around;
  return isScalar && isDescriptive(around) && !isCommandKey(own) ? around : own;
}

export function isCommandKey(key: string | null): boolean {
  const name = lastPart(key ?? "");
  return !isDescriptive(key) && (COMMANDS.has(name.toLowerCase()) || COMMAND.test(name));
}
