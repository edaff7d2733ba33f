/**
 * Checks documents, comments and messages for the words of scripts/prose/words-to-avoid.json, and comments for lines that are too long.
 * For each word that is found, prints the word to write instead. Words with `"only": "shown"` are checked only in documents, in
 * strings of src and packages, and in titles of tests. The exit status is 1 if there is a problem.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import words from "./prose/words-to-avoid.json" with { type: "json" };
import { expressionOf, isShown, proseOf } from "./prose/texts.js";

interface Word {
  readonly pattern: string;
  readonly instead: string;
  readonly only?: string;
}

const patterns = (words.words as Word[]).map(({ pattern, instead, only }) => ({
  pattern: expressionOf(pattern),
  instead,
  only,
}));

/** The maximum length of a line of a comment, in UTF-16 code units; the formatter does not change comments. */
const MAX_COMMENT_LINE = 140;

/** Returns the problems of a file, each with its line and column. */
function problemsOf(path: string): string[] {
  const text = readFileSync(path, "utf8");
  const prose = proseOf(path, text);
  const locationOf = (offset: number): string => {
    const before = text.slice(0, offset).split("\n");
    return `${path}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  };
  const words = prose.flatMap((piece) =>
    patterns
      .filter(({ only }) => only !== "shown" || isShown(path, piece))
      .flatMap(({ pattern, instead }) =>
        [...piece.text.matchAll(pattern)].map(
          (match) => `${locationOf(piece.start + match.index)}: "${match[0]}": write ${instead}`,
        ),
      ),
  );
  const longComments = prose
    .filter(({ text: piece }) => /^\/[/*]/.test(piece))
    .flatMap(({ text: piece, start }) =>
      [...piece.matchAll(/^.*$/gm)]
        .filter(([line]) => line.length > MAX_COMMENT_LINE)
        .map(
          ({ index }) =>
            `${locationOf(start + index)}: a comment line of more than ${MAX_COMMENT_LINE} characters`,
        ),
    );
  return [...words, ...longComments];
}

const listed = execFileSync(
  "git",
  ["ls-files", "*.md", "*.ts", "*/_locales/en/*.json", "action.yml"],
  { encoding: "utf8" },
);
const paths = listed.split("\n").filter((path) => path !== "");
const problems = paths.flatMap(problemsOf);

for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
