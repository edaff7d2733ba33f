import { extname } from "node:path";
import { languageOf } from "../../../core/index.js";
import { codePlaces, placesWithoutGrammar, shellPlaces } from "./code-places.js";
import {
  dockerfilePlaces,
  linePlaces,
  makePlaces,
  texPlaces,
  tomlPlaces,
  uncontinuedPlaces,
  yamlPlaces,
} from "./format-places.js";
import { htmlPlaces } from "./html-places.js";
import { markdownPlaces } from "./markdown-places.js";
import { plainMarkupPlaces, rstPlaces } from "./rst-asciidoc-org-places.js";
import type { Place, Site } from "./place.js";

export type { Place, Site } from "./place.js";

type Places = (site: Site) => Place[];

const none: Places = () => [];

/** The places in languages without a grammar, by family. */
const BY_FAMILY: Readonly<Record<string, Places>> = {
  shell: shellPlaces,
  dockerfile: dockerfilePlaces,
  yaml: yamlPlaces,
  toml: tomlPlaces,
  json: linePlaces,
  make: makePlaces,
  systemd: linePlaces,
  crontab: linePlaces,
  batch: uncontinuedPlaces,
  html: htmlPlaces,
  component: htmlPlaces,
  tex: texPlaces,
  puppet: placesWithoutGrammar,
  other: placesWithoutGrammar,
  console: none,
  diff: none,
  output: none,
  diagram: none,
  text: none,
};

const BY_NAME: Readonly<Record<string, Places>> = { just: uncontinuedPlaces };

/** The places in prose, by file extension; plain text has no comments. */
const BY_EXTENSION: Readonly<Record<string, Places>> = {
  md: markdownPlaces,
  markdown: markdownPlaces,
  mdown: markdownPlaces,
  mkd: markdownPlaces,
  mdx: markdownPlaces,
  mdc: markdownPlaces,
  qmd: markdownPlaces,
  rmd: markdownPlaces,
  rst: rstPlaces,
  adoc: plainMarkupPlaces,
  asciidoc: plainMarkupPlaces,
  org: plainMarkupPlaces,
};

/**
 * Returns the places in a file where a comment on a finding may be possible, the most preferable first; empty if the language has no
 * comments or allows none near the finding.
 * @param hasGrammar whether a grammar parses the file; the caller then checks each place with it
 */
export function placesOf(site: Site, hasGrammar: boolean): Place[] {
  if (hasGrammar) return codePlaces(site);
  if (site.tag === null)
    return (BY_EXTENSION[extname(site.path).slice(1).toLowerCase()] ?? none)(site);
  const language = languageOf(site.tag);
  if (language === null) return [];
  return (BY_NAME[language.name] ?? BY_FAMILY[language.family] ?? none)(site);
}
