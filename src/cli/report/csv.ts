import type { Finding } from "../../core/index.js";
import type { Examined } from "../examine.js";
import { Lines } from "./lines.js";
import { severityOf, type Reporter, type Setting } from "./reporter.js";

const COLUMNS = [
  "path",
  "line",
  "column",
  "endLine",
  "endColumn",
  "rule",
  "severity",
  "level",
  "text",
  "message",
  "ignoredBy",
  "reason",
];

/** Writes CSV (RFC 4180) with a row for each finding, including ignored ones. */
export class CsvReporter implements Reporter {
  constructor(private readonly setting: Setting) {}

  begin(): string {
    return row(COLUMNS);
  }

  file({ document, detection, ignored }: Examined): string {
    const lines = Lines.of(document);
    const rows = [
      ...detection.findings.map((finding) => this.finding(document.path, lines, finding, "", "")),
      ...ignored.map(({ finding, by, reason }) =>
        this.finding(document.path, lines, finding, by, reason ?? ""),
      ),
    ];
    return rows.join("");
  }

  end(): string {
    return "";
  }

  private finding(
    path: string,
    lines: Lines,
    finding: Finding,
    by: string,
    reason: string,
  ): string {
    const start = lines.position(finding.span[0]);
    const end = lines.position(finding.span[1]);
    const message = this.setting.rules.get(finding.rule)?.message ?? finding.rule;
    return row([
      path,
      start.line,
      start.column,
      end.line,
      end.column,
      finding.rule,
      severityOf(this.setting, finding),
      finding.level,
      finding.text,
      message,
      by,
      reason,
    ]);
  }
}

function row(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

/** Returns a cell; a value that a spreadsheet would treat as a formula gets an apostrophe, which marks it as text. */
function cell(value: string | number): string {
  const text = typeof value === "number" ? String(value) : value.replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
