import { layoutNamed } from "../command-layout.js";
import { unquotedPowershell } from "../../lex/windows-line.js";
import type { Source } from "../../source.js";
import type { Words } from "../options.js";
import type { Program } from "./program.js";

/** Whether a lower-case name is a prefix of an option and contains the letters that are capitals in the option. */
function isShort(name: string, option: string): boolean {
  return (
    name.startsWith(
      [...option]
        .filter((letter) => letter < "a")
        .join("")
        .toLowerCase(),
    ) && option.toLowerCase().startsWith(name)
  );
}

/**
 * Returns the program of `powershell` or `pwsh`: options may be shortened to any unique prefix, with a dash or a slash,
 * case-insensitively.
 */
export function powershellProgram(words: Words, from: number): Program {
  const layout = layoutNamed("powershell");
  for (let at = from; at < words.length; at++) {
    const word = words[at] ?? null;
    const name = /^[-/\u2013\u2014](\w+|\?)$/.exec(word ?? "")?.[1]?.toLowerCase();
    if (word === "-")
      return { kind: "stdin", message: "the operand - is standard input", rest: at + 1 };
    if (name === undefined)
      return {
        kind: [".ps1", ".psm1"].some((end) => word?.toLowerCase().endsWith(end)) ? "file" : "words",
        at,
      };
    const isOf = (setting: "idle" | "code" | "file" | "encoded" | "values"): boolean =>
      Array.from(layout.options(setting)).some((option) => isShort(name, option));
    if (isOf("idle")) return { kind: "none", message: `option ${name} runs no program` };
    if (isOf("code")) return programAt(words, at + 1, "words");
    if (isOf("file")) return programAt(words, at + 1, "file");
    if (isOf("encoded")) return programAt(words, at + 1, "encoded");
    if (isOf("values")) at++;
  }
  return {
    kind: "stdin",
    message: "without a program argument, the program is read from standard input",
    rest: words.length,
  };
}

function programAt(words: Words, at: number, kind: "words" | "file" | "encoded"): Program {
  if (at >= words.length) return { kind: "none", message: "the program is missing" };
  if (kind === "encoded" && /^(?:--?(?:help|h|\?)|\/\?)$/i.test(words[at] ?? ""))
    return { kind: "none", message: "option help runs no program" };
  return words[at] === "-"
    ? { kind: "stdin", message: "the operand - is standard input", rest: at + 1 }
    : { kind, at };
}

/** Returns the index of the word at which the code of a `powershell` command begins; null if it has no code. */
export function powershellCode(words: Words): number | null {
  const program = powershellProgram(words, 0);
  return program.kind === "words" ? program.at : null;
}

/** Returns the unquoted PowerShell code in a line such as `powershell -c iex (irm URL)`; null for any other line. */
export function codeOfLine(line: Source, isWhole = false): Source | null {
  return unquotedPowershell(line, powershellCode, isWhole);
}
