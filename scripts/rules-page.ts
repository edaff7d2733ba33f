/**
 * `npm run lab -- rules-page`: writes docs/rules.md, with a section for each rule, and the list of rules in README.md. URLs in SARIF
 * reports refer to the anchors in that list.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { withTable } from "./marked-table.js";
import { RULES_BEGIN, RULES_END, rulesList, rulesPage } from "./rules/page.js";

const readme = withTable(readFileSync("README.md", "utf8"), rulesList(), RULES_BEGIN, RULES_END);
if (readme === null)
  throw new Error(`README.md has no markers for the rules: ${RULES_BEGIN} … ${RULES_END}`);
writeFileSync("README.md", readme);
writeFileSync("docs/rules.md", rulesPage());
