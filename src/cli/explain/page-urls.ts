import { explanations } from "./explanations.js";

/** The URL of the documentation site. The environment variable `CURLEW_SITE` can name the URL of a copy instead. */
const DEFAULT_SITE = "https://curlew-owner.github.io/curlew/";

/** Returns the URL of the site, with a slash at its end. An invalid URL in `CURLEW_SITE` is ignored. */
export function siteAddress(env: Readonly<Record<string, string | undefined>>): string {
  const given = env["CURLEW_SITE"] ?? "";
  const address = URL.canParse(given) && /^https?:/.test(given) ? given : DEFAULT_SITE;
  return address.endsWith("/") ? address : `${address}/`;
}

/** Returns the path of the page about a built-in rule, from the site's root. */
export function rulePath(id: string): string {
  return `rules/${id}.html`;
}

/** The path of the page about custom rules, from the site's root. */
export const OWN_RULES_PATH = "docs/own-rules.html";

/** Returns the path of the page about a built-in rule, or of the page about custom rules for any other rule. */
export function pagePath(id: string): string {
  return explanations.has(id) ? rulePath(id) : OWN_RULES_PATH;
}
