import { closingLine } from "../../lex/lines.js";
import type { Source } from "../../source.js";

/** Matches the beginning of a here-document, or of a string in three apostrophes, that begins like a cloud-init configuration or JSON. */
const OPENING =
  /(?:<<[~-]?["']?([A-Za-z]\w*)(?!\w)["']?[^\n]{0,200}|''')\n(?=[ \t]*(?:#cloud-config\b|(\{)\s*"))/g;

/** A configuration in a string of a program. */
export interface EmbeddedConfiguration {
  readonly source: Source;
  readonly format: "yaml" | "json";
}

/** Whether a text begins like a cloud-init configuration. */
export function isCloudConfig(text: string): boolean {
  return text.trimStart().startsWith("#cloud-config");
}

/** Returns the cloud-init configurations (YAML) in the strings of a program, and JSON objects in its here-documents. */
export function embeddedConfigurations(source: Source): EmbeddedConfiguration[] {
  const { text } = source;
  return Array.from(text.matchAll(OPENING), ({ index, 0: opening, 1: mark, 2: brace }) => {
    const start = index + opening.length;
    const close = mark === undefined ? text.indexOf("'''", start) : -1;
    const end = mark === undefined ? close : closingLine(text, start, mark).start;
    return {
      source: source.slice(start, end < 0 ? text.length : end),
      format: brace === undefined ? "yaml" : "json",
    };
  });
}
