import type { Source } from "../../source.js";
import { closingLine } from "../../lex/lines.js";

/** A here-document of some language that begins as a configuration of cloud-init does. */
const OPENING = /<<[~-]?["']?([A-Za-z]\w*)["']?[^\n]{0,200}\n(?=[ \t]*#cloud-config\b)/g;

/** Whether a text announces itself as a configuration of cloud-init. */
export function isCloudConfig(text: string): boolean {
  return text.trimStart().startsWith("#cloud-config");
}

/** The YAML of the cloud-init configurations that a program of another language holds as here-documents. */
export function cloudConfigs(source: Source): Source[] {
  return Array.from(source.text.matchAll(OPENING), ({ index, 0: opening, 1: mark = "" }) => {
    const start = index + opening.length;
    return source.slice(start, closingLine(source.text, start, mark).start);
  });
}
