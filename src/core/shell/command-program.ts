import { readProgram } from "./flow/read-program.js";
import { Layout, layoutNamed } from "./command-layout.js";
import type { Words } from "./options.js";
import { readPrefix } from "./prefixes.js";

/** The program that a command runs on the local machine. */
export type CommandProgram =
  /** A file that an interpreter reads, with the tag of its language. */
  | { readonly kind: "file"; readonly path: string; readonly language: string }
  /** Code among the words, with the tag of its language. */
  | { readonly kind: "code"; readonly text: string; readonly language: string }
  /** Standard input is the program, in the language of this tag. */
  | { readonly kind: "input"; readonly language: string }
  /** A command after wrappers such as `sudo`, or the words unchanged. */
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "none" };

type Reading = readonly [name: RegExp, layout: string, language: string];

/** Interpreters: a pattern for the name, the table row for the options, and the tag of the language. */
const INTERPRETERS: readonly Reading[] = [
  [/^zsh$/, "zsh", "bash"],
  [/^(?:ba|da|a|k|mk|lk|ya|r?ba)?sh[\d.-]*$/, "bash", "bash"],
  [/^(?:python|pypy)[\d.]*$|^py$/, "python", "python"],
  [/^(?:node|nodejs)$/, "node", "javascript"],
  [/^perl[\d.]*$/, "perl", "perl"],
  [/^ruby[\d.]*$/, "ruby", "ruby"],
  [/^php[\d.]*$/, "php", "php"],
  [/^lua(?:jit)?[\d.]*$/, "lua", "lua"],
  [/^(?:pwsh|powershell)(?:\.exe)?$/i, "powershell", "powershell"],
];

/** Commands that run the words after them on the local machine, with the layout of their options. */
const WRAPPERS: ReadonlyMap<string, Layout> = new Map([
  ...[
    ...["sudo", "env", "time", "nice", "ionice", "stdbuf", "setsid", "timeout", "arch", "flock"],
    ...["systemd-run", "busybox", "xargs", "find", "watch", "script", "su"],
  ].map((name) => [name, layoutNamed(name)] as const),
  ...["builtin", "nohup", "chronic", "catchsegv"].map(
    (name) => [name, new Layout({ stopAtOperand: "yes" })] as const,
  ),
  ["command", new Layout({ stopAtOperand: "yes", idle: "-v -V" })],
  ["exec", new Layout({ stopAtOperand: "yes", values: "-a" })],
  ["doas", new Layout({ stopAtOperand: "yes", values: "-a -u -C" })],
]);
/** Matches reserved words and assignments that may precede a command. */
const RESERVED = /^(?:if|then|elif|else|while|until|do|!)$|^\w+\+?=/;

const MAX_WRAPPERS = 16;

/**
 * Returns the program that a simple command runs, after wrappers: the script or the code of an interpreter, or the command itself.
 * `words` are those after expansion by the shell, with the command's name first.
 */
export function commandProgram(words: readonly string[]): CommandProgram {
  let rest = words;
  for (let depth = 0; depth < MAX_WRAPPERS; depth++) {
    while (RESERVED.test(rest[0] ?? "")) rest = rest.slice(1);
    const name = baseName(rest[0] ?? "");
    const layout = WRAPPERS.get(name);
    if (layout === undefined) return programIn(rest, name);
    const prefix = readPrefix(layout, rest, 1);
    if (prefix.kind === "code" || prefix.kind === "split")
      return {
        kind: "code",
        text: (rest[prefix.codeAt ?? rest.length] ?? "").slice(prefix.codeOffset ?? 0),
        language: "bash",
      };
    if (prefix.kind === "login") return { kind: "input", language: "bash" };
    if (prefix.kind !== "words") return { kind: "none" };
    rest = rest.slice(prefix.next, prefix.end);
  }
  return { kind: "none" };
}

function programIn(words: readonly string[], name: string): CommandProgram {
  if (name === "eval") return { kind: "code", text: words.slice(1).join(" "), language: "bash" };
  if (name === "source" || name === ".") return sourced(words);
  const found = INTERPRETERS.find(([pattern]) => pattern.test(name));
  if (found === undefined) return { kind: "words", words };
  const [, layout, language] = found;
  return read(words, layout, language);
}

/** Returns the file of `source FILE` or `. -- FILE`. */
function sourced(words: readonly string[]): CommandProgram {
  const path = words[1] === "--" ? words[2] : words[1];
  return path === undefined ? { kind: "none" } : { kind: "file", path, language: "bash" };
}

function read(words: Words & readonly string[], layout: string, language: string): CommandProgram {
  const { program } = readProgram(layoutNamed(layout), words, 1);
  switch (program.kind) {
    case "file":
      return { kind: "file", path: words[program.at] ?? "", language };
    case "code":
      return { kind: "code", text: (words[program.at] ?? "").slice(program.offset), language };
    case "words":
      return { kind: "code", text: words.slice(program.at).join(" "), language };
    case "stdin":
      return { kind: "input", language };
    default:
      return { kind: "none" };
  }
}

/** Returns the name of a program without its folder. */
function baseName(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}
