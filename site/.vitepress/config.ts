import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";
import type { NavigationGroup } from "../../scripts/site/content.js";
import { iconUrl } from "../../scripts/site/icon.js";
import { themeChanges } from "./theme-changes.js";

/** The navigation, which scripts/site.ts writes together with the pages. */
const { repository, docs, rules } = JSON.parse(
  readFileSync(new URL("../content/navigation.json", import.meta.url), "utf8"),
) as { repository: string; docs: NavigationGroup[]; rules: NavigationGroup[] };

const copied = (groups: readonly NavigationGroup[]) =>
  groups.map(({ text, items }) => ({ text, items: items.map((item) => ({ ...item })) }));

/** A content security policy that allows only scripts of the site and no requests to other hosts. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'";

export default defineConfig({
  title: "curlew",
  description:
    "Finds instructions that fetch remote content and execute it, or execute a payload decoded at run time.",
  lang: "en",
  srcDir: "content",
  cacheDir: "../node_modules/.cache/vitepress",
  // The playground is added after the build; a test follows every link.
  ignoreDeadLinks: [/playground/],
  vite: { plugins: [themeChanges()] },
  head: [
    ["meta", { "http-equiv": "Content-Security-Policy", content: POLICY }],
    ["link", { rel: "icon", href: iconUrl() }],
  ],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    languageAlias: { query: "scheme" },
  },
  themeConfig: {
    nav: [
      { text: "Playground", link: "/playground/", target: "_self" },
      { text: "Documentation", link: "/docs/", activeMatch: "/docs/" },
      { text: "Rules", link: "/rules/", activeMatch: "/rules/" },
      { text: "Source", link: repository },
    ],
    sidebar: { "/docs/": copied(docs), "/rules/": copied(rules) },
    outline: [2, 3],
    search: { provider: "local" },
  },
});
