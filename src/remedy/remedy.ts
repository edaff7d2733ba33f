import { commandLineOf } from "./command-line.js";
import type { Advice, Found, FoundStep, Remedy, Step } from "./remedy-types.js";
import { rewriteCommand } from "./rewrite-command.js";
import {
  BARE_HOST,
  fileName,
  literalUrl,
  saferFromPowershell,
  saferPayload,
  saferPowershell,
  saferSteps,
  WEB_COMMAND,
} from "./steps.js";

/** Matches a web cmdlet of PowerShell whose operand has no scheme: `irm get.example`. */
const BARE_HOST_COMMAND = new RegExp(
  String.raw`^${WEB_COMMAND}(["']?)(${BARE_HOST})\1(?=[\s|;)}]|$)`,
  "i",
);
/** Matches a word of a command, with or without quotes. */
const WORD =
  /(?<=^|[\s(])(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"'`<>|;()&]+))(?=$|[\s|;&<>)`])/g;

/**
 * Returns the safer commands (download, look, compare, run), or advice if they cannot be derived from the finding; null if there is
 * neither, because the finding has no step that fetches or none that executes.
 */
export function remedyOf(finding: Found, text: string): Remedy | null {
  const rewritten = rewriteCommandLine(finding, text);
  if (rewritten !== null) return { steps: rewritten };
  if (finding.trace.some((step) => step.step === "decode"))
    return stepsOr("print", saferDecoding(finding, text));
  if (finding.rule.endsWith("/run-address")) return { advice: "pin" };
  if (finding.rule === "bash/remote-shell") return { advice: "log-in" };
  const fetch = finding.trace.find((step) => step.step === "fetch");
  const execute = finding.trace.findLast((step) => step.step === "execute");
  return fetch && execute ? stepsOr("download", saferFetch(finding, fetch, execute, text)) : null;
}

/**
 * Returns the safer commands that replace a whole command line, with the options and arguments of the original; null if the finding
 * is not alone on its lines, or if a part of the command is not understood.
 */
export function rewriteCommandLine(finding: Found, text: string): readonly Step[] | null {
  const line = commandLineOf(finding, text);
  const { language } = finding.snippet;
  if (line === null || (language !== "shell" && language !== "powershell")) return null;
  return rewriteCommand(
    text.slice(...line.span),
    language,
    finding.trace.some(({ step }) => step === "decode"),
  );
}

function stepsOr(advice: Advice, steps: readonly Step[] | null): Remedy {
  return steps === null ? { advice } : { steps };
}

/** Returns the steps that download the command's only URL to a file and run the file; null if the URL or the fetcher is not known. */
function saferFetch(
  finding: Found,
  fetch: FoundStep,
  execute: FoundStep,
  text: string,
): readonly Step[] | null {
  const tool = wordOf(fetch, text);
  const command = text.slice(fetch.span?.[0] ?? finding.span[0], endOfFetch(finding, fetch, text));
  if (finding.rule === "powershell/fetch-execute") return saferWebCommand(finding, command, text);
  if (isFiltered(fetch, execute, command)) return saferPipe(finding, execute, text);
  const url = urlIn(command);
  if (url === null) return null;
  if (tool !== "curl" && tool !== "wget") return null;
  const file = fileName(url);
  const run = `${runLine(wordOf(execute, text), file, finding.text)}${programArguments(finding, text)}`;
  const quietly = /\s(?:-q|--quiet)/.test(command) ? "wget -qO" : "wget -O";
  return saferSteps(`${tool === "curl" ? "curl -fsSLo" : quietly} ${file} '${url}'`, file, run);
}

/** Returns the steps for a script that PowerShell fetches, and that it executes itself or pipes to another program. */
function saferWebCommand(finding: Found, command: string, text: string): readonly Step[] | null {
  const url = urlIn(command) ?? BARE_HOST_COMMAND.exec(command)?.[2] ?? null;
  if (url === null) return null;
  const program = /\|\s*((?:py|python|node|perl|ruby|php|bash|sh)[\d.]*(?:\.exe)?)$/i.exec(
    finding.text,
  )?.[1];
  if (program === undefined) return saferPowershell(url, powershellArguments(finding, text), "");
  return saferFromPowershell(url, programArguments(finding, text), program);
}

/** Whether a command between the fetcher and the program may change the downloaded content. */
function isFiltered(fetch: FoundStep, execute: FoundStep, command: string): boolean {
  const [from = 0] = fetch.span ?? [];
  const [to = 0] = execute.span ?? [];
  const unquoted = (to > from ? command.slice(0, to - from) : command).replace(
    /'[^']*'|"[^"]*"|\|\|/g,
    "",
  );
  // The last pipe leads to the program.
  return (to > from ? unquoted.replace(/\|&?[^|;)>&\n]*$/, "") : unquoted).includes("|");
}

/** Returns the steps that print an encoded program, or that save the output of a decoder to a file; null if neither is possible. */
function saferDecoding(finding: Found, text: string): readonly Step[] | null {
  const { trace } = finding;
  const execute = trace.findLast(({ step, span }) => step === "execute" && span !== undefined);
  // A decoder is captured by a pattern, so a decoding step without a pattern is the encoded program.
  const encoded = trace.find(
    ({ step, patterns, span }) => step === "decode" && patterns === undefined && span !== undefined,
  )?.span;
  const operand =
    encoded === undefined ? "" : text.slice(...encoded).replace(/^(["'])(.*)\1$/, "$2");
  if (/^[A-Za-z\d+/]+=*$/.test(operand)) {
    return [
      {
        purpose: "print",
        command: `[Text.Encoding]::Unicode.GetString([Convert]::FromBase64String('${operand}'))`,
      },
    ];
  }
  return saferPipe(finding, execute, text);
}

/**
 * Returns the steps that save the output of a pipe to a file and run the file; null if the command contains more than a pipe to a
 * program.
 */
function saferPipe(
  { span, snippet }: Found,
  execute: FoundStep | undefined,
  text: string,
): readonly Step[] | null {
  const sink = execute?.span?.[0];
  if (sink === undefined || snippet.language !== "shell" || sink <= span[0]) return null;
  const start =
    Math.max(text.lastIndexOf("\n", span[0] - 1), text.lastIndexOf("`", span[0] - 1)) + 1;
  const [, pipe = "", assigned = ""] =
    /^(?:[ \t]*(?:[$%❯>] )?)([^\n;&`]*?)[ \t]*\|[ \t]*((?:[A-Z_][A-Z\d_]*=\S+[ \t]+)*)(?:sudo\b[^|]*)?$/.exec(
      text.slice(start, sink),
    ) ?? [];
  if (pipe === "" || /<<|[<>]\(|\$\(/.test(pipe)) return null;
  const interpreter = /^\S+/.exec(text.slice(sink, span[1]))?.[0] ?? "";
  if (!/^(?:[\w./-]+)$/.test(interpreter)) return null;
  const args = programArguments({ span, text: text.slice(...span), snippet }, text);
  return saferPayload(
    pipe,
    interpreter,
    (file) => `${assigned}${sudoIn(text.slice(span[0], span[1]))}${interpreter} ./${file}${args}`,
  );
}

/** Matches a word in which only quotes and variables are special to a shell, so that its meaning is the same in the safer command. */
const PLAIN = String.raw`(?:(?:[\w./:@%+,=~^-]|\$[\w@*]|\$\{\w+\})+|'[^'\n]*'|"(?:[^"$\`\\\n]|\$(?!\())*")`;
const PLAIN_WORDS = new RegExp(String.raw`^(?:[ \t]+${PLAIN})*(?=[ \t]*(?:$|[\n;|&)\`]))`);

/**
 * Returns the arguments that the original passes to the program: `… | bash -s -- --yes`, `… | bash /dev/stdin --yes`, `bash <(…) --yes`,
 * `bash -c "$(…)" name --yes`, `… | python3 - --yes`.
 */
function programArguments(
  { span, text: evidence, snippet }: Pick<Found, "span" | "text" | "snippet">,
  text: string,
): string {
  const after = text.slice(span[1], span[1] + 2000);
  const isPipe = /\|[^|]*$/.test(evidence) && !/[)"'`]$/.test(evidence);
  if (isPipe) {
    const [marks, rest = ""] =
      /^[ \t]+(?:-[a-z]*s(?:[ \t]+--)?|-|\/dev\/stdin)(?=[ \t]|$)(.*)/.exec(after) ?? [];
    return marks === undefined ? "" : plainWords(rest);
  }
  if (snippet.kind === "prose" || !/^[ \t]/.test(after)) return "";
  const words = plainWords(after);
  // The first word after the code is `$0`.
  return /\s-\w*c\b/.test(evidence)
    ? words.replace(new RegExp(String.raw`^[ \t]+${PLAIN}`), "")
    : words;
}

/** Returns the words with which a text begins, with a leading space; empty if one of them is not {@link PLAIN}. */
function plainWords(text: string): string {
  const words = PLAIN_WORDS.exec(text)?.[0] ?? "";
  return words.trim() === "" ? "" : ` ${words.trim()}`;
}

/** Returns the arguments of a PowerShell script: `& ([scriptblock]::Create((irm u))) -Yes`, `iex "& { $(irm u) } -Yes"`. */
function powershellArguments({ text: evidence, span, snippet }: Found, text: string): string {
  const inside = /\}((?:[ \t]+[\w.:/'-]+)+)[ \t]*["']\)?$/.exec(evidence)?.[1];
  if (inside !== undefined) return plainWords(inside);
  return /^&/.test(evidence) && snippet.kind !== "prose"
    ? plainWords(text.slice(span[1], span[1] + 2000))
    : "";
}

/**
 * Returns the end of the text that contains the fetcher's URL: the end of the finding or, if the fetcher is outside it because a
 * variable held the fetched bytes, the end of the fetcher's line.
 */
function endOfFetch({ span }: Found, fetch: FoundStep, text: string): number {
  const start = fetch.span?.[0] ?? span[0];
  if (start >= span[0] && start < span[1]) return span[1];
  return start + (/^(?:\\\r?\n|[^\r\n])*/.exec(text.slice(start, start + 500))?.[0].length ?? 0);
}

/** Returns the only URL of a command; null if there are several, such as one of a proxy, or if a shell would expand a part of it. */
function urlIn(command: string): string | null {
  const words = Array.from(
    command.matchAll(WORD),
    ({ groups = {} }) => groups["double"] ?? groups["single"] ?? groups["bare"] ?? "",
  );
  const [url, ...others] = words.filter((word) => /^\w+:\/\//.test(word));
  return url !== undefined && others.length === 0 ? literalUrl(url) : null;
}

/** Returns the first word in the span of a step that looks like a command other than sudo, as a base name without quotes. */
function wordOf({ span }: FoundStep, text: string): string {
  const words = span ? text.slice(span[0], span[1]).split(/[\s(]+/) : [];
  const known = words
    .map((word) => word.replace(/["'\\]/g, "").replace(/^.*\//, ""))
    .filter((word) => /^[a-z][a-z0-9.]*$|^\.$/.test(word) && word !== "sudo");
  return known[0] ?? "";
}

function runLine(interpreter: string, file: string, evidence: string): string {
  if (interpreter === "source" || interpreter === "." || interpreter === "eval")
    return `. ./${file}`;
  return `${assignedIn(evidence)}${sudoIn(evidence)}${interpreter === "" ? "sh" : interpreter} ./${file}`;
}

/** Returns the assignments before the program, with a trailing space: `… | DIR=/opt sh`. */
function assignedIn(evidence: string): string {
  return /\|[ \t]*((?:[A-Za-z_]\w*=[\w./:@%+,~-]*[ \t]+)+)(?!.*\|)/.exec(evidence)?.[1] ?? "";
}

/** Returns the sudo command of a finding with its user option, with a trailing space; empty if the finding has none. */
function sudoIn(evidence: string): string {
  const user = /\bsudo\b[^|;&]*?\s(?:-u\s*|--user[=\s])([\w-]+)/.exec(evidence)?.[1];
  if (user !== undefined) return `sudo -u ${user} `;
  return /\bsudo\b/.test(evidence) ? "sudo " : "";
}
