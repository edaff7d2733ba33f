import type { Step } from "./found.js";

/** An address in which a shell finds nothing to expand. */
const FIXED = /^(?:https?|ftp):\/\/[^\s"'`<>|()\\{}$]+$/;

/** The address, where it is written out. */
export function fixedAddress(address: string): string | null {
  return FIXED.test(address) ? address : null;
}

/** What a download is called: as the end of its address. */
export function fileName(address: string): string {
  const last = /\/([^/?#]+)\/?(?:[?#].*)?$/.exec(address.replace(/^\w+:\/\/[^/]+/, ""))?.[1] ?? "";
  const safe = last.replace(/[^A-Za-z0-9._-]/g, "").replace(/^[.-]+/, "");
  return safe === "" ? "installer" : safe;
}

/** Download, look, verify, run. */
export function saferSteps(download: string, file: string, run: string, purpose: "download" | "save" = "download"): readonly Step[] {
  return [
    { purpose, command: download },
    { purpose: "look", command: `less ${file}` },
    { purpose: "compare", command: `sha256sum ${file}` },
    { purpose: "run", command: run },
  ];
}

/** @param call what stands in front of the file that is run: a dot where it is to act on what called it */
export function saferPowershell(address: string, args: string, call: string): readonly Step[] {
  const name = fileName(address);
  const file = /\.ps1$/i.test(name) ? name : `${name}.ps1`;
  const script = `.\\${file}${args}`;
  return [
    { purpose: "download", command: `Invoke-RestMethod '${address}' -OutFile ${file}` },
    { purpose: "look", command: `Get-Content ${file}` },
    { purpose: "compare", command: `Get-FileHash ${file}` },
    { purpose: "run", command: `${call}${script}`, otherwise: `powershell -ExecutionPolicy Bypass -File ${script}` },
  ];
}

const ENDINGS: Readonly<Record<string, string>> = { python: ".py", node: ".js", perl: ".pl", ruby: ".rb", php: ".php" };

/** A payload into a file, which is read before it runs. */
export function saferPayload(pipe: string, interpreter: string, run: (file: string) => string): readonly Step[] {
  const name = interpreter.replace(/^.*\//, "").replace(/[\d.]+$/, "");
  const file = `payload${ENDINGS[name] ?? ".sh"}`;
  return saferSteps(`${pipe} > ${file}`, file, run(file), "save");
}
