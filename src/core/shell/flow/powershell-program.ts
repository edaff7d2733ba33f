import type { Words } from "../options.js";
import type { Program } from "./programs.js";

/** Options with a value; what a beginning must have at least stands in capitals. */
const VALUED = ("EXecutionpolicy EP Windowstyle INPutformat IF Outputformat OF CONFIGurationname PSconsolefile Version" +
  " WOrkingdirectory WD SETTINGSfile CUStompipename").split(" ");
const IDLE = new Set(["help", "h", "?"]);

function isShort(name: string, option: string): boolean {
  return name.startsWith([...option].filter((letter) => letter < "a").join("").toLowerCase()) && option.toLowerCase().startsWith(name);
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
    if (name === undefined) return { kind: [".ps1", ".psm1"].some((end) => word?.toLowerCase().endsWith(end)) ? "file" : "words", at };
    if (IDLE.has(name)) return { kind: "none", message: `option ${name} runs no program` };
    if (isShort(name, "Command") || name === "commandwithargs" || name === "cwa") return given(words, at + 1, "words");
    if (isShort(name, "File")) return given(words, at + 1, "file");
    if (name === "ec" || isShort(name, "Encodedcommand")) return given(words, at + 1, "encoded");
    if (VALUED.some((option) => isShort(name, option))) at++;
  }
  return { kind: "stdin", message: "nothing names a program: standard input is it", rest: words.length };
}

function given(words: Words, at: number, kind: "words" | "file" | "encoded"): Program {
  if (at >= words.length) return { kind: "none", message: "the program is missing" };
  return words[at] === "-" ? { kind: "stdin", message: "the operand - is standard input", rest: at + 1 } : { kind, at };
}
