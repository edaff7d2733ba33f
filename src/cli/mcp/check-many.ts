import { plural } from "../report/text.js";
import { showText } from "../report/terminal-text.js";
import {
  clipped,
  DEADLINE_MS,
  checkText,
  LIMITS,
  type NamedText,
  type CheckContext,
  type Verdict,
} from "./check-text.js";
import type { Answer } from "./mcp-package.js";
import type { Unreadable } from "./read-confined.js";

/** Time limit for all texts of a request, in milliseconds, because clients time out after a minute. */
const REQUEST_DEADLINE_MS = 40_000;

/** A text to check, or an error if it cannot be read. */
export type Part = NamedText | Unreadable;

/** The verdicts, the worst first. */
const ORDER: readonly Verdict[] = ["unsafe", "undecided", "advisory", "clean"];

/**
 * Checks several texts. The verdict of the result is the worst verdict on a text. The verdict on a text that cannot be read, or is not
 * checked within the time limit, is `undecided`.
 * @param parts functions that read the texts; each is called after the previous text was checked
 */
export async function answerToMany(
  parts: readonly (() => Promise<Part>)[],
  using: Omit<CheckContext, "deadlineMs" | "maxFindings">,
): Promise<Answer> {
  const end = Date.now() + REQUEST_DEADLINE_MS;
  const maxFindings = Math.max(3, Math.floor(LIMITS.findings / parts.length));
  const texts: { verdict: Verdict; name: string; [key: string]: unknown }[] = [];
  const reports: string[] = [];
  for (const read of parts) {
    using.signal.throwIfAborted();
    const part = await read();
    const left = end - Date.now();
    const error =
      "error" in part
        ? part.error
        : left <= 0
          ? { code: "time", message: "not analyzed: the time limit of this request was reached" }
          : null;
    if ("error" in part || error !== null) {
      texts.push({ name: part.name, verdict: "undecided", error });
      reports.push(`${showText(part.name).text}: undecided: ${error?.message ?? ""}\n`);
      continue;
    }
    const bounds = { deadlineMs: Math.min(DEADLINE_MS, left), maxFindings };
    const { verdict, report, data } = await checkText(part, { ...using, ...bounds });
    texts.push({ name: part.name, verdict, ...data });
    reports.push(`${showText(part.name).text}: ${verdict}\n${report}`);
  }
  const verdict = ORDER.find((each) => texts.some((text) => text.verdict === each)) ?? "clean";
  const { profile } = using.detector.revision;
  const head = `${verdict}\n\n${plural(texts.length, "text")}: ${ORDER.map(
    (each) => [texts.filter((text) => text.verdict === each).length, each] as const,
  )
    .filter(([count]) => count > 0)
    .map(([count, each]) => `${count} ${each}`)
    .join(", ")}\n\n`;
  return { text: clipped(`${head}${reports.join("\n")}`), data: { verdict, profile, texts } };
}
