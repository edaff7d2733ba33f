import type { Step } from "./found.js";

/** An address in which a shell finds nothing to expand. */
const FIXED = /^(?:https?|ftp):\/\/[^\s"'`<>|()\\{}$]+$/;

/** Returns the address, if it is written literally. */
export function fixedAddress(address: string): string | null {
  return FIXED.test(address) ? address : null;
}

/** A web command of PowerShell, up to its address. */
export const WEB_COMMAND = String.raw`(?:irm|iwr|Invoke-RestMethod|Invoke-WebRequest)(?: +-(?:useb|UseBasicParsing|Uri))* +`;

/** A host with its path but no scheme, which PowerShell's web commands complete themselves. */
export const BARE_HOST = String.raw`[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}(?::\d+)?(?:\/[^\s"'()|;{}$\x60]*)?`;

/** Returns the file name of a download: the end of its address. */
export function fileName(address: string): string {
  const last = /\/([^/?#]+)\/?(?:[?#].*)?$/.exec(address.replace(/^\w+:\/\/[^/]+/, ""))?.[1] ?? "";
  const safe = last.replace(/[^A-Za-z0-9._-]/g, "").replace(/^[.-]+/, "");
  return safe === "" ? "installer" : safe;
}

/** Download, look, verify, run. */
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

/** @param call what precedes the file that is run: a dot if it is to change the calling shell */
export function saferPowershell(address: string, args: string, call: string): readonly Step[] {
  const name = fileName(address);
  const file = /\.ps1$/i.test(name) ? name : `${name}.ps1`;
  const script = `.\\${file}${args}`;
  return powershellSteps(address, file, {
    command: `${call}${script}`,
    otherwise: `powershell -ExecutionPolicy Bypass -File ${script}`,
  });
}

/** Returns what PowerShell fetches and another program executes. */
export function saferFromPowershell(
  address: string,
  args: string,
  program: string,
): readonly Step[] {
  const ending = endingOf(program);
  const name = fileName(address);
  const file = name.endsWith(ending) ? name : `${name}${ending}`;
  return powershellSteps(address, file, { command: `${program} .\\${file}${args}` });
}

function powershellSteps(
  address: string,
  file: string,
  run: Omit<Step, "purpose">,
): readonly Step[] {
  return [
    { purpose: "download", command: `Invoke-RestMethod '${address}' -OutFile ${file}` },
    { purpose: "look", command: `Get-Content ${file}` },
    { purpose: "compare", command: `Get-FileHash ${file}` },
    { purpose: "run", ...run },
  ];
}

const ENDINGS: Readonly<Record<string, string>> = {
  python: ".py",
  py: ".py",
  node: ".js",
  perl: ".pl",
  ruby: ".rb",
  php: ".php",
};

function endingOf(program: string): string {
  return (
    ENDINGS[
      program
        .replace(/^.*[\\/]/, "")
        .replace(/\.exe$/i, "")
        .replace(/[\d.]+$/, "")
    ] ?? ".sh"
  );
}

/** Returns the commands that write a payload to a file, which is read before it runs. */
export function saferPayload(
  pipe: string,
  interpreter: string,
  run: (file: string) => string,
): readonly Step[] {
  const file = `payload${endingOf(interpreter)}`;
  return saferSteps(`${pipe} > ${file}`, file, run(file), "save");
}
