import type { Detection, Finding, Span } from "../../core/index.js";
import type { Examined } from "../examine.js";
import type { IgnoreRemark } from "../suppress/suppress-findings.js";
import { Lines, type Position } from "./lines.js";
import { severityOf, type Reporter, type Setting, type Summary } from "./reporter.js";

/** The result for a text, as the published schema describes it. */
export interface FileRecord extends Pick<Detection, "labels" | "spans" | "notes" | "outcome"> {
  readonly path: string;
  readonly part?: true;
  readonly findings: readonly object[];
  readonly ignored: readonly object[];
  readonly ignoreRemarks: readonly IgnoreRemark[];
  /** Warnings about the decoding of the text. */
  readonly remarks: readonly string[];
}

/** Returns the record of a result: findings with offsets in the requested encoding, lines and columns, and the properties of the rules. */
export function fileRecord(
  { document, detection, encoded, ignored, encodedIgnored, ignoreRemarks }: Examined,
  setting: Setting,
): FileRecord {
  const lines = Lines.of(document);
  const record = (finding: Finding, span: Span | undefined): object => {
    const { message, help } = setting.rules.get(finding.rule) ?? { message: finding.rule };
    const location: { start: Position; end: Position } | undefined = span && {
      start: lines.position(span[0]),
      end: lines.position(span[1]),
    };
    return { ...finding, location, severity: severityOf(setting, finding), message, help };
  };
  return {
    path: document.path,
    // the offsets are those in the part of the file that a diff shows
    ...(lines.isPart && { part: true as const }),
    labels: encoded.labels,
    spans: encoded.spans,
    findings: encoded.findings.map((finding, i) => record(finding, detection.findings[i]?.span)),
    ignored: encodedIgnored.map(({ finding, by, reason }, i) => ({
      ...record(finding, ignored[i]?.finding.span),
      ignoredBy: by,
      reason,
    })),
    ignoreRemarks,
    notes: encoded.notes,
    outcome: encoded.outcome,
    remarks: document.remarks,
  };
}

/** Writes one JSON document. */
export class JsonReporter implements Reporter {
  private separator = "";

  constructor(private readonly setting: Setting) {}

  begin(): string {
    const { revision, offsetEncoding, disabledRules, ownQueries } = this.setting;
    return `${JSON.stringify({ version: 1, tool: "curlew", revision, offsetEncoding, disabledRules, ownQueries }).slice(0, -1)},"files":[`;
  }

  file(examined: Examined): string {
    const text = `${this.separator}\n${JSON.stringify(fileRecord(examined, this.setting))}`;
    this.separator = ",";
    return text;
  }

  end(summary: Summary): string {
    return `\n],"summary":${JSON.stringify(summary)}}\n`;
  }
}

/** Writes one line of JSON for each text. */
export class JsonLinesReporter implements Reporter {
  constructor(private readonly setting: Setting) {}

  begin(): string {
    return "";
  }

  file(examined: Examined): string {
    return `${JSON.stringify(fileRecord(examined, this.setting))}\n`;
  }

  end(): string {
    return "";
  }
}
