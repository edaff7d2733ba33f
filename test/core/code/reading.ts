import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { Language, Parser } from "web-tree-sitter";
import type { Analysis } from "../../../src/core/code/analysis.js";
import { readSyntax } from "../../../src/core/code/syntax.js";
import type { CodeLanguage, CodeTools } from "../../../src/core/code/tools.js";
import type { Profile } from "../../../src/core/model.js";
import { createVocabulary, type Vocabulary } from "../../../src/core/query/vocabulary.js";
import { Source } from "../../../src/core/source.js";

const require = createRequire(import.meta.url);
await Parser.init();
const parser = new Parser();
const languages: Record<CodeLanguage, Language> = {
  python: await Language.load(readFileSync(require.resolve("tree-sitter-python/tree-sitter-python.wasm"))),
  javascript: await Language.load(readFileSync(require.resolve("tree-sitter-javascript/tree-sitter-javascript.wasm"))),
};
const vocabularies: Record<Profile, Record<CodeLanguage, Vocabulary>> = {
  contract: { python: readVocabulary("python", ["contract"]), javascript: readVocabulary("javascript", ["contract"]) },
  extended: { python: readVocabulary("python", ["contract", "extended"]), javascript: readVocabulary("javascript", ["contract", "extended"]) },
};

/** The words of the query files, read without the loader. */
function readVocabulary(language: CodeLanguage, profiles: readonly Profile[]): Vocabulary {
  const lists: Record<string, string[]> = {};
  const folders = profiles.map((profile) => new URL(`../../../queries/${profile}/${language}/`, import.meta.url));
  for (const file of folders.flatMap((folder) => readdirSync(folder).map((name) => new URL(name, folder)))) {
    const text = readFileSync(file, "utf8");
    for (const [, capture = "", words = ""] of text.matchAll(/\(#(?:any-of|eq)\?\s+@([\w.]+)((?:\s+"[^"]*")+)\s*\)/g)) {
      (lists[capture] ??= []).push(...[...words.matchAll(/"([^"]*)"/g)].map((word) => word[1] ?? ""));
    }
  }
  return createVocabulary(lists);
}

const noPause = (): void => undefined;

/** Runs `read` with tools that free each tree as soon as it was used. */
export function withTools(read: (tools: CodeTools) => Analysis, options: Partial<Pick<CodeTools, "profile" | "stdinIsRemote">> = {}): Analysis {
  const parse: CodeTools["parse"] = (language, text, use) => {
    parser.setLanguage(languages[language]);
    const tree = parser.parse(text);
    if (tree === null) return null;
    try {
      return use(readSyntax(tree, noPause), noPause);
    } finally {
      tree.delete();
    }
  };
  return read({ profile: "contract", vocabulary: (language) => vocabularies[options.profile ?? "contract"][language], parse, expired: () => false, ...options });
}

/** Strips the marks `«…»` of an expectation. */
export function unmark(marked: string): string {
  return marked.replace(/[«»]/g, "");
}

/** Puts marks around spans. */
export function mark(text: string, spans: readonly (readonly [number, number])[]): string {
  let result = "";
  let at = 0;
  for (const [start, end] of spans) {
    result += `${text.slice(at, start)}«${text.slice(start, end)}»`;
    at = end;
  }
  return result + text.slice(at);
}

/** The text with the spans of the matches marked. */
export function marked(text: string, analyze: (source: Source, tools: CodeTools) => Analysis, options: Partial<Pick<CodeTools, "profile">> = {}): string {
  const analysis = withTools((tools) => analyze(Source.whole(text), tools), options);
  return mark(text, analysis.matches.map((match) => match.span));
}

/** The injected strings, as `language: text`. */
export function injected(text: string, analyze: (source: Source, tools: CodeTools) => Analysis): string[] {
  const analysis = withTools((tools) => analyze(Source.whole(text), tools));
  return analysis.injections.map((each) => `${each.language}: ${each.source.text}`);
}

/** Marks where the injected shell texts pipe a fetcher into a shell, as a stand-in for the shell stage. */
export function markedPipes(text: string, analyze: (source: Source, tools: CodeTools) => Analysis, options = {}): string {
  const analysis = withTools((tools) => analyze(Source.whole(text), tools), options);
  const spans = analysis.injections
    .filter((each) => each.language === "shell")
    .flatMap((each) => [...each.source.text.matchAll(/\b(?:curl|wget)\b[^|;&\n]*\|\s*(?:sudo )?(?:ba|z)?sh\b/g)].map((match) => each.source.origin(match.index, match.index + match[0].length)));
  const distinct = new Map(spans.map((span) => [span.join("-"), span]));
  return mark(text, [...distinct.values()].sort((a, b) => a[0] - b[0]));
}
