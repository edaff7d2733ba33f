import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { JSDOM } from "jsdom";
import { beforeAll, describe, expect, it } from "vitest";
import { repositoryUrl } from "../../scripts/site/content.js";
import { sharedOf } from "../../site/playground/share.js";
import { rulePath, OWN_RULES_PATH } from "../../src/cli/explain/page-urls.js";
import { createNodeDetector } from "../../src/host/node.js";
import { builtSite } from "./built-site.js";

let folder: string;
const pages = new Map<string, Document>();
beforeAll(async () => {
  folder = await builtSite();
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    if (path.endsWith(".html"))
      pages.set(path, new JSDOM(readFileSync(join(folder, path), "utf8")).window.document);
});

/** Returns the path and the fragment of a link's target in the site, or null for a link to another site. */
function targetOf(page: string, href: string): { path: string; hash: string } | null {
  const url = new URL(href, `https://site.example/base/${page}`);
  if (url.host !== "site.example") return null;
  const path = decodeURIComponent(url.pathname).replace(/^\/base\//, "");
  return {
    path: path.endsWith("/") || path === "" ? `${path}index.html` : path,
    hash: url.hash.slice(1),
  };
}

describe("the site", () => {
  it("has no link to a missing page or anchor", () => {
    const broken: string[] = [];
    for (const [page, document] of pages) {
      for (const element of document.querySelectorAll(
        "a[href], link[href], script[src], img[src]",
      )) {
        const href = element.getAttribute("href") ?? element.getAttribute("src") ?? "";
        const target = targetOf(page, href);
        if (target === null) continue;
        const there = pages.get(target.path);
        if (!existsSync(join(folder, target.path))) broken.push(`${page}: ${href}`);
        // the fragment of the playground is a text
        else if (
          target.hash !== "" &&
          !target.path.startsWith("playground/") &&
          there !== undefined
        )
          if (there.getElementById(decodeURIComponent(target.hash)) === null)
            broken.push(`${page}: ${href}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it("links to every page from its start page, directly or indirectly", () => {
    const seen = new Set<string>();
    const open = ["index.html"];
    for (let page = open.pop(); page !== undefined; page = open.pop()) {
      if (seen.has(page)) continue;
      seen.add(page);
      for (const link of pages.get(page)?.querySelectorAll("a[href]") ?? []) {
        const path = targetOf(page, link.getAttribute("href") ?? "")?.path;
        if (path !== undefined && pages.has(path)) open.push(path);
      }
    }
    expect([...pages.keys()].filter((page) => !seen.has(page) && page !== "404.html")).toEqual([]);
  });

  it("links to other files of the repository by their URLs", () => {
    const links = [...pages.values()].flatMap((document) =>
      Array.from(document.querySelectorAll("a[href]"), (link) => link.getAttribute("href") ?? ""),
    );
    const own = `${repositoryUrl()}/blob/main/`;
    const files = links.flatMap((link) =>
      link.startsWith(own) ? (link.slice(own.length).split("#")[0] ?? []) : [],
    );
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((path) => !existsSync(path))).toEqual([]);
  });

  it("loads nothing from another host", () => {
    const loaded = [...pages.values()].flatMap((document) =>
      Array.from(
        document.querySelectorAll("script[src], img[src], link[rel=stylesheet], link[rel=preload]"),
        (element) => element.getAttribute("src") ?? element.getAttribute("href") ?? "",
      ),
    );
    expect(loaded.filter((address) => /^(?:https?:)?\/\//.test(address))).toEqual([]);
  });
});

describe("the rule pages", () => {
  it("exist for every rule at the URL that reports contain", async () => {
    const { rules } = await createNodeDetector({ profile: "extended" });
    expect(rules.length).toBeGreaterThan(15);
    expect(rules.filter(({ id }) => !pages.has(rulePath(id)))).toEqual([]);
    expect(pages.has(OWN_RULES_PATH)).toBe(true);
  });

  it("say what is found, why it matters, what to do and what is not a finding", () => {
    const headings = [
      "What it finds",
      "Why it matters",
      "What to do instead",
      "Examples",
      "What is not a finding",
    ];
    for (const [path, document] of pages) {
      if (posix.dirname(posix.dirname(path)) !== "rules") continue;
      const own = Array.from(document.querySelectorAll(".vp-doc h2"), (h) =>
        h.firstChild?.textContent?.trim(),
      );
      expect(own, path).toEqual(headings);
    }
  });

  it("have examples with the findings that they mark", async () => {
    const detectors = {
      contract: await createNodeDetector({ profile: "contract" }),
      extended: await createNodeDetector({ profile: "extended" }),
    };
    let count = 0;
    for (const [path, document] of pages) {
      for (const example of document.querySelectorAll(".example")) {
        const href = example.querySelector("a")?.getAttribute("href") ?? "";
        const shared = sharedOf(href.slice(href.indexOf("#")));
        expect(shared?.text, path).toBe(example.querySelector("code")?.textContent);
        const { text, profile } = shared!;
        const { findings } = detectors[profile].detect(text);
        const marks = Array.from(example.querySelectorAll("mark"), (mark) => mark.textContent);
        const id = path.replace(/^rules\/|\.html$/g, "");
        expect(
          findings.map((finding) => finding.text),
          `${path}: ${text}`,
        ).toEqual(marks);
        expect(
          findings.every(({ rule }) => rule === id),
          `${path}: ${text}`,
        ).toBe(true);
        count++;
      }
    }
    expect(count).toBeGreaterThan(60);
  });
});
