import type { Source } from "../../source.js";
import { decodeEntities } from "../entities.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../tools.js";
import { execForm, type ExecWord } from "./exec-form.js";

const ARRAY = /<array>((?:\s*<string>[^<]*<\/string>){1,100})\s*<\/array>/y;
const STRING = /(<string>)([^<]*)<\/string>/g;

/**
 * Reads an array of strings at a place of a property list: the words of one command. Returns where it ends; the place
 * itself where none begins.
 */
export function readProperty(tools: Tools, snippet: Snippet, at: number): number {
  const { source } = snippet;
  ARRAY.lastIndex = at;
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
