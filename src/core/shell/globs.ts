import { once } from "../once.js";
import { roleOf, type Roles } from "../query/role.js";

/** Maximum length of a path with wildcards, in UTF-16 code units; a longer one matches nothing. */
export const MAX_GLOB_LENGTH = 256;

/** Folders that usually contain programs. */
const PROGRAM_FOLDERS = ["/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin"];

/** Maximum number of cached patterns. */
const MAX_CACHED = 1000;

/** The test of one character for a part of a pattern; null for `*`, which matches any number of characters. */
type Part = ((character: string) => boolean) | null;

/**
 * Returns a function that tests whether a shell pattern with `*`, `?` and `[…]` matches a whole text. Its time is bounded by the
 * product of the lengths of both.
 */
export function globTest(pattern: string): (text: string) => boolean {
  const parts = Array.from(pattern.matchAll(/\*+|\?|\[([!^]?)([^\][\\]+)\]|[^]/g), partOf);
  return (text) => matches(parts, text);
}

function partOf([text = "", negated, members]: RegExpExecArray): Part {
  if (text.startsWith("*")) return null;
  if (text === "?") return () => true;
  if (members === undefined) return (character) => character === text;
  const ranges = Array.from(members.matchAll(/([^])-([^])|[^]/g), ([one = "", low, high]) => [
    low ?? one,
    high ?? one,
  ]);
  return (character) =>
    ranges.some(([low = "", high = ""]) => low <= character && character <= high) ===
    (negated === "");
}

function matches(parts: readonly Part[], text: string): boolean {
  let [part, at, star, from] = [0, 0, -1, 0];
  while (at < text.length) {
    const test = parts[part];
    if (test === null) {
      star = part++;
      from = at;
    } else if (test?.(text[at] ?? "") === true) {
      part++;
      at++;
    } else if (star >= 0) {
      part = star + 1;
      at = ++from;
    } else return false;
  }
  return parts.slice(part).every((rest) => rest === null);
}

/** The commands of the loaded patterns. */
interface Commands {
  named(name: string): Roles;
  /** The listed names of fetchers and interpreters. */
  listed(): Iterable<string>;
}

/**
 * Returns a function that finds a listed program for a path with wildcards; its result is null if no listed program matches, or if
 * those that match are of different kinds.
 */
export function globbedPrograms(commands: Commands): (pattern: string) => string | null {
  const names = once(() =>
    [...new Set(commands.listed())].filter((name) => /^[\w.+-]+$/.test(name)),
  );
  const found = new Map<string, string | null>();
  const find = (pattern: string): string | null => {
    const slash = pattern.lastIndexOf("/");
    const isFolder = pathTest(pattern.slice(0, slash));
    if (!PROGRAM_FOLDERS.some(isFolder)) return null;
    const matched = names().filter(globTest(pattern.slice(slash + 1)));
    const kinds = new Set(matched.map((each) => kindOf(commands.named(each))));
    return kinds.size === 1 ? (matched[0] ?? null) : null;
  };
  return (pattern) => {
    if (!pattern.startsWith("/") || pattern.length > MAX_GLOB_LENGTH) return null;
    const known = found.get(pattern);
    if (known !== undefined) return known;
    const program = find(pattern);
    if (found.size < MAX_CACHED) found.set(pattern, program);
    return program;
  };
}

/** Returns a function that tests whether a pattern matches a path; no wildcard matches a slash. */
function pathTest(pattern: string): (path: string) => boolean {
  const tests = pattern.split("/").map(globTest);
  return (path) => {
    const parts = path.split("/");
    return parts.length === tests.length && parts.every((part, at) => tests[at]?.(part) === true);
  };
}

function kindOf(roles: Roles): string {
  return roleOf(roles, "source.fetcher") !== null
    ? "fetcher"
    : (roleOf(roles, "sink.interpreter")?.settings["reads"] ?? "shell");
}
