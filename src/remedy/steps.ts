import type { Step } from "./remedy-types.js";

/** Matches a URL without white space, quotation marks, backticks, and the characters `<>|()\{}$`. */
const LITERAL_URL = /^(?:https?|ftp):\/\/[^\s"'`<>|()\\{}$]+$/;

/** Returns the URL; null if a shell would expand a part of it, or it is not a URL with a supported scheme. */
export function literalUrl(url: string): string | null {
  return LITERAL_URL.test(url) ? url : null;
}

/** Matches a web cmdlet of PowerShell with the options before its URL. */
export const WEB_COMMAND = String.raw`(?:irm|iwr|Invoke-RestMethod|Invoke-WebRequest)(?: +-(?:useb|UseBasicParsing|Uri))* +`;

/** Matches a host with an optional path but without a scheme, which PowerShell's web cmdlets add. */
export const BARE_HOST = String.raw`[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}(?::\d+)?(?:\/[^\s"'()|;{}$\x60]*)?`;

/** Returns a file name for a download: the last segment of the URL's path without special characters, or `installer`. */
export function fileName(url: string): string {
  const last = /\/([^/?#]+)\/?(?:[?#].*)?$/.exec(url.replace(/^\w+:\/\/[^/]+/, ""))?.[1] ?? "";
  const safe = last.replace(/[^A-Za-z0-9._-]/g, "").replace(/^[.-]+/, "");
  return safe === "" ? "installer" : safe;
}

/** Returns four steps: download or save a file, look at it, compare its checksum, run it. */
export function saferSteps(
  download: string,
  file: string,
  run: string,
  purpose: "download" | "save" = "download",
): readonly Step[] {
  return [
    { purpose, command: download },
    { purpose: "look", command: `less ${file}` },
    { purpose: "compare", command: `sha256sum ${file}` },
    { purpose: "run", command: run },
  ];
}

/**
 * Returns the steps for a PowerShell script at a URL.
 * @param args the arguments of the script, with a leading space
 * @param call what precedes the file name: `. ` if the script runs in the scope of the caller, otherwise an empty string
 */
export function saferPowershell(url: string, args: string, call: string): readonly Step[] {
  const name = fileName(url);
  const file = /\.ps1$/i.test(name) ? name : `${name}.ps1`;
  const script = `.\\${file}${args}`;
  return powershellSteps(url, file, {
    command: `${call}${script}`,
    otherwise: `powershell -ExecutionPolicy Bypass -File ${script}`,
  });
}

/** Returns the steps for a script that PowerShell fetches and another program executes. */
export function saferFromPowershell(url: string, args: string, program: string): readonly Step[] {
  const extension = extensionOf(program);
  const name = fileName(url);
  const file = name.endsWith(extension) ? name : `${name}${extension}`;
  return powershellSteps(url, file, { command: `${program} .\\${file}${args}` });
}

function powershellSteps(url: string, file: string, run: Omit<Step, "purpose">): readonly Step[] {
  return [
    { purpose: "download", command: `Invoke-RestMethod '${url}' -OutFile ${file}` },
    { purpose: "look", command: `Get-Content ${file}` },
    { purpose: "compare", command: `Get-FileHash ${file}` },
    { purpose: "run", ...run },
  ];
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  python: ".py",
  py: ".py",
  node: ".js",
  perl: ".pl",
  ruby: ".rb",
  php: ".php",
};

function extensionOf(program: string): string {
  return (
    EXTENSIONS[
      program
        .replace(/^.*[\\/]/, "")
        .replace(/\.exe$/i, "")
        .replace(/[\d.]+$/, "")
    ] ?? ".sh"
  );
}

/** Returns the steps for a pipe whose output is executed: the output is saved to a file, which the user reads before running it. */
export function saferPayload(
  pipe: string,
  interpreter: string,
  run: (file: string) => string,
): readonly Step[] {
  const file = `payload${extensionOf(interpreter)}`;
  return saferSteps(`${pipe} > ${file}`, file, run(file), "save");
}
