import type { Finding } from "../../core/index.js";
import type { Examined } from "../examine.js";
import { Lines } from "./lines.js";
import { remedyLines } from "./remedy.js";
import { severityOf, type Reporter, type Setting, type Summary } from "./reporter.js";
import { reasonOf } from "./text.js";

/** Writes workflow commands, which GitHub Actions shows as annotations of the lines. */
export class GithubReporter implements Reporter {
  constructor(private readonly setting: Setting) {}

  begin(): string {
    return "";
  }

  file({ document, detection, ignoreRemarks }: Examined): string {
    const lines = Lines.of(document);
    const commands = detection.findings.map((finding) =>
      this.finding(document.path, lines, finding),
    );
    if (detection.outcome.status === "incomplete") {
      commands.push(
        ...detection.outcome.limits.map((limit) =>
          command("warning", { file: document.path, title: "not fully analyzed" }, limit.message),
        ),
      );
    }
    commands.push(
      ...ignoreRemarks.map(({ place, message }) =>
        command(
          "warning",
          { file: document.path, line: place.line, col: place.column, title: "curlew-ignore" },
          message,
        ),
      ),
    );
    return commands.join("");
  }

  end(summary: Summary): string {
    return summary.unread
      .map((unread) =>
        command("warning", { file: unread.path, title: "not scanned" }, unread.message),
      )
      .join("");
  }

  private finding(file: string, lines: Lines, finding: Finding): string {
    const start = lines.position(finding.span[0]);
    const end = lines.position(finding.span[1]);
    const properties = {
      file,
      line: start.line,
      endLine: end.line,
      col: start.column,
      endColumn: end.column,
      title: finding.rule,
    };
    const { message: sentence, help } = this.setting.rules.get(finding.rule) ?? {
      message: finding.rule,
    };
    const safer = remedyLines(finding, lines.text);
    const message = [
      sentence,
      reasonOf(finding.trace),
      help ?? (safer.length === 0 ? "" : `Safer:\n${safer.join("\n")}`),
    ].filter((part) => part !== "");
    const advisory = finding.pinned === true ? "note" : "warning";
    const severity = finding.level === "advisory" ? advisory : severityOf(this.setting, finding);
    return command(severity === "note" ? "notice" : severity, properties, message.join("\n"));
  }
}

function command(
  name: string,
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const list = Object.entries(properties).map(
    ([key, value]) => `${key}=${escapeProperty(String(value))}`,
  );
  return `::${name} ${list.join(",")}::${escapeData(message)}\n`;
}

function escapeData(text: string): string {
  return text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
}
