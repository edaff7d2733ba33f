import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix } from "node:path";
import { explanations } from "../../src/cli/explain/explanations.js";
import { rulePage, rulesIndex } from "./rule-pages.js";

/** A group of links in the site's navigation. */
export interface NavigationGroup {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

/** The sections of README.md that become pages of the site. A page of docs/ with the same name comes before the section. */
const README_SECTIONS = ["Accuracy", "Performance"];

const IMAGE = /\.(?:png|svg|jpg|gif)$/;

/**
 * Fills a folder with the content that VitePress reads: the home page, the pages of docs/ with changed links and their images, the list
 * of rules and a page for each rule, the sections of README.md about accuracy and performance, and the navigation.
 */
export function writeContent(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const repository = repositoryUrl();
  for (const name of readdirSync("docs")) {
    const target = join(folder, "docs", name);
    if (name === "README.md") put(join(folder, "docs/index.md"), docsPage(name, repository));
    else if (name === "rules.md") continue;
    else if (name.endsWith(".md")) put(target, docsPage(name, repository));
    else if (IMAGE.test(name)) cpSync(join("docs", name), target);
  }
  put(join(folder, "rules/index.md"), rulesIndex());
  for (const [id, explanation] of explanations)
    put(join(folder, `rules/${id}.md`), rulePage(id, explanation));
  for (const heading of README_SECTIONS) {
    const name = `${heading.toLowerCase()}.md`;
    put(join(folder, "docs", name), sectionPage(name, heading, repository));
  }
  put(join(folder, "index.md"), home());
  put(
    join(folder, "navigation.json"),
    JSON.stringify({ repository, docs: docsNavigation(), rules: rulesNavigation() }),
  );
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Returns the URL of the repository from `package.json`. */
export function repositoryUrl(): string {
  const { repository } = JSON.parse(readFileSync("package.json", "utf8")) as {
    repository: { url: string };
  };
  return repository.url.replace(/^git\+|\.git$/g, "");
}

function docsPage(name: string, repository: string): string {
  return withLinks(readFileSync(join("docs", name), "utf8"), "docs", repository);
}

/** Returns a page with a section of README.md, after the page of docs/ with the same name if there is one. */
function sectionPage(name: string, heading: string, repository: string): string {
  const [, section] = readFileSync("README.md", "utf8").split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`README.md has no section "${heading}"`);
  const [text = ""] = section.split("\n## ");
  return existsSync(join("docs", name))
    ? `${docsPage(name, repository)}\n${withLinks(`## Figures\n${text}`, ".", repository)}`
    : withLinks(`# ${heading}\n${text}`, ".", repository);
}

const LINK = /(?<=\]\()([^)\s#]*)(#[^)\s]*)?(?=\))/g;

/**
 * Replaces the relative targets of Markdown links.
 * @param from the folder of the page in the repository
 */
function withLinks(text: string, from: string, repository: string): string {
  return text.replace(LINK, (whole: string, target: string, hash: string = "") =>
    target === "" || /^[a-z]+:/.test(target) ? whole : targetOf(target, hash, from, repository),
  );
}

/** Returns the target of a link on the site: a page or image of the site, or else the URL of the file in the repository. */
function targetOf(target: string, hash: string, from: string, repository: string): string {
  const path = posix.normalize(posix.join(from, target));
  if (path === "docs/README.md") return `./index.md${hash}`;
  if (path === "docs/rules.md") return rulesTarget(hash);
  if (/^docs\/[\w-]+\.md$/.test(path) || (path.startsWith("docs/") && IMAGE.test(path)))
    return `./${posix.basename(path)}${hash}`;
  return `${repository}/blob/main/${path}${hash}`;
}

/** Returns the page of the rule whose anchor is `hash`, such as `#rule-bash-fetch-pipe`, or the list of rules if there is none. */
function rulesTarget(hash: string): string {
  const id = [...explanations.keys()].find(
    (each) => hash === `#rule-${each.replace(/[^A-Za-z0-9]+/g, "-")}`,
  );
  return `../rules/${id ?? "index"}.md`;
}

/**
 * Returns the navigation of the documentation: the sections and links of docs/README.md, and under "Reference" also the pages made from
 * README.md.
 */
function docsNavigation(): NavigationGroup[] {
  const [, ...sections] = readFileSync("docs/README.md", "utf8").split(/^## /m);
  return sections.map((section) => {
    const names = [...section.matchAll(/^\| \[[^\]]+\]\(([\w-]+)\.md\)/gm)].map(
      ([, name = ""]) => name,
    );
    const [text = ""] = section.split("\n");
    const added = text === "Reference" ? README_SECTIONS.map((name) => name.toLowerCase()) : [];
    return { text, items: [...new Set([...names, ...added])].map(docsItem) };
  });
}

function docsItem(name: string): { text: string; link: string } {
  if (name === "rules") return { text: "Rules", link: "/rules/" };
  const heading = README_SECTIONS.find((each) => each.toLowerCase() === name);
  if (heading !== undefined) return { text: heading, link: `/docs/${name}` };
  const [, title = name] = /^# (.+)$/m.exec(readFileSync(`docs/${name}.md`, "utf8")) ?? [];
  return { text: title, link: `/docs/${name}` };
}

/** Returns the navigation of the rules, grouped by the first part of their ids. */
function rulesNavigation(): NavigationGroup[] {
  const groups = new Map<string, string[]>();
  for (const id of explanations.keys()) {
    const [language = ""] = id.split("/");
    groups.set(language, [...(groups.get(language) ?? []), id]);
  }
  return Array.from(groups, ([text, ids]) => ({
    text,
    items: ids.map((id) => ({ text: id.slice(text.length + 1), link: `/rules/${id}` })),
  }));
}

function home(): string {
  return `---
layout: home
title: curlew
titleTemplate: false
hero:
  name: curlew
  text: Finds remote content that is executed
  tagline: Reports every instruction in a text that fetches remote content and executes it, or executes a payload decoded at run time.
  actions:
    - { theme: brand, text: Open the playground, link: ./playground/, target: _self }
    - { theme: alt, text: Documentation, link: ./docs/ }
    - { theme: alt, text: Rules, link: ./rules/ }
features:
  - title: Any text
    details: Answers of assistants, documents, scripts, workflows and diffs, with exact spans. What is warned against or only shown is not a finding.
  - title: Explained
    details: Each finding has the steps that led to it, the decoded payload, and a safer command.
  - title: Local
    details: Nothing in a text is run, fetched or sent anywhere. The playground analyzes texts in your browser and works offline.
---
`;
}
