import type { Step } from "./remedy-types.js";
import {
  BARE_HOST,
  fileName,
  literalUrl,
  saferPayload,
  saferPowershell,
  saferSteps,
  WEB_COMMAND,
} from "./steps.js";

/** Matches a word in which only quotes and variables are special to a shell, so that its meaning is the same in the safer command. */
const WORD = String.raw`(?:[\w./:@%+,=~^?-]|\$[\w@*]|\$\{\w+\}|'[^'\n]*'|"(?:[^"$\x60\\\n]|\$(?!\())*")+`;
/** Matches whitespace and continued line ends between words. */
const GAP = String.raw`(?:[ \t]|\\\r?\n)+`;
const OPTIONAL_GAP = String.raw`(?:[ \t]|\\\r?\n)*`;
const ASSIGNED = String.raw`(?:[A-Za-z_]\w*=(?:${WORD})?${GAP})`;
/** Matches assignments, sudo with options that change neither the folder nor the group, and env with assignments. */
const PREFIX = String.raw`(?<prefix>${ASSIGNED}*(?:sudo${GAP}(?:(?:-[EHn]+|-u${OPTIONAL_GAP}[\w-]+|--user=[\w-]+|--preserve-env(?:=[\w,]+)?)${GAP}|${ASSIGNED})*)?(?:env${GAP}${ASSIGNED}+)?)`;
const SHELL = String.raw`(?:/[\w/]+/)?(?:ba|z|da|k|a)?sh(?:${GAP}-[eux]+)*`;
const OTHER = String.raw`(?:/[\w/]+/)?(?:python[\d.]*|node|perl|ruby|php)`;
const FETCH = String.raw`(?<fetch>(?:curl|wget)(?:${GAP}${WORD})+)`;
const ARGUMENTS = String.raw`(?<args>(?:${GAP}${WORD})*)`;
/** Matches a program that reads its code from standard input, with the arguments that it passes to the code. */
const READS_INPUT = `(?:(?<shell>${SHELL})(?:${GAP}-|${GAP}-s(?:${GAP}--?${ARGUMENTS}|(?<plainArgs>${GAP}(?!-)${WORD}(?:${GAP}${WORD})*))?|${GAP}/dev/stdin(?<stdinArgs>(?:${GAP}${WORD})*))?|(?<other>${OTHER})(?:${GAP}-(?<otherArgs>(?:${GAP}${WORD})*))?)`;

const FORMS: readonly RegExp[] = [
  `${FETCH}${OPTIONAL_GAP}\\|${OPTIONAL_GAP}${PREFIX}${READS_INPUT}`,
  `${PREFIX}(?:(?<shell>${SHELL})|(?<other>${OTHER})|(?<here>source|\\.))${GAP}<\\(${OPTIONAL_GAP}${FETCH}${OPTIONAL_GAP}\\)${ARGUMENTS}`,
  // The first word after the code is `$0`.
  `${PREFIX}(?<shell>${SHELL})${GAP}-c${GAP}"\\$\\(${OPTIONAL_GAP}${FETCH}${OPTIONAL_GAP}\\)"(?:${GAP}${WORD}${ARGUMENTS})?`,
  `${PREFIX}(?<other>(?:/[\\w/]+/)?python[\\d.]*)${GAP}-c${GAP}"\\$\\(${OPTIONAL_GAP}${FETCH}${OPTIONAL_GAP}\\)"${ARGUMENTS}`,
  `(?<here>eval)${GAP}"\\$\\(${OPTIONAL_GAP}${FETCH}${OPTIONAL_GAP}\\)"`,
].map((form) => new RegExp(`^${form}$`));

const DECODED = new RegExp(
  String.raw`^(?<pipe>${WORD}(?:${GAP}${WORD})*(?:${OPTIONAL_GAP}\|${OPTIONAL_GAP}${WORD}(?:${GAP}${WORD})*)*?)${OPTIONAL_GAP}\|${OPTIONAL_GAP}${PREFIX}${READS_INPUT}$`,
);

/** The program that executes the output of a fetch or a decoder, with the words before it and its arguments. */
interface Parts {
  readonly prefix: string;
  readonly program: string;
  readonly args: string;
}

/**
 * Returns the safer commands that replace a command line, with its options, its variables and the arguments of its program; null if
 * the command line contains anything that cannot be copied word by word.
 * @param decodes whether the command line decodes its program instead of fetching it
 */
export function rewriteCommand(
  command: string,
  language: "shell" | "powershell",
  decodes: boolean,
): readonly Step[] | null {
  if (language === "powershell") return rewritePowershell(command);
  return decodes ? rewriteDecoding(command) : rewriteFetch(command);
}

function rewriteFetch(command: string): readonly Step[] | null {
  for (const form of FORMS) {
    const groups = form.exec(command)?.groups;
    if (groups === undefined) continue;
    const words = wordsOf(groups["fetch"] ?? "");
    const fetch = words[0] === "curl" ? curl(words.slice(1)) : wget(words.slice(1));
    if (fetch === null) return null;
    const file = fileName(fetch.url);
    const tool =
      words[0] === "curl"
        ? ["curl", ...(fetch.first === undefined ? [] : [fetch.first]), "-fsSLo"]
        : ["wget", fetch.isQuiet === true ? "-qO" : "-O"];
    return saferSteps(
      `${[...tool, file, ...fetch.kept].join(" ")} '${fetch.url}'`,
      file,
      runOf(partsOf(groups), file),
    );
  }
  return null;
}

function rewriteDecoding(command: string): readonly Step[] | null {
  const groups = DECODED.exec(command)?.groups;
  if (groups === undefined) return null;
  const parts = partsOf(groups);
  return saferPayload(groups["pipe"] ?? "", parts.program, (file) => runOf(parts, file));
}

function partsOf(groups: Readonly<Record<string, string | undefined>>): Parts {
  return {
    prefix: joined(groups["prefix"] ?? ""),
    program: groups["here"] === undefined ? joined(groups["shell"] ?? groups["other"] ?? "") : ".",
    args: joined(
      groups["args"] ?? groups["plainArgs"] ?? groups["stdinArgs"] ?? groups["otherArgs"] ?? "",
    ),
  };
}

function runOf({ prefix, program, args }: Parts, file: string): string {
  return [prefix, program, `./${file}`, args].filter((part) => part !== "").join(" ");
}

function wordsOf(text: string): string[] {
  return text.match(new RegExp(WORD, "g")) ?? [];
}

function joined(text: string): string {
  return wordsOf(text).join(" ");
}

/** A call of curl or wget, without the options that the safer command sets itself. */
interface Fetch {
  readonly url: string;
  /** The other words of the call. */
  readonly kept: readonly string[];
  /** An option that has an effect only as the first one. */
  readonly first?: string;
  /** Whether an option of wget makes it print nothing. */
  readonly isQuiet?: boolean;
}

/** Matches options that change where a fetcher writes or what it writes, or that make it read options from a file. */
export const CURL_OUTPUT =
  /^(?:-[\w#:]*[oOJCwKD]|--(?:output|remote|write-out|config|dump-header|next|continue|create-dirs))/;
export const WGET_OUTPUT =
  /^(?!-nv$)(?:-\w*[oOaiPcNx]|--(?:output|append|input|directory|continue|timestamping|mirror|recursive|spider))/;
/** Matches options without a value: a word after such an option would be another URL. */
const NO_VALUE =
  /^(?:-[fsSLkvg46N]+|--(?:compressed|insecure|tlsv1.*|http.*|ipv[46]|verbose|globoff|retry-(?:all-errors|connrefused)|https-only|no-.*|ssl.*|location.*)|-nv)$/;

function curl(words: readonly string[]): Fetch | null {
  const rest = withoutOutput(words, /^(?:-o|--output)$/, /^(?:-o-|--output=-)$/).flatMap((word) => {
    if (/^--(?:fail|silent|show-error|location|disable|url)$/.test(word)) return [];
    // For `-fsSLk`, `-k` remains; none of these letters takes a value.
    const left = /^-[fsSLkvg46Nq]+$/.test(word) ? word.replace(/[fsSLq]/g, "") : word;
    return left === "-" && word !== "-" ? [] : [left];
  });
  const fetch = fetchOf(rest, CURL_OUTPUT);
  // This option makes curl ignore the user's settings, and has no effect after other options.
  return fetch !== null && /^(?:-q|--disable$)/.test(words[0] ?? "")
    ? { ...fetch, first: "-q" }
    : fetch;
}

function wget(words: readonly string[]): Fetch | null {
  const rest = withoutOutput(
    words,
    /^(?:-q?O|--output-document)$/,
    /^(?:-q?O-|--output-document=-)$/,
  );
  const fetch = fetchOf(
    rest.filter((word) => !/^(?:-q|--quiet)$/.test(word)),
    WGET_OUTPUT,
  );
  return fetch && { ...fetch, isQuiet: words.some((word) => /^(?:-qO?-?|--quiet)$/.test(word)) };
}

/**
 * Returns the words without the first option that selects standard output.
 * @param option matches the option if `-` is the next word
 * @param whole matches the option together with its value
 */
function withoutOutput(words: readonly string[], option: RegExp, whole: RegExp): readonly string[] {
  const at = words.findIndex(
    (word, i) => whole.test(word) || (option.test(word) && words[i + 1] === "-"),
  );
  return at < 0
    ? words
    : words.filter((_, i) => i !== at && (i !== at + 1 || whole.test(words[at] ?? "")));
}

/**
 * Returns the URL and the other words of a fetcher; null unless there is exactly one URL, written literally, and every other word is an
 * option or the value of one.
 * @param output matches options with which the call cannot be rewritten
 */
function fetchOf(words: readonly string[], output: RegExp): Fetch | null {
  const isUrl = (word: string): boolean => /^["']?\w+:\/\//.test(word);
  const [written = "", ...others] = words.filter(isUrl);
  const url = literalUrl(written.replace(/^(["'])(.*)\1$/, "$2"));
  const isOperand = (word: string, i: number): boolean =>
    word === "-" ||
    (!word.startsWith("-") &&
      (!/^-/.test(words[i - 1] ?? "") || NO_VALUE.test(words[i - 1] ?? "")));
  const kept = words.filter((word) => word !== written);
  if (url === null || others.length > 0 || kept.some((word) => output.test(word))) return null;
  return words.some((word, i) => word !== written && isOperand(word, i)) ? null : { url, kept };
}

const URL_PATTERN = String.raw`https?:\/\/[^\s"'()|;{}$\x60]+|${BARE_HOST}`;
const GET = String.raw`${WEB_COMMAND}(["']?)(${URL_PATTERN})\1(?: +-(?:useb|UseBasicParsing))*`;
const IEX = "(?:iex|Invoke-Expression)";
const OPTIONS = String.raw`((?: +-?[\w.:/-]+)*)`;
/** The forms of a PowerShell command, and what calls the script: `iex` executes it in the current scope, as `. ` does; a block does not. */
const POWERSHELL: readonly (readonly [form: RegExp, call: string])[] = [
  [new RegExp(`^${GET} *\\| *${IEX}$`, "i"), ". "],
  [new RegExp(`^${IEX} *\\(+ *${GET} *\\)+(?:\\.Content)?\\)?$`, "i"), ". "],
  [
    new RegExp(
      String.raw`^${IEX} *\(+New-Object +(?:System\.)?Net\.WebClient\)\.DownloadString\((["'])(https?:\/\/[^\s"'()|;{}$\x60]+)\1\)\)?$`,
      "i",
    ),
    ". ",
  ],
  [new RegExp(String.raw`^${IEX} *\(?" *& *\{ *\$\(${GET}\) *\}${OPTIONS} *"\)?$`, "i"), ""],
  [new RegExp(String.raw`^& *\(\[scriptblock\]::Create\(\(${GET}\)\)\)${OPTIONS}$`, "i"), ""],
];

function rewritePowershell(command: string): readonly Step[] | null {
  for (const [form, call] of POWERSHELL) {
    const [, , url = null, args = ""] = form.exec(command) ?? [];
    if (url !== null) return saferPowershell(url, args.replace(/ +/g, " "), call);
  }
  return null;
}
