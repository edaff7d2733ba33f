import { caseFiles, readCases, unmark } from "../contract/case-file.js";
import { neighbourFiles, readNeighbours } from "../extended/neighbour-file.js";
import { series } from "../../bench/random-series.js";
import { answer, longAnswer } from "../../bench/texts.js";

/** Returns texts for mutation: all contract cases, all neighbouring cases and two ordinary answers of a chat model. */
export function seeds(): string[] {
  return [
    ...caseFiles().flatMap((file) => readCases(file).map(({ marked }) => unmark(marked).text)),
    ...neighbourFiles().flatMap((file) => readNeighbours(file).map(({ text }) => text)),
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
  "\ufeff",
  "\ud83d",
  "\udc00",
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
  ['{"cells":[{"cell_type":"code","source":["!', '\\n"]}]}'],
  ["on: push\njobs:\n  a:\n    steps:\n      - run: |\n          ", "\n"],
  ["FROM x\nRUN ", "\n"],
  ["FROM x\nRUN <<EOF\n", "\nEOF\n"],
  ["all: a\n\t@", "\n"],
  ["```makefile\nA = ", "\nall:\n\t$(A)\n```\n"],
  ['<?xml version="1.0"?>\n<a><command><![CDATA[', "]]></command></a>\n"],
  ["<script>\n", "\n</script>\n"],
  ["<table><tr><td><code>", "</code></td></tr></table>\n"],
  ["diff --git a/a.sh b/a.sh\n--- a/a.sh\n+++ b/a.sh\n@@ -1,2 +1,2 @@\n-a\n+", "\n b\n"],
  ["Install\n=======\n\n.. code-block:: sh\n\n    ", "\n\nText.\n"],
  ["= Install\n\n[source,sh]\n----\n", "\n----\n"],
  ["[Unit]\nDescription=a\n\n[Service]\nExecStart=/bin/sh -c '", "'\n"],
  ['[{"kind":"a","process":{"args":["sh","-c","', '"]}}]\n'],
  ["function Get-A {\n  param($p)\n  ", "\n}\nExport-ModuleMember Get-A\n"],
  ["@echo off\nset A=", "\n%A%\n"],
  ["````md\n", "\n````\n"],
  ["- a\n\n  ", "\n"],
  ["| a | b |\n|---|---|\n| `", "` | c |\n"],
  ['#!/usr/bin/env python3\nimport os\nos.system(f"', '")\n'],
  ["f() {\n", "\n}\nf\n"],
  ["cat > a.sh <<'EOF'\n", "\nEOF\nbash a.sh\n"],
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
  (text, next) => lineEnds[next(lineEnds.length)]?.(text) ?? text,
  (text, next) => repeatPart(text, next, 100),
];

/** Changes of all line ends of a text. */
const lineEnds: readonly ((text: string) => string)[] = [
  (text) => text.replace(/\r?\n/g, "\r\n"),
  (text) => text.replace(/\n/g, "\r"),
  (text) => text.replace(/\n/g, " "),
  (text) => text.replace(/\n/g, "\n  "),
  (text) => text.replace(/\n/g, "\\n"),
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

function repeatPart(text: string, next: Next, most = 30): string {
  const start = next(text.length + 1);
  const part = text.slice(start, start + 1 + next(20));
  return splice(text, start, 0, part.repeat(next(most)));
}
