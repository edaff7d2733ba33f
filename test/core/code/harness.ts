import { CodeBudget } from "../../../src/core/code/code-budget.js";
import { Parser } from "web-tree-sitter";
import type { Analysis } from "../../../src/core/code/analysis.js";
import { readSyntax } from "../../../src/core/code/read-syntax.js";
import type { CodeTools } from "../../../src/core/code/code-tools.js";
import type { Profile } from "../../../src/core/model.js";
import { loadGrammars } from "../../../src/core/parse/grammars.js";
import { loadQueries, type Queries } from "../../../src/core/query/load-queries.js";
import { queriesOf } from "../../../src/core/query/join-queries.js";
import { Source } from "../../../src/core/source.js";
import { loadAssets } from "../../../src/host/node.js";

const assets = await loadAssets();
const grammars = await loadGrammars(assets);
const parser = new Parser();
const load = (profile: Profile): Queries =>
  loadQueries(queriesOf(assets.queries, profile), grammars, assets.registry, {
    proven: assets.proven ?? [],
  });
const loaded: Readonly<Record<Profile, Queries>> = {
  contract: load("contract"),
  extended: load("extended"),
};

const noPause = (): void => undefined;

/** Calls `read` with tools that use the package's queries for a profile, and returns the result. */
export function withTools(
  read: (tools: CodeTools) => Analysis,
  { profile = "contract", ...options }: Options = {},
): Analysis {
  const queries = loaded[profile];
  const parse: CodeTools["parse"] = (language, text, use, prefix = "") => {
    const tree = parser.setLanguage(grammars[language]).parse(prefix + text);
    if (tree === null) return null;
    try {
      return use(
        readSyntax(
          language,
          tree,
          noPause,
          ({ rootNode }) => queries.search(language, rootNode),
          prefix.length,
        ),
        noPause,
      );
    } finally {
      tree.delete();
    }
  };
  return read({
    named: queries.named,
    language: queries.language,
    vocabulary: queries.vocabularyOf,
    parse,
    mentions: () => true,
    budget: new CodeBudget(0),
    expired: () => false,
    ...options,
  });
}

interface Options extends Partial<Pick<CodeTools, "stdinIsRemote">> {
  readonly profile?: Profile;
}

/** Removes the marks `«` and `»`. */
export function unmark(marked: string): string {
  return marked.replace(/[«»]/g, "");
}

/** Returns a text with marks around spans. */
export function mark(text: string, spans: readonly (readonly [number, number])[]): string {
  let result = "";
  let at = 0;
  for (const [start, end] of spans) {
    result += `${text.slice(at, start)}«${text.slice(start, end)}»`;
    at = end;
  }
  return result + text.slice(at);
}

/** Returns the text with marks around the spans of the matches that `analyze` returns. */
export function marked(
  text: string,
  analyze: (source: Source, tools: CodeTools) => Analysis,
  options: Options = {},
): string {
  const analysis = withTools((tools) => analyze(Source.whole(text), tools), options);
  return mark(
    text,
    analysis.matches.map((match) => match.span),
  );
}

/** Returns the strings that `analyze` passes to other interpreters, as `language: text`. */
export function injected(
  text: string,
  analyze: (source: Source, tools: CodeTools) => Analysis,
): string[] {
  const analysis = withTools((tools) => analyze(Source.whole(text), tools));
  return analysis.injections.map((each) => `${each.language}: ${each.source.text}`);
}

/** Returns the text with marks where shell code in it pipes a fetcher into a shell. A regular expression replaces the shell stage. */
export function markedPipes(
  text: string,
  analyze: (source: Source, tools: CodeTools) => Analysis,
  options: Options = {},
): string {
  const analysis = withTools((tools) => analyze(Source.whole(text), tools), options);
  const spans = analysis.injections
    .filter((each) => each.language === "shell" || each.language === "either")
    .flatMap((each) =>
      [...each.source.text.matchAll(/\b(?:curl|wget)\b[^|;&\n]*\|\s*(?:sudo )?(?:ba|z)?sh\b/g)].map(
        (match) => each.source.origin(match.index, match.index + match[0].length),
      ),
    );
  const distinct = new Map(spans.map((span) => [span.join("-"), span]));
  return mark(
    text,
    [...distinct.values()].sort((a, b) => a[0] - b[0]),
  );
}
