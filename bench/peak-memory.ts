/** Measures the peak memory of a process that loads the built library and analyzes one text. */
import { execFileSync } from "node:child_process";
import { library } from "./library.js";

// On Linux, maxRSS includes the peak of the parent process before exec; VmHWM does not.
const CHILD = `
import { existsSync, readFileSync } from "node:fs";
import { createNodeDetector } from ${JSON.stringify(library)};
const detector = await createNodeDetector({ profile: process.argv[1] });
detector.detect(readFileSync(0, "utf8"));
const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
console.log(/VmHWM:\\s*(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
`;

/** Returns the largest resident size of a process that analyzes a text once, in MB. */
export function peakMemory(text: string, profile: "contract" | "extended" = "contract"): number {
  const kilobytes = execFileSync(process.execPath, ["--input-type=module", "-e", CHILD, profile], {
    input: text,
    encoding: "utf8",
    maxBuffer: 1 << 20,
  });
  return Number(kilobytes) >> 10;
}
