import { createHash } from "node:crypto";
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { Finding, Span } from "../../core/index.js";
import type { Examined } from "../examine.js";
import { STDIN } from "../input/documents.js";
import { Lines } from "./lines.js";
import { remedy } from "./remedy.js";
import { severityOf, type Reporter, type Setting, type Summary } from "./reporter.js";
import { reasonOf } from "./text.js";

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

/** SARIF 2.1.0: one run, its results written one by one. Columns and offsets are UTF-16 code units, as `columnKind` says. */
export class SarifReporter implements Reporter {
  private separator = "";
  private readonly ruleIds: readonly string[];
  private readonly notifications: object[] = [];

  constructor(private readonly setting: Setting) {
    this.ruleIds = [...setting.rules.keys()];
  }

  begin(): string {
    const { revision, rules, disabledRules, ownQueries } = this.setting;
    const driver = {
      name: "curlew",
      semanticVersion: revision.package,
      rules: [...rules.values()].map(({ id, message, severity, help, pattern }) => ({
        id,
        shortDescription: { text: message },
        ...(help === undefined ? {} : { help: { text: help } }),
        defaultConfiguration: { level: severity },
        ...(pattern === undefined ? {} : { properties: { pattern } }),
      })),
      properties: { profile: revision.profile, queries: revision.queries, disabledRules, ownQueries },
    };
    return `{"$schema":"${SCHEMA}","version":"2.1.0","runs":[{"tool":{"driver":${JSON.stringify(driver)}},"columnKind":"utf16CodeUnits","results":[`;
  }

  file(examined: Examined): string {
    const { document, detection } = examined;
    const lines = new Lines(document.text);
    if (detection.outcome.status === "incomplete") {
      this.notifications.push(...detection.outcome.limits.map((limit) => notification("warning", limit.message, document.path)));
    }
    return detection.findings.map((finding) => this.result(document.path, lines, finding)).join("");
  }

  end({ unread, incomplete }: Summary): string {
    const failures = unread.map(({ path, message }) => notification("error", message, path));
    const invocation = {
      executionSuccessful: unread.length === 0 && incomplete === 0,
      toolExecutionNotifications: [...this.notifications, ...failures],
    };
    return `\n],"invocations":[${JSON.stringify(invocation)}]}]}\n`;
  }

  private result(path: string, lines: Lines, finding: Finding): string {
    const location = (span: Span) => ({ physicalLocation: { artifactLocation: { uri: uriOf(path) }, region: region(lines, span) } });
    const steps = finding.trace.flatMap((step) => (step.span ? [{ location: { ...location(step.span), message: { text: step.message } } }] : []));
    const { message: sentence, help } = this.setting.rules.get(finding.rule) ?? { message: finding.rule };
    const safer = help ?? remedy(finding, lines.text).join("; ");
    const parts = [sentence.replace(/\.$/, ""), reasonOf(finding.trace), safer === "" ? "" : `${help === undefined ? "Safer: " : ""}${safer}`];
    const ruleIndex = this.ruleIds.indexOf(finding.rule);
    const result = {
      ruleId: finding.rule,
      ...(ruleIndex < 0 ? {} : { ruleIndex }),
      level: severityOf(this.setting, finding),
      message: { text: parts.filter((part) => part !== "").join(". ") },
      locations: [location(finding.span)],
      ...(steps.length === 0 ? {} : { codeFlows: [{ threadFlows: [{ locations: steps }] }] }),
      partialFingerprints: { "curlew/v1": createHash("sha256").update(`${finding.rule}\n${finding.text}`).digest("hex") },
    };
    const text = `${this.separator}\n${JSON.stringify(result)}`;
    this.separator = ",";
    return text;
  }
}

function region(lines: Lines, [start, end]: Span): object {
  const from = lines.position(start);
  const to = lines.position(end);
  return {
    startLine: from.line,
    startColumn: from.column,
    endLine: to.line,
    endColumn: to.column,
    charOffset: start,
    charLength: end - start,
    snippet: { text: lines.text.slice(start, end) },
  };
}

function notification(level: "warning" | "error", text: string, path: string): object {
  return { level, message: { text }, locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(path) } } }] };
}

/** A path as a URI reference: relative paths stay relative to where the program was started. */
function uriOf(path: string): string {
  if (path === STDIN) return "stdin";
  if (isAbsolute(path)) return pathToFileURL(path).href;
  const segments = path.split(/[\\/]/).map((segment) => encodeURIComponent(segment.replace(/\p{Cs}/gu, "\uFFFD")));
  return segments.join("/");
}
