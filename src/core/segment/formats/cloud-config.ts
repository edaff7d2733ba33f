import type { Source } from "../../source.js";
import { linesOf } from "../lines.js";

/** A here-document of some language that begins as a configuration of cloud-init does. */
const OPENING = /<<[~-]?["']?([A-Za-z]\w*)["']?[^\n]{0,200}\n(?=[ \t]*#cloud-config\b)/g;

/** Whether a text announces itself as a configuration of cloud-init. */
export function isCloudConfig(text: string): boolean {
  return /^\s*#cloud-config\b/.test(text);
}

/** The YAML of the cloud-init configurations that a program of another language holds as here-documents. */
export function cloudConfigs(source: Source): Source[] {
  const { text } = source;
  const found: Source[] = [];
  let from = 0;
  for (const opening of text.matchAll(OPENING)) {
    const start = opening.index + opening[0].length;
    if (start < from) continue;
    from = text.length;
    for (const line of linesOf(text, start)) {
      if (text.slice(line.start, line.end).trim() !== opening[1]) continue;
      from = line.start;
      break;
    }
    found.push(source.slice(start, from));
  }
  return found;
}
