import type { Step } from "./found.js";
import {
  BARE_HOST,
  fileName,
  fixedAddress,
  saferPayload,
  saferPowershell,
  saferSteps,
  WEB_COMMAND,
} from "./steps.js";

/** A word in which only quotes and variables are special to a shell, which have the same meaning everywhere. */
const WORD = String.raw`(?:[\w./:@%+,=~^?-]|\$[\w@*]|\$\{\w+\}|'[^'\n]*'|"(?:[^"$\x60\\\n]|\$(?!\())*")+`;
/** Spaces between words, and the end of a continued line. */
const GAP = String.raw`(?:[ \t]|\\\r?\n)+`;
const MAY = String.raw`(?:[ \t]|\\\r?\n)*`;
const ASSIGNED = String.raw`(?:[A-Za-z_]\w*=(?:${WORD})?${GAP})`;
/** Assignments, sudo with options that say nothing of the folder, env with assignments. */
const PREFIX = String.raw`(?<prefix>${ASSIGNED}*(?:sudo${GAP}(?:(?:-[EHn]+|-u${MAY}[\w-]+|--user=[\w-]+|--preserve-env(?:=[\w,]+)?)${GAP}|${ASSIGNED})*)?(?:env${GAP}${ASSIGNED}+)?)`;
const SHELL = String.raw`(?:/[\w/]+/)?(?:ba|z|da|k|a)?sh(?:${GAP}-[eux]+)*`;
const OTHER = String.raw`(?:/[\w/]+/)?(?:python[\d.]*|node|perl|ruby|php)`;
const FETCH = String.raw`(?<fetch>(?:curl|wget)(?:${GAP}${WORD})+)`;
const ARGUMENTS = String.raw`(?<args>(?:${GAP}${WORD})*)`;
/** After the program: it reads standard input, and the arguments after this are passed to the script. */
const READS_INPUT = `(?:(?<shell>${SHELL})(?:${GAP}-|${GAP}-s(?:${GAP}--?${ARGUMENTS}|(?<plainArgs>${GAP}(?!-)${WORD}(?:${GAP}${WORD})*))?|${GAP}/dev/stdin(?<stdinArgs>(?:${GAP}${WORD})*))?|(?<other>${OTHER})(?:${GAP}-(?<otherArgs>(?:${GAP}${WORD})*))?)`;

const FORMS: readonly RegExp[] = [
  `${FETCH}${MAY}\\|${MAY}${PREFIX}${READS_INPUT}`,
  `${PREFIX}(?:(?<shell>${SHELL})|(?<other>${OTHER})|(?<here>source|\\.))${GAP}<\\(${MAY}${FETCH}${MAY}\\)${ARGUMENTS}`,
  // the first word after the code is its $0
  `${PREFIX}(?<shell>${SHELL})${GAP}-c${GAP}"\\$\\(${MAY}${FETCH}${MAY}\\)"(?:${GAP}${WORD}${ARGUMENTS})?`,
  `${PREFIX}(?<other>(?:/[\\w/]+/)?python[\\d.]*)${GAP}-c${GAP}"\\$\\(${MAY}${FETCH}${MAY}\\)"${ARGUMENTS}`,
  `(?<here>eval)${GAP}"\\$\\(${MAY}${FETCH}${MAY}\\)"`,
].map((form) => new RegExp(`^${form}$`));

const DECODED = new RegExp(
  String.raw`^(?<pipe>${WORD}(?:${GAP}${WORD})*(?:${MAY}\|${MAY}${WORD}(?:${GAP}${WORD})*)*?)${MAY}\|${MAY}${PREFIX}${READS_INPUT}$`,
);

/** The parts of a command line that consists only of a fetch or a decoding and the program that executes it. */
interface Parts {
  readonly prefix: string;
  readonly program: string;
  readonly args: string;
}

/**
 * Returns the safer commands for a command line, with its options, its variables and the arguments of the program. Null if something in
 * it cannot be copied word by word.
 */
export function plainWay(
  command: string,
  language: "shell" | "powershell",
  decodes: boolean,
): readonly Step[] | null {
  if (language === "powershell") return plainPowershell(command);
  return decodes ? plainDecoding(command) : plainFetch(command);
}

function plainFetch(command: string): readonly Step[] | null {
  for (const form of FORMS) {
    const groups = form.exec(command)?.groups;
    if (groups === undefined) continue;
    const words = wordsOf(groups["fetch"] ?? "");
    const fetch = words[0] === "curl" ? curl(words.slice(1)) : wget(words.slice(1));
    if (fetch === null) return null;
    const file = fileName(fetch.address);
    const tool =
      words[0] === "curl"
        ? ["curl", ...(fetch.first === undefined ? [] : [fetch.first]), "-fsSLo"]
        : ["wget", fetch.isQuiet === true ? "-qO" : "-O"];
    return saferSteps(
      `${[...tool, file, ...fetch.kept].join(" ")} '${fetch.address}'`,
      file,
      runOf(partsOf(groups), file),
    );
  }
  return null;
}

function plainDecoding(command: string): readonly Step[] | null {
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

/** A fetch, without how it prints: to standard output, in silence. */
interface Fetch {
  readonly address: string;
  readonly kept: readonly string[];
  /** Options that have an effect only as the first option. */
  readonly first?: string;
  /** Whether an option makes it print nothing, which is not wget's default. */
  readonly isQuiet?: boolean;
}

/** Options that determine the output, print something else, or are added elsewhere. */
export const CURL_OUTPUT =
  /^(?:-[\w#:]*[oOJCwKD]|--(?:output|remote|write-out|config|dump-header|next|continue|create-dirs))/;
export const WGET_OUTPUT =
  /^(?!-nv$)(?:-\w*[oOaiPcNx]|--(?:output|append|input|directory|continue|timestamping|mirror|recursive|spider))/;
/** Options without a value: what follows one is another address. */
const NO_VALUE =
  /^(?:-[fsSLkvg46N]+|--(?:compressed|insecure|tlsv1.*|http.*|ipv[46]|verbose|globoff|retry-(?:all-errors|connrefused)|https-only|no-.*|ssl.*|location.*)|-nv)$/;

function curl(words: readonly string[]): Fetch | null {
  const rest = withoutOutput(words, /^(?:-o|--output)$/, /^(?:-o-|--output=-)$/).flatMap((word) => {
    if (/^--(?:fail|silent|show-error|location|disable|url)$/.test(word)) return [];
    // `-fsSLk`: the remaining letters have no value
    const left = /^-[fsSLkvg46Nq]+$/.test(word) ? word.replace(/[fsSLq]/g, "") : word;
    return left === "-" && word !== "-" ? [] : [left];
  });
  const fetch = fetchOf(rest, CURL_OUTPUT);
  // without the user's settings: elsewhere curl ignores this option
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

/** Without the option for standard output, in one word or two. */
function withoutOutput(words: readonly string[], option: RegExp, whole: RegExp): readonly string[] {
  const at = words.findIndex(
    (word, i) => whole.test(word) || (option.test(word) && words[i + 1] === "-"),
  );
  return at < 0
    ? words
    : words.filter((_, i) => i !== at && (i !== at + 1 || whole.test(words[at] ?? "")));
}

/** One address that is written out; anything else is an option, or the value of one. */
function fetchOf(words: readonly string[], output: RegExp): Fetch | null {
  const isAddress = (word: string): boolean => /^["']?\w+:\/\//.test(word);
  const [written = "", ...others] = words.filter(isAddress);
  const address = fixedAddress(written.replace(/^(["'])(.*)\1$/, "$2"));
  const isLoose = (word: string, i: number): boolean =>
    word === "-" ||
    (!word.startsWith("-") &&
      (!/^-/.test(words[i - 1] ?? "") || NO_VALUE.test(words[i - 1] ?? "")));
  const kept = words.filter((word) => word !== written);
  if (address === null || others.length > 0 || kept.some((word) => output.test(word))) return null;
  return words.some((word, i) => word !== written && isLoose(word, i)) ? null : { address, kept };
}

const ADDRESS = String.raw`https?:\/\/[^\s"'()|;{}$\x60]+|${BARE_HOST}`;
const GET = String.raw`${WEB_COMMAND}(["']?)(${ADDRESS})\1(?: +-(?:useb|UseBasicParsing))*`;
const IEX = "(?:iex|Invoke-Expression)";
const OPTIONS = String.raw`((?: +-?[\w.:/-]+)*)`;
/** `iex` executes in the current scope, like a dot; a block has its own scope. */
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

function plainPowershell(command: string): readonly Step[] | null {
  for (const [form, call] of POWERSHELL) {
    const [, , address = null, args = ""] = form.exec(command) ?? [];
    if (address !== null) return saferPowershell(address, args.replace(/ +/g, " "), call);
  }
  return null;
}
