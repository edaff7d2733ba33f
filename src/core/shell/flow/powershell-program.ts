import type { Words } from "../options.js";
import type { Program } from "./programs.js";

/** Options with a value, the shortest beginning in front. */
const VALUED: readonly (readonly [shortest: string, name: string])[] = [
  ["ex", "executionpolicy"],
  ["ep", "ep"],
  ["w", "windowstyle"],
  ["inp", "inputformat"],
  ["if", "if"],
  ["o", "outputformat"],
  ["of", "of"],
  ["config", "configurationname"],
  ["ps", "psconsolefile"],
  ["v", "version"],
  ["wo", "workingdirectory"],
  ["wd", "wd"],
  ["settings", "settingsfile"],
  ["cus", "custompipename"],
];
const IDLE = new Set(["help", "h", "?"]);

function isShort(name: string, [shortest, full]: readonly [string, string]): boolean {
  return name.startsWith(shortest) && full.startsWith(name);
}

/**
 * What `powershell` and `pwsh` take as their program: options go by any beginning that is theirs alone, with a dash or a slash,
 * whatever the case.
 */
export function powershellProgram(words: Words, from: number): Program {
  for (let at = from; at < words.length; at++) {
    const word = words[at] ?? null;
    const name = /^[-/\u2013\u2014](\w+|\?)$/.exec(word ?? "")?.[1]?.toLowerCase();
    if (word === "-") return { kind: "stdin", message: "the operand - is standard input", rest: at + 1 };
    if (name === undefined) return { kind: word !== null && /\.psm?1$/i.test(word) ? "file" : "words", at };
    if (IDLE.has(name)) return { kind: "none", message: `option ${name} runs no program` };
    if (isShort(name, ["c", "command"]) || name === "commandwithargs" || name === "cwa") return given(words, at + 1, "words");
    if (isShort(name, ["f", "file"])) return given(words, at + 1, "file");
    if (name === "ec" || isShort(name, ["e", "encodedcommand"])) return given(words, at + 1, "encoded");
    if (VALUED.some((option) => isShort(name, option))) at++;
  }
  return { kind: "stdin", message: "nothing names a program: standard input is it", rest: words.length };
}

function given(words: Words, at: number, kind: "words" | "file" | "encoded"): Program {
  if (at >= words.length) return { kind: "none", message: "the program is missing" };
  return words[at] === "-" ? { kind: "stdin", message: "the operand - is standard input", rest: at + 1 } : { kind, at };
}
