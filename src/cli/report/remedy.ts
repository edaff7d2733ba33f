import type { Finding, TraceStep } from "../../core/index.js";

/** Words of a command, each by itself, with or without quotes. */
const WORD = /(?<=^|[\s(])(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"'`<>|;()&]+))(?=$|[\s|;&<>)`])/g;
/** An address in which a shell finds nothing to expand. */
const FIXED = /^(?:https?|ftp):\/\/[^\s"'`<>|()\\{}$]+$/;

/** A safer way to the same end, one line each: download, look, verify, run. Empty where the trace does not lead to one. */
export function remedy(finding: Finding, text: string): string[] {
  const decoder = finding.trace.find((step) => step.step === "decode");
  if (decoder) return ["print the decoded payload and read it, instead of executing it unseen"];
  const fetch = finding.trace.find((step) => step.step === "fetch");
  const execute = finding.trace.findLast((step) => step.step === "execute");
  if (!fetch || !execute) return [];
  const tool = wordOf(fetch, text);
  const address = addressIn(text.slice(fetch.span?.[0] ?? finding.span[0], endOf(finding, fetch, text)));
  if ((tool !== "curl" && tool !== "wget") || address === null) {
    return ["download to a file, read it, compare its checksum with the publisher's, then run the file"];
  }
  const file = fileName(address);
  return [
    `${tool === "curl" ? "curl -fsSLo" : "wget -O"} ${file} '${address}'`,
    `less ${file}         # look at what would run`,
    `sha256sum ${file}    # compare with the publisher's checksum or signature`,
    runLine(wordOf(execute, text), file, finding.text),
  ];
}

/** The address stands in the finding, or, where a variable carried the bytes, on the fetcher's line. */
function endOf({ span }: Finding, fetch: TraceStep, text: string): number {
  const start = fetch.span?.[0] ?? span[0];
  if (start >= span[0] && start < span[1]) return span[1];
  return start + (/^(?:\\\r?\n|[^\r\n])*/.exec(text.slice(start, start + 500))?.[0].length ?? 0);
}

/** The only address of a command; null where there are several, such as a proxy's, or parts that only a shell knows. */
function addressIn(command: string): string | null {
  const words = Array.from(command.matchAll(WORD), ({ groups = {} }) => groups["double"] ?? groups["single"] ?? groups["bare"] ?? "");
  const [address, ...others] = words.filter((word) => /^\w+:\/\//.test(word));
  return address !== undefined && others.length === 0 && FIXED.test(address) ? address : null;
}

/** The first command word of a step's place, by base name and without quotes. */
function wordOf({ span }: TraceStep, text: string): string {
  const words = span ? text.slice(span[0], span[1]).split(/[\s(]+/) : [];
  const known = words.map((word) => word.replace(/["'\\]/g, "").replace(/^.*\//, "")).filter((word) => /^[a-z][a-z0-9]*$|^\.$/.test(word) && word !== "sudo");
  return known[0] ?? "";
}

function fileName(address: string): string {
  const last = /\/([^/?#]+)\/?(?:[?#].*)?$/.exec(address.replace(/^\w+:\/\/[^/]+/, ""))?.[1] ?? "";
  const safe = last.replace(/[^A-Za-z0-9._-]/g, "").replace(/^[.-]+/, "");
  return safe === "" ? "installer" : safe;
}

function runLine(interpreter: string, file: string, evidence: string): string {
  if (interpreter === "source" || interpreter === "." || interpreter === "eval") return `. ./${file}`;
  return `${sudoIn(evidence)}${interpreter === "" ? "sh" : interpreter} ./${file}`;
}

/** What runs it as another user, in the same way. */
function sudoIn(evidence: string): string {
  const user = /\bsudo\b[^|;&]*?\s(?:-u\s*|--user[=\s])([\w-]+)/.exec(evidence)?.[1];
  if (user !== undefined) return `sudo -u ${user} `;
  return /\bsudo\b/.test(evidence) ? "sudo " : "";
}
