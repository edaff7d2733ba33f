import type { Finding } from "../../core/index.js";
import type { Examined } from "../examine.js";
import { Lines } from "./lines.js";
import { remedyLines } from "./remedy.js";
import type { Reporter, Setting, Summary } from "./reporter.js";
import { reasonOf } from "./text.js";

/**
 * Writes JUnit XML: a suite for each text, with a failed case for each finding, a skipped case for each ignored finding, a passed case for
 * each advisory, and a case with an error for each limit of the analysis. A suite without any of these has one passed case.
 */
export class JunitReporter implements Reporter {
  constructor(private readonly setting: Setting) {}

  begin(): string {
    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="curlew">\n`;
  }

  file({ document, detection, ignored }: Examined): string {
    const lines = Lines.of(document);
    const place = (offset: number): string =>
      `${lines.position(offset).line}:${lines.position(offset).column}`;
    const elements = detection.findings.map((finding) =>
      caseOf(
        `${finding.rule} at ${place(finding.span[0])}`,
        document.path,
        this.testCase(document.path, lines, finding),
      ),
    );
    const failures = detection.findings.filter(({ level }) => level === "finding").length;
    const skipped = ignored.map(({ finding, by, reason }) =>
      caseOf(
        `${finding.rule} at ${place(finding.span[0])}`,
        document.path,
        `<skipped message="${xml(`ignored (${by}${reason === null ? "" : `: ${reason}`})`)}"/>`,
      ),
    );
    const limits = detection.outcome.status === "incomplete" ? detection.outcome.limits : [];
    const errors = limits.map(({ limit, message, span }) =>
      caseOf(
        `analysis at ${place(span[0])}`,
        document.path,
        `<error type="${xml(limit)}" message="${xml(message)}"/>`,
      ),
    );
    const cases = [...elements, ...skipped, ...errors];
    return suite(
      document.path,
      cases.length === 0 ? [caseOf("no findings", document.path, "")] : cases,
      {
        failures,
        errors: errors.length,
        skipped: skipped.length,
      },
    );
  }

  end({ unread }: Summary): string {
    const suites = unread.map(({ path, message }) =>
      suite(path, [caseOf("read", path, `<error type="unread" message="${xml(message)}"/>`)], {
        failures: 0,
        errors: 1,
        skipped: 0,
      }),
    );
    return `${suites.join("")}</testsuites>\n`;
  }

  /** Returns the content of a case: a failure, or for an advisory only its text, so that the case passes. */
  private testCase(path: string, lines: Lines, finding: Finding): string {
    const { message, help } = this.setting.rules.get(finding.rule) ?? { message: finding.rule };
    const { line, column } = lines.position(finding.span[0]);
    const body = [
      `${path}:${line}:${column}`,
      finding.text,
      reasonOf(finding.trace),
      help ?? remedyLines(finding, lines.text).join("\n"),
    ].filter((part) => part !== "");
    if (finding.level === "advisory") return `<system-out>${xml(body.join("\n"))}</system-out>`;
    return `<failure type="${xml(finding.rule)}" message="${xml(message)}">${xml(body.join("\n"))}</failure>`;
  }
}

function suite(
  name: string,
  cases: readonly string[],
  { failures, errors, skipped }: { failures: number; errors: number; skipped: number },
): string {
  return `  <testsuite name="${xml(name)}" tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="${skipped}">\n${cases.join("")}  </testsuite>\n`;
}

function caseOf(name: string, path: string, inside: string): string {
  const open = `    <testcase name="${xml(name)}" classname="${xml(path)}"`;
  return inside === "" ? `${open}/>\n` : `${open}>${inside}</testcase>\n`;
}

/** Returns a text escaped for XML, with U+FFFD for characters that XML cannot contain. */
function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replace(/[&<>"\t\n\r]/g, (character) => ENTITIES[character] ?? character);
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};
