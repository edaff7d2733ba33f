import { isNamingGrammar, type Registry } from "../assets.js";
import { refusing } from "./query-error.js";
import { checkLayout } from "./check-option-settings.js";
import { nearest } from "./nearest-word.js";
import type { PatternSource, PredicateSource } from "./read-patterns.js";
import type { Settings } from "./role.js";
import type { OwnSettings, Setting } from "./setting.js";
import type { Token } from "./query-tokens.js";

const refused = refusing("query-setting");
const refusedRule = refusing("query-rule");

/** A rule's id: the name of a folder or company, then that of the rule. */
const ruleId = /^[a-z][a-z0-9._-]*\/[a-z][a-z0-9._-]*$/;

/**
 * Returns the settings of each capture of a pattern. `(#set! key "value")` applies to all captures that accept the setting,
 * `(#set! @capture key "value")` to one.
 * @throws QueryError if a setting is unknown, has no effect or is repeated, if settings contradict each other, or if a capture
 * lacks a required one
 */
export function readSettings(
  source: PatternSource,
  captures: readonly Token[],
  registry: Registry,
): ReadonlyMap<string, Settings> {
  const settings = new Map(
    captures.map(({ value }): [string, Map<string, Setting>] => [
      value,
      new Map<string, Setting>(),
    ]),
  );
  for (const predicate of source.predicates)
    if (predicate.operator === "set!") addSetting(source, predicate, registry, settings);
  for (const capture of captures) {
    const own = settings.get(capture.value) ?? new Map<string, Setting>();
    checkComplete(source, capture, own, registry);
    checkRuleSettings(source, own, registry);
    checkLayout(source, own);
  }
  return new Map(
    [...settings].map(([capture, own]) => [
      capture,
      Object.fromEntries([...own].map(([key, { value }]) => [key, value.value])),
    ]),
  );
}

function addSetting(
  source: PatternSource,
  predicate: PredicateSource,
  registry: Registry,
  settings: ReadonlyMap<string, Map<string, Setting>>,
): void {
  const [target, key, value] = operandsOf(source, predicate);
  if (!Object.hasOwn(registry.settings, key.value))
    throw refused(
      source,
      key,
      `unknown setting ${key.value}`,
      `use one of ${Object.keys(registry.settings).join(", ")}`,
    );
  checkValue(source, key, value, registry);
  if (target !== null && !settings.has(target.value))
    throw refused(
      source,
      target,
      `@${target.value} has no role in this pattern`,
      "name a capture of the same pattern",
    );
  const takers = [...settings].filter(
    ([capture]) =>
      (target === null || capture === target.value) && accepts(registry, capture, key.value),
  );
  if (takers.length === 0)
    throw refused(
      source,
      key,
      `${key.value} has no effect on any capture of this pattern`,
      "remove it, or set it for a capture that queries/captures.json lists",
    );
  for (const [capture, own] of takers) {
    if (own.has(key.value))
      throw refused(source, key, `${key.value} is set twice`, "keep one of the two");
    if (key.value === "options") checkTable(source, capture, value, registry);
    own.set(key.value, { key, value });
  }
}

/** Returns the operands of `(#set! key "value")` or `(#set! @capture key "value")`. */
function operandsOf(
  source: PatternSource,
  predicate: PredicateSource,
): [target: Token | null, key: Token, value: Token] {
  const { operands } = predicate;
  const target = operands[0]?.kind === "capture" ? operands[0] : null;
  const [key, value, ...more] = target === null ? operands : operands.slice(1);
  if (
    key === undefined ||
    value === undefined ||
    more.length > 0 ||
    key.kind === "capture" ||
    value.kind === "capture"
  ) {
    throw refused(
      source,
      predicate,
      "#set! needs a setting and its value",
      'write it as (#set! rule "language/source-shape")',
    );
  }
  return [target, key, value];
}

/** Settings that are accepted with a rule. */
const OF_RULES: ReadonlySet<string> = new Set(["message", "severity", "help"]);

function accepts(registry: Registry, capture: string, key: string): boolean {
  return (registry.captures[capture]?.takes ?? []).includes(OF_RULES.has(key) ? "rule" : key);
}

function checkValue(source: PatternSource, key: Token, value: Token, registry: Registry): void {
  if (value.value.trim() === "")
    throw refused(source, value, `${key.value} has no value`, "give it a value, or remove it");
  const legal = registry.values[key.value];
  if (legal !== undefined && !legal.includes(value.value))
    throw refused(
      source,
      value,
      `${key.value} cannot be "${value.value}"`,
      `use one of ${legal.join(", ")}`,
    );
  if (key.value === "rule") checkRule(source, value, registry);
  if (key.value === "operands" && !/^\d$/.test(value.value))
    throw refused(
      source,
      value,
      `operands cannot be "${value.value}"`,
      "write a number from 0 to 9",
    );
  if (key.value === "message" && value.value.includes("\n"))
    throw refused(source, value, "a message is one line", "describe what to do in help");
}

/** Checks that a rule is one of the package, or has a first part that the package does not use. */
function checkRule(source: PatternSource, token: Token, registry: Registry): void {
  const { value } = token;
  const known = Object.keys(registry.rules);
  if (known.includes(value)) {
    const prefixes = rulesFor(source.file.path);
    if (prefixes.some((each) => value.startsWith(each))) return;
    const advice = `use one that begins with ${prefixes.join(" or ")}, or your own rule, such as acme/no-pipe`;
    throw refusedRule(
      source,
      token,
      `${value} is not a rule for the language of this file`,
      advice,
    );
  }
  const isOurs = known.some(
    (id) => id.slice(0, id.indexOf("/") + 1) === value.slice(0, value.indexOf("/") + 1),
  );
  const own = "The id of your own rule begins with your own name, such as acme/no-pipe";
  if (isOurs)
    throw refusedRule(
      source,
      token,
      `unknown rule id "${value}"`,
      `${nearest(value, known, "")} ${own}`,
    );
  const advice = "write your own name, a slash and the rule's name, in lower case: acme/no-pipe";
  if (!ruleId.test(value)) throw refusedRule(source, token, `"${value}" is not a rule id`, advice);
}

/** Returns the first parts of the package's rules that a file may name: those for its language. Shell text may start PowerShell. */
function rulesFor(path: string): readonly string[] {
  if (!path.endsWith(".scm")) return ["script/"];
  const grammar = path.replaceAll("\\", "/").split("/").at(-2) ?? "";
  if (isNamingGrammar(grammar)) return ["script/"];
  return grammar === "bash" ? ["bash/", "powershell/"] : [`${grammar}/`];
}

function checkTable(
  source: PatternSource,
  capture: string,
  value: Token,
  registry: Registry,
): void {
  const tables = registry.captures[capture]?.tables ?? [];
  if (tables.includes(value.value)) return;
  throw refused(
    source,
    value,
    `options of @${capture} cannot be "${value.value}"`,
    `use one of ${tables.join(", ")}, or describe the options with your own settings`,
  );
}

function checkComplete(
  source: PatternSource,
  capture: Token,
  own: OwnSettings,
  registry: Registry,
): void {
  for (const choice of registry.captures[capture.value]?.needs ?? []) {
    if (choice.some((key) => own.has(key))) continue;
    const [first = "", ...others] = choice;
    throw refused(
      source,
      capture,
      `@${capture.value} lacks a required setting`,
      `add ${asWritten(source, first, "…")}${others.length > 0 ? `, or ${others.join(", ")}` : ""}`,
    );
  }
}

/** Rejects descriptions of a rule if no rule is set, or if it is the package's, which only the registry describes. */
function checkRuleSettings(source: PatternSource, own: OwnSettings, registry: Registry): void {
  const extra = [...own.values()].find(({ key }) => OF_RULES.has(key.value));
  if (extra === undefined) return;
  const rule = own.get("rule")?.value.value;
  if (rule === undefined)
    throw refused(
      source,
      extra.key,
      `${extra.key.value} belongs to a rule, but no rule is set`,
      `add ${asWritten(source, "rule", "acme/no-pipe")}`,
    );
  if (Object.hasOwn(registry.rules, rule))
    throw refused(
      source,
      extra.key,
      `${extra.key.value} of the built-in rule ${rule} cannot be changed`,
      "remove it, or set your own rule, such as acme/no-pipe",
    );
}

/** Returns a setting as the file would write it. */
function asWritten({ file }: PatternSource, key: string, value: string): string {
  return file.path.endsWith(".scm")
    ? `(#set! ${key} "${value}")`
    : `"set": { "${key}": "${value}" }`;
}
