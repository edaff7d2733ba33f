import type { Source } from "../../source.js";
import { decodeEntities } from "../entities.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../tools.js";
import { execForm, type ExecWord } from "./exec-form.js";
import { isDescriptive } from "./keys.js";

const ARRAY = /<array>((?:\s*<string>[^<]*<\/string>){1,100})\s*<\/array>/y;
const STRING = /(<string>)([^<]*)<\/string>/g;
const DESCRIPTION = /<key>([^<]{0,80})<\/key>\s*<string>[^<]*<\/string>/y;

/**
 * Reads what begins at a place of a property list: an array of strings is the words of one command, and the value
 * of a key that describes is text. Returns where it ends; the place itself where nothing of the kind begins.
 */
export function readProperty(tools: Tools, snippet: Snippet, at: number): number {
  const { source } = snippet;
  DESCRIPTION.lastIndex = ARRAY.lastIndex = at;
  if (isDescriptive(DESCRIPTION.exec(source.text)?.[1] ?? null)) return DESCRIPTION.lastIndex;
  const strings = ARRAY.exec(source.text)?.[1];
  if (strings === undefined) return at;
  tools.out.add(snippet, "shell", execForm(source, words(source, strings, at + "<array>".length)));
  return ARRAY.lastIndex;
}

function words(source: Source, strings: string, from: number): ExecWord[] {
  return Array.from(strings.matchAll(STRING), ({ index, 1: tag = "", 2: text = "" }) => {
    const start = from + index + tag.length;
    const end = start + text.length;
    return { content: decodeEntities(source.slice(start, end)), start, end };
  });
}
