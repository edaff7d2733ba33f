import { explanations } from "../../src/cli/explain/explanations.js";
import { helpMarkdown, ruleAnchor } from "../../src/cli/report/sarif-rules.js";

export const RULES_BEGIN = "<!-- rules: written by npm run lab -- rules-page -->";
export const RULES_END = "<!-- /rules -->";

/** Returns the page about all rules. Each section has an explicit anchor, because sites derive different anchors from headings. */
export function rulesPage(): string {
  const sections = Array.from(explanations, ([id, explanation]) => {
    const note =
      explanation.profile === "extended" ? ["Active only in the `extended` profile."] : [];
    return [`<a id="${ruleAnchor(id)}"></a>`, `## ${id}`, ...note, helpMarkdown(explanation)].join(
      "\n\n",
    );
  });
  return `${["# Rules", "Written by `npm run lab -- rules-page`; `npx curlew explain RULE` says the same.", ...sections].join("\n\n")}\n`;
}

/** Returns the list of rules for README.md: links to the sections of docs/rules.md. */
export function rulesList(): string {
  return `${Array.from(explanations.keys(), (id) => `<a id="${ruleAnchor(id)}"></a>[\`${id}\`](docs/rules.md#${ruleAnchor(id)})`).join(" ·\n")}\n`;
}
