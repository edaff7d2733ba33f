import { commandLineOf } from "./command-line.js";
import type { Found, FoundStep, Remedy, Step } from "./found.js";
import { plainWay } from "./plain.js";
import {
  BARE_HOST,
  fileName,
  fixedAddress,
  saferFromPowershell,
  saferPayload,
  saferPowershell,
  saferSteps,
  WEB_COMMAND,
} from "./steps.js";

/** A web command of PowerShell with a host alone: `irm get.example`. */
const BARE = new RegExp(String.raw`^${WEB_COMMAND}(["']?)(${BARE_HOST})\1(?=[\s|;)}]|$)`, "i");
/** Words of a command, each separately, with or without quotes. */
const WORD =
  /(?<=^|[\s(])(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"'`<>|;()&]+))(?=$|[\s|;&<>)`])/g;

/** Returns the safer commands (download, look, verify, run), or a sentence if the trace allows none; null without either. */
export function remedyOf(finding: Found, text: string): Remedy | null {
  const whole = wholeWay(finding, text);
  if (whole !== null) return { steps: whole };
  if (finding.trace.some((step) => step.step === "decode"))
    return byStep(saferDecoding(finding, text), "print");
  if (finding.rule.endsWith("/run-address")) return { words: "pin" };
  if (finding.rule === "bash/remote-shell") return { words: "log-in" };
  const fetch = finding.trace.find((step) => step.step === "fetch");
  const execute = finding.trace.findLast((step) => step.step === "execute");
  return fetch && execute ? byStep(saferFetch(finding, fetch, execute, text), "download") : null;
}

/** Returns the safer commands for a command that is alone on its line, with all its parts; null for any other. */
export function wholeWay(finding: Found, text: string): readonly Step[] | null {
  const line = commandLineOf(finding, text);
  const { language } = finding.snippet;
  if (line === null || (language !== "shell" && language !== "powershell")) return null;
  return plainWay(
    text.slice(...line.span),
    language,
    finding.trace.some(({ step }) => step === "decode"),
  );
}

function byStep(steps: readonly Step[] | null, words: "print" | "download"): Remedy {
  return steps === null ? { words } : { steps };
}

/** Returns the single address of the command into a file, with the tool of the command; null if either is not known. */
function saferFetch(
  finding: Found,
  fetch: FoundStep,
  execute: FoundStep,
  text: string,
): readonly Step[] | null {
  const tool = wordOf(fetch, text);
  const command = text.slice(fetch.span?.[0] ?? finding.span[0], endOf(finding, fetch, text));
  if (finding.rule === "powershell/fetch-execute") return saferWebCommand(finding, command, text);
  if (isFiltered(fetch, execute, command)) return saferPipe(finding, execute, text);
  const address = addressIn(command);
  if (address === null) return null;
  if (tool !== "curl" && tool !== "wget") return null;
  const file = fileName(address);
  const run = `${runLine(wordOf(execute, text), file, finding.text)}${programArguments(finding, text)}`;
  const quietly = /\s(?:-q|--quiet)/.test(command) ? "wget -qO" : "wget -O";
  return saferSteps(`${tool === "curl" ? "curl -fsSLo" : quietly} ${file} '${address}'`, file, run);
}

/** Returns what PowerShell fetches, for PowerShell itself or for the program that the pipe ends with. */
function saferWebCommand(finding: Found, command: string, text: string): readonly Step[] | null {
  const address = addressIn(command) ?? BARE.exec(command)?.[2] ?? null;
  if (address === null) return null;
  const program = /\|\s*((?:py|python|node|perl|ruby|php|bash|sh)[\d.]*(?:\.exe)?)$/i.exec(
    finding.text,
  )?.[1];
  if (program === undefined)
    return saferPowershell(address, powershellArguments(finding, text), "");
  return saferFromPowershell(address, programArguments(finding, text), program);
}

/** Whether something between the download and the program changes the downloaded content. */
function isFiltered(fetch: FoundStep, execute: FoundStep, command: string): boolean {
  const [from = 0] = fetch.span ?? [];
  const [to = 0] = execute.span ?? [];
  const unquoted = (to > from ? command.slice(0, to - from) : command).replace(
    /'[^']*'|"[^"]*"|\|\|/g,
    "",
  );
  // the last pipe may be the one that ends at the program
  return (to > from ? unquoted.replace(/\|&?[^|;)>&\n]*$/, "") : unquoted).includes("|");
}

/** Returns a decoding into a file, or in a line that prints it. */
function saferDecoding(finding: Found, text: string): readonly Step[] | null {
  const { trace } = finding;
  const execute = trace.findLast(
    ({ step, span: place }) => step === "execute" && place !== undefined,
  );
  const encoded = trace.find(
    ({ message }) => message === "the encoded program is in the text itself",
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

/** The same pipe into a file, which is read before it runs; null if the command is more than that. */
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

/** A word in which a shell finds nothing to do but quotes and variables, which are the same in the safer line. */
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
  const given = plainWords(after);
  // the first word after the code is its $0
  return /\s-\w*c\b/.test(evidence)
    ? given.replace(new RegExp(String.raw`^[ \t]+${PLAIN}`), "")
    : given;
}

function plainWords(text: string): string {
  const words = PLAIN_WORDS.exec(text)?.[0] ?? "";
  return words.trim() === "" ? "" : ` ${words.trim()}`;
}

/** `& ([scriptblock]::Create((irm u))) -Yes`, `iex "& { $(irm u) } -Yes"`. */
function powershellArguments({ text: evidence, span, snippet }: Found, text: string): string {
  const inside = /\}((?:[ \t]+[\w.:/'-]+)+)[ \t]*["']\)?$/.exec(evidence)?.[1];
  if (inside !== undefined) return plainWords(inside);
  return /^&/.test(evidence) && snippet.kind !== "prose"
    ? plainWords(text.slice(span[1], span[1] + 2000))
    : "";
}

/** The address is in the finding or, if a variable contained the bytes, on the fetcher's line. */
function endOf({ span }: Found, fetch: FoundStep, text: string): number {
  const start = fetch.span?.[0] ?? span[0];
  if (start >= span[0] && start < span[1]) return span[1];
  return start + (/^(?:\\\r?\n|[^\r\n])*/.exec(text.slice(start, start + 500))?.[0].length ?? 0);
}

/** Returns the only address of a command; null if there are several, such as a proxy's, or parts that only a shell knows. */
function addressIn(command: string): string | null {
  const words = Array.from(
    command.matchAll(WORD),
    ({ groups = {} }) => groups["double"] ?? groups["single"] ?? groups["bare"] ?? "",
  );
  const [address, ...others] = words.filter((word) => /^\w+:\/\//.test(word));
  return address !== undefined && others.length === 0 ? fixedAddress(address) : null;
}

/** Returns the first command word of a step's place, by base name and without quotes. */
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

/** Returns the environment variables of the program: `… | DIR=/opt sh`. */
function assignedIn(evidence: string): string {
  return /\|[ \t]*((?:[A-Za-z_]\w*=[\w./:@%+,~-]*[ \t]+)+)(?!.*\|)/.exec(evidence)?.[1] ?? "";
}

/** Returns what runs it as another user, in the same way. */
function sudoIn(evidence: string): string {
  const user = /\bsudo\b[^|;&]*?\s(?:-u\s*|--user[=\s])([\w-]+)/.exec(evidence)?.[1];
  if (user !== undefined) return `sudo -u ${user} `;
  return /\bsudo\b/.test(evidence) ? "sudo " : "";
}
