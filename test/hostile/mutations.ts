import { caseFiles, readCases, unmark } from "../contract/case-file.js";
import { series } from "../../bench/random-series.js";
import { answer, longAnswer } from "../../bench/texts.js";

/** Returns texts for mutation: all contract cases and two ordinary answers of a chat model. */
export function seeds(): string[] {
  return [
    ...caseFiles().flatMap((file) => readCases(file).map(({ marked }) => unmark(marked).text)),
    answer,
    longAnswer,
  ];
}

type Next = (bound: number) => number;
type Mutation = (text: string, next: Next, corpus: readonly string[]) => string;

const marks = [
  "`",
  "```\n",
  '"',
  "'",
  "$(",
  ")",
  "(",
  "|",
  "\n",
  "\r\n",
  "\\",
  "# ",
  "> ",
  "- ",
  "    ",
  "<<A\n",
  "{",
  "}",
  "<",
  ">",
  "&#124;",
  "\0",
  "\ud83d",
  "🚀",
  "\u200b",
  ";",
  "&&",
  "eval ",
  "never ",
];
const wrappings: readonly (readonly [string, string])[] = [
  ["```sh\n", "\n```\n"],
  ["`", "`"],
  ["bash -c '", "'"],
  ["> ", ""],
  ["<pre><code>", "</code></pre>"],
  ['{"scripts":{"a":"', '"}}'],
  ["```python\nos.system('", "')\n```\n"],
  ["- run: |\n    ", "\n"],
  ["\n\n", "\n\n"],
];

const mutations: readonly Mutation[] = [
  (text, next) =>
    splice(
      text,
      next(text.length + 1),
      1,
      String.fromCharCode(next(next(4) === 0 ? 0x10000 : 128)),
    ),
  (text, next) => splice(text, next(text.length + 1), 0, marks[next(marks.length)] ?? ""),
  (text, next) => splice(text, next(text.length + 1), next(8), ""),
  (text, next) => text.slice(0, next(text.length + 1)),
  (text, next) => text.slice(next(text.length + 1)),
  (text, next, corpus) =>
    splice(text, next(text.length + 1), next(12), corpus[next(corpus.length)] ?? ""),
  (text, next) => repeatPart(text, next),
  (text, next) => (wrappings[next(wrappings.length)] ?? ["", ""]).join(text),
];

/**
 * Yields texts of the corpus with one to six mutations each, truncated to 20,000 UTF-16 code units. The generator does not end. Equal
 * seeds give equal texts.
 */
export function* mutated(corpus: readonly string[], seed: number): Generator<string> {
  const next = series(seed);
  for (;;) {
    let text = corpus[next(corpus.length)] ?? "";
    for (let left = 1 + next(6); left > 0; left--)
      text = (mutations[next(mutations.length)] ?? ((same) => same))(text, next, corpus);
    yield text.slice(0, 20_000);
  }
}

function splice(text: string, at: number, removed: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at + removed);
}

function repeatPart(text: string, next: Next): string {
  const start = next(text.length + 1);
  const part = text.slice(start, start + 1 + next(20));
  return splice(text, start, 0, part.repeat(next(30)));
}
