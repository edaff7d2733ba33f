import type { Source } from "../../source.js";
import type { Injection } from "../analysis.js";
import type { Place } from "../ir.js";
import { commandLines, joinTexts, plainText, splitWords } from "../flow/texts.js";
import { UNKNOWN, type Item } from "../flow/value.js";
import { patternsOf, type Role } from "../../query/role.js";
import type { Argument } from "./arguments.js";
import type { CallRole, Shape } from "./words.js";

/** What a call hands to a shell, by the shape of its arguments. */
export class CallReader {
  readonly injections: Injection[] = [];

  constructor(private readonly source: Source) {}

  read({ shape, role }: CallRole, name: string, place: Place, args: readonly Argument[]): void {
    for (const code of shape === "job" ? this.codes("shell", args.slice(2)) : this.codes(shape, args)) this.inject(code, name, place, role);
  }

  /** @param role what says that the code is a shell's; null where the language's own signs do */
  inject(code: Source, name: string, place: Place, role: Role | null): void {
    const via = { step: "inject", span: this.source.origin(place.start, place.end), message: `"${name}" hands the string to a shell`, ...patternsOf(role) } as const;
    if (/[a-z]/.test(code.text)) this.injections.push({ language: "shell", source: code, via });
  }

  private codes(shape: Exclude<Shape, "job">, args: readonly Argument[]): Source[] {
    const script = args.find((arg) => arg.name !== null && CODE_NAMES.has(arg.name));
    const plain = args.filter((arg) => arg.name === null || arg.name === "args");
    const first = script ?? plain.find((arg) => arg.value.texts.length > 0 || arg.value.items !== null);
    if (first === undefined) return [];
    const words = wordsOf(plain, first);
    switch (shape) {
      case "text":
        return first.value.items ? this.words(first.value.items) : textsOf(first);
      case "shell":
        return first.value.items === null && (script !== undefined || words.length === 1) ? textsOf(first) : this.words(words);
      case "words":
        return words.length > 1 ? this.words(words) : [];
      case "list":
        return first.value.items === null ? [] : this.words(words);
      case "blanks":
      case "line":
        return first.value.items || (words.length > 1 && words.every((word) => word.value.texts.length > 0)) ? this.words(words) : splitItems(first, shape === "line").flatMap((split) => this.words(split));
      case "quotes":
        return this.quotes(words, plain.some((arg) => arg.value.items !== null));
      case "exec":
        return this.words(argumentVector(plain, words));
      case "chain":
        return this.words(words);
      case "sparse":
        return this.words(words.filter((word) => word.value.texts.length > 0));
      case "pipeline":
        return this.pipeline(plain);
      case "open":
        return this.openPipe(plain);
    }
  }

  private words(items: readonly Item[]): Source[] {
    return items.length > 1 ? commandLines(this.source, items) : [];
  }

  private quotes([program, line, ...rest]: readonly Item[], isList: boolean): Source[] {
    if (program === undefined || line === undefined) return [];
    return isList ? this.words([program, line, ...rest]) : splitItems(line, true).flatMap((split) => this.words([program, ...split]));
  }

  private pipeline(args: readonly Argument[]): Source[] {
    const commands = args.flatMap((arg) => {
      if (arg.value.items === null) return arg.value.texts.length > 0 ? [arg] : [];
      return commandLines(this.source, arg.value.items).slice(0, 1).map((line) => ({ ...arg, value: { ...UNKNOWN, texts: [plainText(line)] } }));
    });
    return commands.length > 1 ? joinTexts(this.source, commands, " | ").map((text) => text.source) : [];
  }

  /** `open(F, "-|", "cmd")`, `open(F, "cmd |")`. */
  private openPipe(args: readonly Argument[]): Source[] {
    const [mode, ...rest] = args.filter((arg) => arg.value.texts.length > 0);
    const text = mode?.value.texts[0]?.source;
    if (mode === undefined || text === undefined) return [];
    if (text.text === "-|" || text.text === "|-") return rest.length === 1 ? rest.flatMap(textsOf) : this.words(rest);
    const piped = /^\s*\|(.*)$|^(.*)\|\s*$/s.exec(text.text);
    if (piped === null || rest.length > 0) return [];
    return piped[1] === undefined ? [text.slice(0, text.text.lastIndexOf("|"))] : [text.slice(text.text.indexOf("|") + 1, text.text.length)];
  }
}

const CODE_NAMES: ReadonlySet<string> = new Set(["script", "command", "cmd", "to", "inline"]);

function textsOf(item: Item): Source[] {
  return item.value.texts.map((text) => text.source);
}

/** The words of all arguments, lists opened; what stands before the first known one (a context, a flag) is left out. */
function wordsOf(args: readonly Argument[], first: Argument): Item[] {
  const from = Math.max(0, args.indexOf(first));
  return args.slice(from).flatMap((arg): readonly Item[] => arg.value.items ?? [arg]);
}

/** `execl("/bin/sh", "sh", …)`: the program's own name comes twice; `execvp(argv[0], argv)`: the list holds all words. */
function argumentVector([program, second]: readonly Argument[], words: readonly Item[]): readonly Item[] {
  const list = program?.value.texts.length === 0 ? (second?.value.items ?? program.value.items) : null;
  return list ?? [...words.slice(0, 1), ...words.slice(2)];
}

/** The words that each of the strings an item may be is split into. */
function splitItems(item: Item, quotes: boolean): Item[][] {
  return item.value.texts.map((text) => splitWords(text.source, quotes).map((source) => ({ value: { ...UNKNOWN, texts: [plainText(source)] }, spread: false, start: item.start, end: item.end })));
}
