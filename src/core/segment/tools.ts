import { oncePer } from "../once.js";
import type { Vocabulary } from "../query/vocabulary.js";
import { CommandFinder } from "./running/commands.js";
import type { Collector, Snippet } from "./snippet.js";
import { Heads } from "./running/command-or-prose.js";

/** What the readers of one document share. */
export interface Tools {
  readonly out: Collector;
  readonly finder: CommandFinder;
  readonly heads: Heads;
  /** Reads a block of code by its tag: the way from HTML, Markdown and diffs to every other reader. */
  readonly readCode: (tools: Tools, snippet: Snippet) => void;
}

/** What only depends on a vocabulary is made once for it, not once for each text. */
const made = oncePer((vocabulary: Vocabulary) => ({ finder: new CommandFinder(vocabulary), heads: new Heads(vocabulary) }));

/** The tools to read one text. */
export function createTools(text: string, out: Collector, readCode: Tools["readCode"]): Tools {
  const { finder, heads } = made(out.vocabulary);
  return { finder, heads: heads.within(text), out, readCode };
}
