import { queryErrorAt } from "./query-error.js";
import type { GrammarName, Registry } from "../assets.js";
import type { NamePattern } from "./language-file.js";
import type { Pattern } from "./pattern.js";
import { listed, type Role } from "./role.js";
import { wordsOf } from "./name-table.js";

/** Roles of commands, only one of which can apply: a fetcher that is also an interpreter would be read as one of the two. */
const COMMANDS = new Set([
  "flow.wrapper",
  "flow.launcher",
  "source.fetcher",
  "sink.builtin",
  "sink.interpreter",
  "flow.print",
  "flow.trap",
  "inject.script",
  "inject.python",
  "inject.javascript",
]);

/** The advice if a name already has another role in a file of the package, or in a file of the user. */
const OF_PACKAGE = "remove this name, or replace that file with your own (--replace-queries)";
const OF_OWN = "leave this name out of one of the two";

/** Settings that do not affect how a command line is read. */
const OF_RULES = new Set(["rule", "message", "severity", "help"]);

/**
 * Compares a user's patterns for one grammar with the package's, and with each other. The first pattern determines how a name is
 * read, and the package's patterns come first. Returns a sentence for each pattern of the user that would read a name differently;
 * such a pattern affects only the rule.
 * @throws QueryError if a pattern would remove the role that another one gives a name: the detector would silently find less
 */
export function overruled(grammar: GrammarName, patterns: readonly Pattern[]): string[] {
  const own = patterns.filter(({ source }) => source.file.added === true);
  const theirs = namesOf(patterns.filter(({ source }) => source.file.added !== true));
  const isPlain = (pattern: Pattern): boolean => wordsOf(grammar, pattern) !== null;
  const found: string[] = [];
  for (const [at, pattern] of own.entries()) {
    // a pattern of only words takes precedence over a structural pattern
    const before = namesOf(
      own.filter(
        (other, place) => other !== pattern && isPlain(other) && (place < at || !isPlain(pattern)),
      ),
    );
    for (const role of pattern.roles.values()) {
      for (const [names, advice] of [
        [theirs, OF_PACKAGE],
        [before, OF_OWN],
      ] as const)
        for (const [name, others] of names)
          if (isAbout(pattern, role, name))
            found.push(...compare(pattern, role, name, others, advice));
    }
  }
  return found;
}

/**
 * Compares a user's patterns in the same way for languages without a grammar: the package's roles of a name take precedence.
 * @throws QueryError if a pattern would remove the role that the package gives a name
 */
export function overruledNames(
  patterns: ReadonlyMap<string, readonly NamePattern[]>,
  registry: Registry,
): string[] {
  const found: string[] = [];
  for (const [language, of] of patterns) {
    const inForce = [language, ...(registry.languages?.[language] ?? [])].flatMap(
      (each) => patterns.get(each) ?? [],
    );
    const ofPackage = inForce.filter(({ source }) => source.file.added !== true);
    const own = of.filter(({ source }) => source.file.added === true);
    for (const [at, { source, roles, names }] of own.entries()) {
      for (const role of roles.values()) {
        for (const name of names) {
          found.push(
            ...compare({ source }, role, name, rolesOf(ofPackage, name), OF_PACKAGE, readAlike),
          );
          found.push(
            ...compare({ source }, role, name, rolesOf(own.slice(0, at), name), OF_OWN, readAlike),
          );
        }
      }
    }
  }
  return found;
}

function rolesOf(patterns: readonly NamePattern[], name: string): readonly Role[] {
  return patterns
    .filter(({ names }) => names.includes(name))
    .flatMap(({ roles }) => [...roles.values()]);
}

function namesOf(patterns: readonly Pattern[]): ReadonlyMap<string, readonly Role[]> {
  const names = new Map<string, Role[]>();
  for (const { predicates, roles } of patterns) {
    for (const { wordList } of predicates) {
      const role = wordList === undefined ? undefined : roles.get(wordList.capture);
      if (role !== undefined)
        for (const word of wordList?.words ?? [])
          names.set(word, [...(names.get(word) ?? []), role]);
    }
  }
  return names;
}

/** Whether a pattern may give its role to a node with this name. */
function isAbout({ predicates }: Pattern, { capture }: Role, name: string): boolean {
  const tests = predicates.flatMap(({ about }) => (about?.capture === capture ? [about] : []));
  return tests.length > 0 && tests.every(({ admits }) => admits(name));
}

function compare(
  { source }: Pick<Pattern, "source">,
  role: Role,
  name: string,
  others: readonly Role[],
  advice: string,
  isSame = (one: string, other: string) => one === other,
): string[] {
  const rival = others.find((other) => competes(role.capture, other.capture));
  if (rival !== undefined) {
    throw queryErrorAt(
      source.file,
      source.start,
      "query-capture",
      `"${name}" is @${rival.capture} in ${rival.pattern}, and cannot also be @${role.capture}`,
      advice,
    );
  }
  // a pattern for one subcommand does not affect those for others
  const alike = [undefined, role.settings["subcommand"]];
  const same = others.find(
    ({ capture, settings }) =>
      isSame(capture, role.capture) && alike.includes(settings["subcommand"]),
  );
  if (same === undefined || (same.capture === role.capture && layoutOf(same) === layoutOf(role)))
    return [];
  return [`${role.pattern}: "${name}" is read as ${same.pattern} defines it`];
}

/** Whether a user's role of a name (`own`) conflicts with an existing role of the name. */
function competes(own: string, other: string): boolean {
  if (own === other) return false;
  if (own.startsWith("flow.barrier"))
    return ["source", "sink", "inject"].includes(other.split(".", 1)[0] ?? "");
  return (
    COMMANDS.has(own) &&
    COMMANDS.has(other) &&
    !(own === "sink.interpreter" && other.startsWith("inject."))
  );
}

/**
 * Whether only the first of two roles of one name determines how it is read: calls of a language without a grammar pass their
 * arguments in one way only.
 */
function readAlike(one: string, other: string): boolean {
  const passesArguments = (capture: string): boolean =>
    capture.startsWith("inject.") && capture !== "inject.assigned";
  return (
    one === other ||
    (passesArguments(one) &&
      passesArguments(other) &&
      one.endsWith(".method") === other.endsWith(".method"))
  );
}

function layoutOf(role: Role): string {
  return Object.keys(role.settings)
    .filter((key) => !OF_RULES.has(key))
    .map((key) => `${key}=${Array.from(listed(role, key)).sort().join(" ")}`)
    .sort()
    .join("\n");
}
