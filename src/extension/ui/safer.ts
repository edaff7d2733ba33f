import type { Finding } from "../../protocol/index.js";

/** An address in which no shell finds anything to expand. */
const ADDRESS = /(?<=^|[\s(=])(?<quote>["']?)(?<address>https?:\/\/[^\s"'`<>|()\\{}$;]+)\k<quote>(?=$|[\s)|;])/g;
const INTERPRETER = /^(?:[a-z]*sh|python[\d.]*|node|nodejs|deno|bun|perl|ruby|php|lua)$/;

/**
 * A safer way to the same end, as commands for the person's own shell: download, look, compare, run. Empty where the
 * command does not tell a single address.
 */
export function saferCommands({ rule, text, span, trace }: Pick<Finding, "rule" | "text" | "span" | "trace">): string[] {
  const address = [...text.matchAll(ADDRESS)][0]?.groups?.["address"];
  if (rule.includes("decode") || address === undefined || (text.match(/\w+:\/\//g)?.length ?? 0) !== 1) return [];
  const file = fileName(address);
  if (/\b(?:irm|iwr|invoke-restmethod|invoke-webrequest|iex)\b/i.test(text)) {
    const script = file.endsWith(".ps1") ? file : `${file}.ps1`;
    return [`Invoke-WebRequest '${address}' -OutFile ${script}`, `Get-Content ${script} | more`, `Get-FileHash ${script}`, `.\\${script}`];
  }
  const download = /\bwget\b/.test(text) ? `wget -O ${file} '${address}'` : `curl -fsSLo ${file} '${address}'`;
  if (!/\b(?:curl|wget)\b/.test(text)) return [];
  const execute = trace.findLast((step) => step.step === "execute");
  const inText = (offset: number): number => Math.max(0, offset - span[0]);
  const word = execute?.span === undefined ? "" : text.slice(inText(execute.span[0]), inText(execute.span[1]));
  return [download, `less ${file}`, `sha256sum ${file}`, runLine(word, file, text)];
}

function runLine(executor: string, file: string, text: string): string {
  const words = executor.split(/[\s("']+/).map((word) => word.replace(/^.*\//, ""));
  if (words.some((word) => word === "source" || word === "." || word === "eval")) return `. ./${file}`;
  const interpreter = words.find((word) => INTERPRETER.test(word)) ?? "sh";
  return `${/\bsudo\b/.test(text) ? "sudo " : ""}${interpreter} ./${file}`;
}

function fileName(address: string): string {
  const last = /\/([^/?#]+)\/?(?:[?#].*)?$/.exec(address.replace(/^\w+:\/\/[^/]+/, ""))?.[1] ?? "";
  const safe = last.replace(/[^A-Za-z0-9._-]/g, "").replace(/^[.-]+/, "");
  return safe === "" ? "installer" : safe;
}
