/**
 * Checks documents, comments and messages for words of scripts/prose/words.json, each with the usual word to use instead. Exit
 * status 1 where one is found.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import words from "./prose/words.json" with { type: "json" };
import { proseOfCode, proseOfMarkdown } from "./prose/texts.js";

const patterns = words.words.map(({ pattern, instead }) => ({
  pattern: new RegExp(pattern, "gi"),
  instead,
}));

/** The problems of a file, each with its line and column. */
function problemsOf(path: string): string[] {
  const text = readFileSync(path, "utf8");
  const prose = path.endsWith(".md") ? proseOfMarkdown(text) : proseOfCode(text);
  return prose.flatMap((piece) =>
    patterns.flatMap(({ pattern, instead }) =>
      [...piece.text.matchAll(pattern)].map((match) => {
        const before = text.slice(0, piece.start + match.index).split("\n");
        const place = `${path}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
        return `${place}: "${match[0]}": write ${instead}`;
      }),
    ),
  );
}

const listed = execFileSync("git", ["ls-files", "*.md", "*.ts"], { encoding: "utf8" });
const paths = listed.split("\n").filter((path) => path !== "");
const problems = paths.flatMap(problemsOf);

for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
