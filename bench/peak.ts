/** Peak memory of a detection: in a process of its own, with the built library and nothing else. */
import { execFileSync } from "node:child_process";

const LIBRARY = new URL("../dist/index.js", import.meta.url).href;
const CHILD = `
import { readFileSync } from "node:fs";
import { createNodeDetector } from ${JSON.stringify(LIBRARY)};
const detector = await createNodeDetector({});
detector.detect(readFileSync(0, "utf8"));
console.log(process.resourceUsage().maxRSS);
`;

/** Largest resident size, in MB, of a process that analyses a text once. */
export function peakMemory(text: string): number {
  const kilobytes = execFileSync(process.execPath, ["--input-type=module", "-e", CHILD], { input: text, encoding: "utf8", maxBuffer: 1 << 20 });
  return Number(kilobytes) >> 10;
}
