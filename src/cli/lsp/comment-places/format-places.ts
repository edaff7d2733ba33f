import { isInHereDocument } from "./code-places.js";
import { isContinued, leadOf, logicalStart, textAbove, type Place, type Site } from "./place.js";

/** A key of YAML, or an entry of a list, at the beginning of a line. */
const YAML_NODE = /^[ \t]*(?:-[ \t]+\S|[\w."'/@-]+[ \t]*:(?:[ \t]|$))/;
const YAML_BLOCK = /(?:^|[:\s-])[|>][-+\d]*[ \t]*(?:#.*)?$/;

/** In YAML a comment is inserted above a key or a list entry, never within a multi-line string. */
export function yamlPlaces(site: Site): Place[] {
  const { blocks, row } = site;
  const scalar = scalarAround(site);
  if (scalar !== null) return [{ above: scalar, lead: leadOf(site, scalar) }];
  if (!YAML_NODE.test(blocks.line(row)) || isInQuotes(site)) return [];
  return [{ above: row, lead: leadOf(site, row) }];
}

/** Returns the line of the key whose block scalar contains the finding; null if there is none. */
function scalarAround({ blocks, row }: Site): number | null {
  let depth = indentOf(blocks.line(row));
  for (let at = row - 1; at > 0; at--) {
    const line = blocks.line(at);
    const indent = indentOf(line);
    if (line.trim() === "" || indent >= depth) continue;
    if (YAML_BLOCK.test(line)) return at;
    depth = indent;
  }
  return null;
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

/** Whether the finding's line is inside a quoted value that begins on a line above. */
function isInQuotes(site: Site): boolean {
  let open: string | null = null;
  for (const line of textAbove(site, site.row).split("\n")) {
    let rest = line;
    if (open === null) {
      const start = /(?:^|[:\s-][ \t]+)(["'])/.exec(line);
      if (start === null) continue;
      open = start[1] ?? null;
      rest = line.slice(start.index + start[0].length);
    }
    if (rest.replace(/\\./g, "").includes(open ?? "")) open = null;
  }
  return open !== null;
}

/** In TOML a comment is inserted above the line, outside multi-line strings. */
export function tomlPlaces(site: Site): Place[] {
  const rest = textAbove(site, site.row)
    .replace(/"""[^]*?"""|'''[^]*?'''/g, "")
    .replace(/#.*/g, "");
  return /"""|'''/.test(rest) ? [] : [{ above: site.row, lead: leadOf(site, site.row) }];
}

/**
 * In a makefile a comment begins in the first column, so that it is not passed to the shell of a recipe. It is inserted above a continued
 * line, and not within a `define`.
 */
export function makePlaces(site: Site): Place[] {
  const first = logicalStart(site, site.row);
  const open = textAbove(site, first).match(/^(?:override[ \t]+)?define\b|^endef\b/gm) ?? [];
  return open.at(-1)?.includes("define") === true ? [] : [{ above: first, lead: "" }];
}

/** In a Dockerfile a comment is inserted above the instruction and its continued lines, and not within a here-document. */
export function dockerfilePlaces(site: Site): Place[] {
  const { blocks } = site;
  let first = site.row;
  for (let at = first - 1; at > 0; at--) {
    const line = blocks.line(at);
    if (/^[ \t]*(?:#.*)?$/.test(line)) continue;
    if (!/[\\`][ \t]*$/.test(line)) break;
    first = at;
  }
  return isInHereDocument(textAbove(site, first))
    ? []
    : [{ above: first, lead: leadOf(site, first) }];
}

/** In formats in which a comment is a whole line, it is inserted above the line with its continuations. */
export function linePlaces(site: Site): Place[] {
  const first = logicalStart(site, site.row);
  return [{ above: first, lead: leadOf(site, first) }];
}

/** In a justfile and in a batch file a comment is inserted above the line, unless that continues another line. */
export function uncontinuedPlaces(site: Site): Place[] {
  return isContinued(site, site.row, /[\\^][ \t]*$/)
    ? []
    : [{ above: site.row, lead: leadOf(site, site.row) }];
}

/** In TeX a comment is inserted above the line, outside verbatim environments. */
export function texPlaces(site: Site): Place[] {
  const marks =
    textAbove(site, site.row).match(
      /\\(?:begin|end)\{(?:[Vv]erbatim|lstlisting|minted|alltt|comment|tcblisting)\*?\}/g,
    ) ?? [];
  return marks.at(-1)?.startsWith("\\begin") === true
    ? []
    : [{ above: site.row, lead: leadOf(site, site.row) }];
}
