import { closingLine } from "../../lex/lines.js";
import { eachMatch } from "../../scan.js";
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

/**
 * Returns the cloud-init configurations (YAML) in the strings of a program, and JSON objects in its here-documents. What begins in
 * one of them is part of it.
 */
export function embeddedConfigurations(source: Source): EmbeddedConfiguration[] {
  const { text } = source;
  const endOf = ({ index, 0: opening, 1: mark }: RegExpExecArray): number => {
    const start = index + opening.length;
    if (mark !== undefined) return closingLine(text, start, mark).start;
    const close = text.indexOf("'''", start);
    return close < 0 ? text.length : close;
  };
  return Array.from(eachMatch(text, OPENING, endOf), (found) => ({
    source: source.slice(found.index + found[0].length, endOf(found)),
    format: found[2] === undefined ? "yaml" : "json",
  }));
}
