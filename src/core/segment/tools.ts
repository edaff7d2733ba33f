import { CommandFinder } from "./prose.js";
import type { Collector, Snippet } from "./snippet.js";
import { Heads } from "./words.js";

/** What the readers of one document share. */
export interface Tools {
  readonly out: Collector;
  readonly finder: CommandFinder;
  readonly heads: Heads;
  /** Reads a block of code by its tag: the way from HTML, Markdown and diffs to every other reader. */
  readonly readCode: (tools: Tools, snippet: Snippet) => void;
}

export function createTools(out: Collector, readCode: Tools["readCode"]): Tools {
  return { out, finder: new CommandFinder(out.vocabulary), heads: new Heads(out.vocabulary), readCode };
}
