import type { Rule } from "../../core/index.js";
import { explanations } from "../explain/explanations.js";
import type { Explanation } from "../explain/explanation.js";
import { pagePath } from "../explain/page-urls.js";

/** The home page of the tool. */
export const HOMEPAGE = "https://www.npmjs.com/package/curlew";

/** Returns the anchor of a built-in rule in README.md and docs/rules.md. */
export function ruleAnchor(id: string): string {
  return `rule-${id.replace(/[^A-Za-z0-9]+/g, "-")}`;
}

/** The scores from which GitHub derives a level: remote code that runs unseen is `high`. */
const SECURITY_SEVERITY = { error: "8.0", warning: "5.0", note: "3.0" } as const;

/**
 * Returns the SARIF description of a rule, with the text that `curlew explain` prints.
 * @param site the URL of the site with a page for each rule
 */
export function describeRule({ id, message, severity, help, pattern }: Rule, site: string): object {
  const explained = explanations.get(id);
  return {
    id,
    name: nameOf(id),
    shortDescription: { text: sentence(message) },
    fullDescription: { text: sentence(explained?.why.replaceAll("\n", " ") ?? message) },
    help:
      explained === undefined
        ? customHelp(message, help)
        : { text: helpText(explained), markdown: helpMarkdown(explained) },
    helpUri: `${site}${pagePath(id)}`,
    defaultConfiguration: { level: severity },
    properties: {
      tags: [
        "security",
        ...(id.includes("decode") ? ["external/cwe/cwe-506"] : ["external/cwe/cwe-494"]),
      ],
      precision: "high",
      "problem.severity": severity === "note" ? "recommendation" : severity,
      "security-severity": SECURITY_SEVERITY[severity],
      ...(pattern === undefined ? {} : { pattern }),
    },
  };
}

/** Returns the name of a rule in Pascal case: `BashFetchPipe` for `bash/fetch-pipe`. */
function nameOf(id: string): string {
  const words = id.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

function customHelp(message: string, help = message): object {
  return { text: sentence(help), markdown: sentence(help) };
}

function helpText({ why, findings, clean, instead }: Explanation): string {
  return [
    why,
    "Findings:",
    ...findings.map(unmarked),
    "No findings:",
    ...clean.map(unmarked),
    "Instead:",
    instead,
  ].join("\n\n");
}

/** Returns the description of a rule, as Markdown. */
export function helpMarkdown({ title, why, findings, clean, instead }: Explanation): string {
  const blocks = (texts: readonly string[]): string =>
    texts.map((text) => fenced(unmarked(text))).join("\n\n");
  return [
    `**${title}**`,
    why,
    "Findings",
    blocks(findings),
    "No findings",
    blocks(clean),
    "Instead",
    fenced(instead),
  ].join("\n\n");
}

function unmarked(text: string): string {
  return text.replace(/[«»]/g, "");
}

/** Returns the text in a fence that is longer than any run of backticks in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
