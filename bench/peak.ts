/** Peak memory of a detection: in its own process, with the built library and nothing else. */
import { execFileSync } from "node:child_process";
import { library } from "./library.js";

// a process inherits the resource usage of the one that started it: Linux tells its own peak elsewhere
const CHILD = `
import { existsSync, readFileSync } from "node:fs";
import { createNodeDetector } from ${JSON.stringify(library)};
const detector = await createNodeDetector({ profile: process.argv[1] });
detector.detect(readFileSync(0, "utf8"));
const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
console.log(/VmHWM:\\s*(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
`;

/** Largest resident size, in MB, of a process that analyses a text once. */
export function peakMemory(text: string, profile: "contract" | "extended" = "contract"): number {
  const kilobytes = execFileSync(process.execPath, ["--input-type=module", "-e", CHILD, profile], {
    input: text,
    encoding: "utf8",
    maxBuffer: 1 << 20,
  });
  return Number(kilobytes) >> 10;
}
