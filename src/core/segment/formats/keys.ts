import type { Dismissal } from "../../model.js";
import { namesIn, type Names } from "../../rows.js";
import type { Source } from "../../source.js";
import { shownAs } from "../snippet.js";
import keys from "./keys.json" with { type: "json" };

/** Words of a list, each with a small or a capital letter in front. */
const named = (list: Names): string => namesIn(list).map((word) => `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`).join("|");

/** Keys whose values describe and are never run; the last word of a key tells (`final_message`, `displayName`). */
const DESCRIPTIVE = new RegExp(`(?:^|[_-]|[a-z](?=[A-Z]))(?:${named(keys.descriptive)})$|^//$`);

/**
 * Keys of JSON whose values are texts: what another program or a model is given to judge or to answer, and what is said of that;
 * what a tool is given it may run.
 */
const SAID = new RegExp(`^(?!(?:action|tool)[_-]?[Ii]nput$)(?:|.*(?:[_-]|[a-z](?=[A-Z])))(?:${named(keys.said)})$`);

/** Keys whose values a tool gave back: they were printed. */
const RETURNED: ReadonlySet<string> = new Set(namesIn(keys.returned));

/** Words of keys that forbid what stands below them: a guard's list of what it refuses (`deny`, `blockedCommands`). */
const FORBIDDING: ReadonlySet<string> = new Set(namesIn(keys.forbidding));

/** Verdicts that a key begins with: `bad`, `unsafe_example`, `dont`. */
const CONDEMNING = new RegExp(`^(?:${namesIn(keys.condemning).join("|")})(?![a-z])`, "i");

/** Keys whose values are commands, in the formats where most values are not. */
const COMMAND = new RegExp(`^(?:${namesIn(keys.command).join("|")})$`, "i");

/** The last component of a dotted key decides (`ansible.builtin.shell`). */
function lastPart(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}

/** `DESCRIPTION` is `description`. */
function isLike(pattern: RegExp, key: string): boolean {
  return pattern.test(key) || pattern.test(key.toLowerCase());
}

export function isDescriptive(key: string | null): boolean {
  return key !== null && isLike(DESCRIPTIVE, lastPart(key));
}

/** Why the value of a key is only shown, as what describes or is forbidden; undefined for any other key. */
export function shownByKey(key: string | null, source: Source, start: number, end: number): Dismissal | undefined {
  if (isDescriptive(key)) return shownAs("description", `is the value of the descriptive key "${key ?? ""}"`, source, start, end);
  return isForbidding(key) ? shownAs("warned-against", `is listed under "${key ?? ""}"`, source, start, end) : undefined;
}

export function isSaid(key: string): boolean {
  return isLike(SAID, key);
}

export function isReturned(key: string): boolean {
  return RETURNED.has(lastPart(key).toLowerCase());
}

/** Whether a key forbids or condemns all that stands below it. */
export function isForbidding(key: string | null): boolean {
  const words = key?.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
  return key !== null && (CONDEMNING.test(lastPart(key)) || words.some((word) => FORBIDDING.has(word.toLowerCase())));
}

/** The key that tells what a value is: one around it that forbids or was given back, a describing one directly around it, or its own. */
export function tellingKey(around: string | null, own: string | null, isScalar: boolean): string | null {
  if (own === null || isForbidding(around) || (around !== null && isReturned(around) && !isCommandKey(own))) return around;
  return isScalar && isDescriptive(around) && !isCommandKey(own) ? around : own;
}

export function isCommandKey(key: string | null): boolean {
  return key !== null && !isDescriptive(key) && COMMAND.test(lastPart(key));
}
