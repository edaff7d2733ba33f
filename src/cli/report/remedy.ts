import type { Finding, TraceStep } from "../../core/index.js";

const ADDRESS = /\b(?:https?|ftp):\/\/[^\s"'`<>|;()\\{}$&]+/;

/** A safer way to the same end, one line each: download, look, verify, run. Empty where the trace does not lead to one. */
export function remedy(finding: Finding, text: string): string[] {
  const decoder = finding.trace.find((step) => step.step === "decode");
  if (decoder) return ["print the decoded payload and read it, instead of executing it unseen"];
  const fetch = finding.trace.find((step) => step.step === "fetch");
  const execute = finding.trace.findLast((step) => step.step === "execute");
  if (!fetch || !execute) return [];
  const tool = wordOf(fetch, text);
  const address = ADDRESS.exec(text.slice(fetch.span?.[0] ?? finding.span[0], endOf(finding, fetch)))?.[0];
  if ((tool !== "curl" && tool !== "wget") || address === undefined) {
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
function endOf(finding: Finding, fetch: TraceStep): number {
  const start = fetch.span?.[0] ?? finding.span[0];
  return start >= finding.span[0] && start < finding.span[1] ? finding.span[1] : start + 500;
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
  return `${/\bsudo\b/.test(evidence) ? "sudo " : ""}${interpreter === "" ? "sh" : interpreter} ./${file}`;
}
