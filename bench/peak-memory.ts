/** Measures the peak memory of a detection: in a separate process, with only the built library. */
import { execFileSync } from "node:child_process";
import { library } from "./library.js";

// a process inherits the resource usage of the one that started it: Linux reports its own peak in another file
const CHILD = `
import { existsSync, readFileSync } from "node:fs";
import { createNodeDetector } from ${JSON.stringify(library)};
const detector = await createNodeDetector({ profile: process.argv[1] });
detector.detect(readFileSync(0, "utf8"));
const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
console.log(/VmHWM:\\s*(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
`;

/** Returns the largest resident size, in MB, of a process that analyzes a text once. */
export function peakMemory(text: string, profile: "contract" | "extended" = "contract"): number {
  const kilobytes = execFileSync(process.execPath, ["--input-type=module", "-e", CHILD, profile], {
    input: text,
    encoding: "utf8",
    maxBuffer: 1 << 20,
  });
  return Number(kilobytes) >> 10;
}
