import { withoutHereDocuments } from "../../lex/here-documents.js";
import { oncePer } from "../../once.js";
import { soundsLikeProse, withoutQuotations } from "../running/command-or-prose.js";
import { isSentence } from "./line-groups.js";
import signs from "./signs.json" with { type: "json" };

/** Maximum number of characters of a text that are read. */
const LOOK = 4000;
/** Minimum number of signs (matches of a language's patterns) in a text; a line may have several. */
const MIN_SIGNS = 2;

/** A comment of several lines. */
const LONG_COMMENT = /<#[^]*?#>|\/\*[^]*?\*\/|--\[\[[^]*?\]\]|^=begin\b[^]*?^=end\b/gm;
/** A comment line of any language. */
const COMMENT = /^[ \t]*(?:#|\/\/|--|\*|\/\*|<#|#>|;)/;
/** What no line of a program begins with: a list item, a quotation, a numbered step, a cell of a table, a tag, a fence. */
const MARKUP =
  /^(?:[-*+>|] |\d{1,3}[.)] |\||`|\[[^\]]*\]\(|\.\. |[A-Z][\w' ]{0,80}:(?:\s|$))|^[ \t]*<\/?[a-z][\w-]*(?:[\s/][^<>]*)?>/;
/** A command of a shell, with an option, at the beginning of a line or after an operator; PowerShell's short names do not count. */
const COMMAND =
  /(?:^|[|;&] *)(?!(?:iex|irm|iwr|sal|saps|gc|gci|gal|gcm|ni)\b)[a-z][\w./+-]* +(?:[\w@./:-]+ +){0,4}--?[a-zA-Z]/;
/** A command with operands and options only. */
const PLAIN_COMMAND = /^[a-z][\w.-]*(?: [\w./:@=-]+)+$/;
/** The end of a line of a program: punctuation, a keyword that opens a block, parameters of a block. */
const ENDS_AS_CODE = /(?:[;{}()[\],=+|\\:]|\b(?:do|then|begin|else|end)|\bdo ?\|[^|]*\|)\s*$/;
/** What a line of a program contains: an assignment, brackets, a variable with a mark, a qualified name. */
const CONTAINS_CODE = /[\w)\]"'] ?[-+*/.|&:]?=(?!=)|[=({[]|\$\w|::|->|\w\.\w+\(|["']$/;
/** A line that is only a keyword or an annotation, or begins with one that no sentence begins with in this form. */
const KEYWORD =
  /^(?:end|else|begin|until|unless|while|loop|ensure|rescue|return|break|pass|try|finally|fi|done)\b|^(?:import|from|package|using|use|require|local|class|module|def|func|function|type|namespace|puts|eval|exec|system|print|raise|yield|spawn|iex|irm|iwr|sal|nal|filter) \S+|^[A-Za-z]{2,12}-[A-Z]\w+ \S|^@[A-Za-z]\w*$/;

const LANGUAGES = Object.entries(signs).flatMap(([name, lines]) =>
  typeof lines === "string" ? [] : [{ name, lines }],
);

/** Returns the expressions for the signs of a language. */
const expressionsOf = oncePer(({ lines }: (typeof LANGUAGES)[number]): readonly RegExp[] =>
  lines.map((line) => new RegExp(`^(?:${line})`)),
);

/**
 * Returns the tag of the language with the most signs in a text; null if the text is not a program, or if fewer than a quarter of
 * its lines have a sign of that language.
 */
export function sniffSigns(text: string): string | null {
  const [program = ""] = withoutHereDocuments(text.slice(0, LOOK)).split(/^__(?:END|DATA)__$/m, 1);
  const own = program.replace(LONG_COMMENT, "");
  const lines = own.split("\n").filter((line) => line.trim() !== "" && line.length <= 1000);
  const code = lines.filter((line) => !COMMENT.test(line));
  const others = code.filter((line) => !isCode(line));
  if (others.length * 4 > code.length || !others.every(isPlainCommand)) return null;
  let best = { name: "", signs: MIN_SIGNS - 1, lines: 0 };
  const unindented = lines.map((line) => line.trimStart());
  for (const language of LANGUAGES) {
    const counts = unindented.map(
      (line) => expressionsOf(language).filter((expression) => expression.test(line)).length,
    );
    const found = counts.reduce((sum, count) => sum + count, 0);
    if (found > best.signs)
      best = { name: language.name, signs: found, lines: counts.filter((each) => each > 0).length };
  }
  return best.name !== "" && best.lines * 4 >= code.length ? best.name : null;
}

/** Whether a line may be a command in a script of PowerShell, or a method of Ruby with its arguments. */
function isPlainCommand(line: string): boolean {
  return PLAIN_COMMAND.test(line) && !soundsLikeProse(line);
}

/** Whether a line may belong to a program; an indented line may, unless it is markup. */
function isCode(line: string): boolean {
  if (MARKUP.test(line)) return false;
  if (/^[ \t]/.test(line)) return true;
  if (COMMAND.test(line) || isSentence(line)) return false;
  return (
    ENDS_AS_CODE.test(line) ||
    ((CONTAINS_CODE.test(line) || KEYWORD.test(line)) && !soundsLikeProse(withoutQuotations(line)))
  );
}
