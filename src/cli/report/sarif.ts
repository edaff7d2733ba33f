import { createHash } from "node:crypto";
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { Finding, Span } from "../../core/index.js";
import type { Examined } from "../examine.js";
import { STDIN } from "../input/documents.js";
import type { Ignored } from "../suppress/suppress-findings.js";
import { Lines } from "./lines.js";
import { fingerprints } from "../suppress/finding-fingerprint.js";
import { remedyLines } from "./remedy.js";
import { describeRule, HOMEPAGE } from "./sarif-rules.js";
import { severityOf, type Reporter, type Setting, type Summary } from "./reporter.js";
import { reasonOf } from "./text.js";

/** Maximum length of the lines around a finding that are included, in UTF-16 code units. */
const MAX_CONTEXT = 2000;
const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

/** Writes SARIF 2.1.0 with one run. Columns and offsets count UTF-16 code units, as `columnKind` says. */
export class SarifReporter implements Reporter {
  private separator = "";
  private readonly ruleIds: readonly string[];
  private readonly notifications: object[] = [];

  /** @param site the URL of the site with a page for each rule */
  constructor(
    private readonly setting: Setting,
    private readonly site: string,
  ) {
    this.ruleIds = [...setting.rules.keys()];
  }

  begin(): string {
    const { revision, rules, disabledRules, ownQueries } = this.setting;
    const driver = {
      name: "curlew",
      semanticVersion: revision.package,
      informationUri: HOMEPAGE,
      rules: [...rules.values()].map((rule) => describeRule(rule, this.site)),
      properties: {
        profile: revision.profile,
        queries: revision.queries,
        disabledRules,
        ownQueries,
      },
    };
    return `{"$schema":"${SCHEMA}","version":"2.1.0","runs":[{"tool":{"driver":${JSON.stringify(driver)}},"columnKind":"utf16CodeUnits","results":[`;
  }

  file(examined: Examined): string {
    const { document, detection, ignored, ignoreRemarks } = examined;
    const lines = Lines.of(document);
    if (detection.outcome.status === "incomplete") {
      this.notifications.push(
        ...detection.outcome.limits.map((limit) =>
          notification("warning", limit.message, document.path),
        ),
      );
    }
    this.notifications.push(
      ...ignoreRemarks.map(({ message, place: { line, column } }) =>
        notification("note", message, document.path, { startLine: line, startColumn: column }),
      ),
    );
    const all = [
      ...detection.findings.map((finding) => ({ finding, suppressions: [] })),
      ...ignored.map((each) => ({ finding: each.finding, suppressions: [suppression(each)] })),
    ];
    const names = fingerprints(
      all.map(({ finding }) => finding),
      document.path,
    );
    return all
      .map(({ finding, suppressions }, i) =>
        this.result(document.path, lines, finding, suppressions, names[i] ?? ""),
      )
      .join("");
  }

  end({ unread, incomplete }: Summary): string {
    const failures = unread.map(({ path, message }) => notification("error", message, path));
    const invocation = {
      executionSuccessful: unread.length === 0 && incomplete === 0,
      toolExecutionNotifications: [...this.notifications, ...failures],
    };
    return `\n],"invocations":[${JSON.stringify(invocation)}]}]}\n`;
  }

  private result(
    path: string,
    lines: Lines,
    finding: Finding,
    suppressions: readonly object[],
    name: string,
  ): string {
    const location = (span: Span) => ({
      physicalLocation: { artifactLocation: { uri: uriOf(path) }, region: region(lines, span) },
    });
    const steps = finding.trace.flatMap((step) =>
      step.span ? [{ location: { ...location(step.span), message: { text: step.message } } }] : [],
    );
    const { message: sentence, help } = this.setting.rules.get(finding.rule) ?? {
      message: finding.rule,
    };
    const safer = help ?? remedyLines(finding, lines.text).join("; ");
    const parts = [
      sentence.replace(/\.$/, ""),
      reasonOf(finding.trace),
      safer === "" ? "" : `${help === undefined ? "Safer: " : ""}${safer}`,
    ];
    const ruleIndex = this.ruleIds.indexOf(finding.rule);
    const result = {
      ruleId: finding.rule,
      ...(ruleIndex < 0 ? {} : { ruleIndex }),
      level: severityOf(this.setting, finding),
      message: { text: parts.filter((part) => part !== "").join(". ") },
      locations: [
        {
          physicalLocation: {
            ...location(finding.span).physicalLocation,
            ...contextRegion(lines, finding.span),
          },
        },
      ],
      ...(steps.length === 0 ? {} : { codeFlows: [{ threadFlows: [{ locations: steps }] }] }),
      partialFingerprints: {
        primaryLocationLineHash: name,
        "curlew/v1": createHash("sha256").update(`${finding.rule}\n${finding.text}`).digest("hex"),
      },
      suppressions,
      ...((finding.payload ?? finding.pinned ?? finding.unjudged) && {
        properties: {
          ...(finding.payload && { payload: finding.payload }),
          ...(finding.pinned && { pinned: true }),
          ...(finding.unjudged && { unjudged: true }),
        },
      }),
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
    ...(lines.isPart ? {} : { charOffset: start, charLength: end - start }),
    snippet: { text: lines.text.slice(start, end) },
  };
}

/** Returns the lines around a finding as a `contextRegion`; an empty object if they are too long or contain nothing but the finding. */
function contextRegion(lines: Lines, [start, end]: Span): object {
  // adjacent lines of a diff may not be adjacent in the file
  const around = lines.isPart ? 0 : 1;
  const first = lines.bounds(Math.max(1, lines.row(start) - around)).start;
  const last = lines.bounds(Math.min(lines.row(lines.text.length), lines.row(end) + around)).end;
  if (last - first <= end - start || last - first > MAX_CONTEXT) return {};
  return {
    contextRegion: {
      startLine: lines.position(first).line,
      endLine: lines.position(last).line,
      snippet: { text: lines.text.slice(first, last) },
    },
  };
}

function notification(
  level: "note" | "warning" | "error",
  text: string,
  path: string,
  region?: object,
): object {
  return {
    level,
    message: { text },
    locations: [
      { physicalLocation: { artifactLocation: { uri: uriOf(path) }, ...(region && { region }) } },
    ],
  };
}

/** Returns the SARIF suppression of an ignored finding: `inSource` for a comment, else `external`. */
function suppression({ by, reason }: Ignored): object {
  return {
    kind: by === "comment" ? "inSource" : "external",
    status: "accepted",
    ...(reason !== null && { justification: reason }),
    properties: { ignoredBy: by },
  };
}

/** Returns a path as a URI reference; relative paths remain relative to the folder in which the program was started. */
function uriOf(path: string): string {
  if (path === STDIN) return "stdin";
  if (isAbsolute(path)) return pathToFileURL(path).href;
  const segments = path
    .split(/[\\/]/)
    .map((segment) => encodeURIComponent(segment.replace(/\p{Cs}/gu, "\uFFFD")));
  return segments.join("/");
}
