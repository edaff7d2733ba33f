import type { Source } from "../../source.js";
import { closingLine } from "../../lex/lines.js";

/** A here-document that begins like a cloud-init configuration. */
const OPENING = /<<[~-]?["']?([A-Za-z]\w*)(?!\w)["']?[^\n]{0,200}\n(?=[ \t]*#cloud-config\b)/g;

/** Whether a text begins like a cloud-init configuration. */
export function isCloudConfig(text: string): boolean {
  return text.trimStart().startsWith("#cloud-config");
}

/** Returns the cloud-init configurations (YAML) in the here-documents of a program. */
export function cloudConfigs(source: Source): Source[] {
  return Array.from(source.text.matchAll(OPENING), ({ index, 0: opening, 1: mark = "" }) => {
    const start = index + opening.length;
    return source.slice(start, closingLine(source.text, start, mark).start);
  });
}
