import type { Registry } from "../assets.js";
import { queryErrorAt } from "./error.js";
import { nearest } from "./nearest.js";
import type { PatternSource, PredicateSource } from "./reader.js";
import type { Settings } from "./role.js";
import type { Token } from "./tokens.js";

/** A rule's id: a folder's or company's name, then the rule's own. */
const ruleId = /^[a-z][\w.-]*\/[a-z][\w.-]*$/;

/** What the severity of a finding may be. */
export const severities = ["error", "warning", "note"] as const;
export type Severity = (typeof severities)[number];

/**
 * The settings of each capture of a pattern. `(#set! key "value")` goes to all captures that take the setting,
 * `(#set! @capture key "value")` to one.
 * @throws QueryError where a setting is unknown, acts on nothing or is given twice, and where a capture lacks one that completes it
 */
export function readSettings(source: PatternSource, captures: readonly Token[], registry: Registry): ReadonlyMap<string, Settings> {
  const settings = new Map(captures.map(({ value }): [string, Record<string, string>] => [value, {}]));
  for (const predicate of source.predicates) if (predicate.operator === "set!") addSetting(source, predicate, registry, settings);
  for (const capture of captures) checkComplete(source, capture, settings.get(capture.value) ?? {}, registry);
  return settings;
}

function addSetting(source: PatternSource, predicate: PredicateSource, registry: Registry, settings: ReadonlyMap<string, Record<string, string>>): void {
  const [target, key, value] = operandsOf(source, predicate);
  const refused = (token: Token, problem: string, advice: string): Error => queryErrorAt(source.file, token.start, "query-setting", problem, advice);
  if (!Object.hasOwn(registry.settings, key.value)) throw refused(key, `unknown setting ${key.value}`, `use one of ${Object.keys(registry.settings).join(", ")}`);
  checkValue(source, key, value, registry);
  if (target !== null && !settings.has(target.value)) throw refused(target, `@${target.value} is not captured by this pattern`, "name a capture of the same pattern");
  const takers = [...settings].filter(([capture]) => (target === null || capture === target.value) && takes(registry, capture, key.value));
  if (takers.length === 0) throw refused(key, `${key.value} acts on no capture of this pattern`, "remove it, or set it where queries/captures.json says it acts");
  for (const [, own] of takers) {
    if (Object.hasOwn(own, key.value)) throw refused(key, `${key.value} is set twice`, "keep one of the two");
    own[key.value] = value.value;
  }
}

/** `(#set! key "value")` or `(#set! @capture key "value")`. */
function operandsOf(source: PatternSource, { operands, start }: PredicateSource): [target: Token | null, key: Token, value: Token] {
  const target = operands[0]?.kind === "capture" ? operands[0] : null;
  const [key, value, ...more] = target === null ? operands : operands.slice(1);
  if (key === undefined || value === undefined || more.length > 0 || key.kind === "capture" || value.kind === "capture") {
    throw queryErrorAt(source.file, start, "query-setting", "#set! takes a setting and its value", 'write it as (#set! rule "language/source-shape")');
  }
  return [target, key, value];
}

/** Settings of a rule go wherever a rule does. */
const OF_RULES: ReadonlySet<string> = new Set(["message", "severity", "help"]);

function takes(registry: Registry, capture: string, key: string): boolean {
  return (registry.captures[capture]?.takes ?? []).includes(OF_RULES.has(key) ? "rule" : key);
}

function checkValue(source: PatternSource, key: Token, value: Token, registry: Registry): void {
  if (value.value.trim() === "") throw queryErrorAt(source.file, value.start, "query-setting", `${key.value} is set to nothing`, "give it a value, or remove it");
  const legal = registry.values[key.value];
  const unknown = legal === undefined ? undefined : value.value.split(/\s+/).find((word) => !legal.includes(word));
  if (legal !== undefined && unknown !== undefined) {
    throw queryErrorAt(source.file, value.start, "query-setting", `${key.value} cannot be "${unknown}"`, `use one of ${legal.join(", ")}`);
  }
  if (key.value === "rule") checkRule(source, value, registry);
  if (key.value === "operands" && !/^\d+$/.test(value.value)) throw queryErrorAt(source.file, value.start, "query-setting", `operands cannot be "${value.value}"`, "write a number");
}

/** A rule of the package, or one whose first part is nobody's yet. */
function checkRule(source: PatternSource, { value, start }: Token, registry: Registry): void {
  if (Object.hasOwn(registry.rules, value)) return;
  const known = Object.keys(registry.rules);
  const isOurs = known.some((id) => id.slice(0, id.indexOf("/") + 1) === value.slice(0, value.indexOf("/") + 1));
  if (isOurs) throw queryErrorAt(source.file, start, "query-rule", `unknown rule id "${value}"`, `${nearest(value, known, "")} A rule of your own begins with a name of your own, such as acme/no-pipe`);
  if (!ruleId.test(value)) throw queryErrorAt(source.file, start, "query-rule", `"${value}" is no rule id`, "write a name of your own, a slash and the rule's name, in small letters: acme/no-pipe");
}

function checkComplete(source: PatternSource, capture: Token, settings: Settings, registry: Registry): void {
  for (const choice of registry.captures[capture.value]?.needs ?? []) {
    if (choice.some((key) => Object.hasOwn(settings, key))) continue;
    throw queryErrorAt(source.file, capture.start, "query-setting", `no setting says how @${capture.value} is read`, `add (#set! ${choice[0] ?? ""} "…")${choice.length > 1 ? `, or one of ${choice.slice(1).join(", ")}` : ""}`);
  }
  if (settings["rule"] === undefined && [...OF_RULES].some((key) => Object.hasOwn(settings, key))) {
    throw queryErrorAt(source.file, capture.start, "query-setting", "message, severity and help belong to a rule, and none is set", 'add (#set! rule "acme/no-pipe")');
  }
}
