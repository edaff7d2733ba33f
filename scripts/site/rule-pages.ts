import { explanations } from "../../src/cli/explain/explanations.js";
import type { Explanation } from "../../src/cli/explain/explanation.js";
import { fragmentOf } from "../../site/playground/share.js";

/** Returns the Markdown of the page about a rule. */
export function rulePage(id: string, explanation: Explanation): string {
  const { title, why, instead, findings, clean, profile } = explanation;
  const profileNote =
    profile === "extended"
      ? "It is active only in the `extended` profile, the default of the command line."
      : "It is active in both profiles.";
  return [
    `---\ntitle: ${JSON.stringify(id)}\ndescription: ${JSON.stringify(sentence(title))}\n---`,
    `# ${id}`,
    `## What it finds\n\n${sentence(title)} ${profileNote}`,
    `## Why it matters\n\n${escapeVue(why)}`,
    `## What to do instead\n\n${fenced(instead, "sh")}`,
    `## Examples\n\nThe marked part is the span of the finding.`,
    ...findings.map((text) => example(id, text, profile)),
    `## What is not a finding`,
    ...clean.map((text) => example(id, text, profile)),
    `\`npx curlew explain ${id}\` prints the same in a terminal. To accept a single finding, see
[ignore comments](../../docs/ignoring.md); \`--disable-rule ${id}\` switches the rule off.`,
    "",
  ].join("\n\n");
}

/** Returns the Markdown of the list of rules. */
export function rulesIndex(): string {
  const rows = Array.from(
    explanations,
    ([id, { title, profile }]) => `| [${id}](./${id}.md) | ${sentence(title)} | ${profile} |`,
  );
  return [
    "# Rules",
    "The label `PS` is set by every finding of these rules; an advisory is reported and sets no label. Rules of the contract profile are active in both profiles.",
    `| rule | what it finds | profile |\n|---|---|---|\n${rows.join("\n")}`,
    "[A rule in five minutes](../docs/own-rules.md) shows how to add your own.",
    "",
  ].join("\n\n");
}

/** Returns the HTML of an example: its text, in which the spans are highlighted, and a link that opens it in the playground. */
function example(id: string, marked: string, profile: Explanation["profile"]): string {
  const text = marked.replace(/[«»]/g, "");
  const html = escapeHtml(marked).replaceAll("«", "<mark>").replaceAll("»", "</mark>");
  // An empty line would end the HTML block in Markdown.
  const code = html.replaceAll("\n", "&#10;");
  const fragment = fragmentOf({ text, profile, format: "", query: null });
  const label = `Try it in the playground: ${escapeHtml(text.split("\n").find((line) => !line.startsWith("```")) ?? id)}`;
  return `<div class="example" v-pre><pre tabindex="0"><code>${code}</code></pre><a class="try" href="../../playground/#${fragment}" target="_self" aria-label="${label.replaceAll('"', "&quot;")}">Try it</a></div>`;
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

function fenced(text: string, tag: string): string {
  return `\`\`\`${tag}\n${text}\n\`\`\``;
}

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Escapes plain text so that the template compiler of VitePress finds no tags or interpolations in it. */
function escapeVue(text: string): string {
  return text.replaceAll("<", "&lt;").replaceAll("{{", "{&#123;");
}
