import { createHash } from "node:crypto";
import type { Examined } from "../examine.js";
import { fingerprints } from "../suppress/finding-fingerprint.js";
import { Lines } from "./lines.js";
import { severityOf, type Reporter, type Setting } from "./reporter.js";

const SEVERITIES = { error: "critical", warning: "major", note: "info" } as const;

/** Writes GitLab's code quality report, a list without ignored findings. */
export class GitlabReporter implements Reporter {
  private separator = "";

  constructor(private readonly setting: Setting) {}

  begin(): string {
    return "[";
  }

  file({ document, detection }: Examined): string {
    const lines = Lines.of(document);
    const names = fingerprints(detection.findings, document.path);
    return detection.findings
      .map((finding, i) => {
        const issue = {
          description: this.setting.rules.get(finding.rule)?.message ?? finding.rule,
          check_name: finding.rule,
          fingerprint: createHash("sha256")
            .update(names[i] ?? "")
            .digest("hex"),
          severity: SEVERITIES[severityOf(this.setting, finding)],
          location: {
            path: document.path.replace(/^(?:\.\/)+/, "").replaceAll("\\", "/"),
            lines: {
              begin: lines.position(finding.span[0]).line,
              end: lines.position(finding.span[1]).line,
            },
          },
        };
        const text = `${this.separator}\n${JSON.stringify(issue)}`;
        this.separator = ",";
        return text;
      })
      .join("");
  }

  end(): string {
    return "\n]\n";
  }
}
