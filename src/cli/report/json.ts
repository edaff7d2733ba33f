import type { Examined } from "../examine.js";
import { Lines, type Position } from "./lines.js";
import type { Reporter, Setting, Summary } from "./reporter.js";

/** The part of an answer that is data: offsets in the unit asked for, and lines for people. */
function fileRecord({ document, detection, encoded }: Examined): object {
  const lines = new Lines(document.text);
  const location = (index: number): { start: Position; end: Position } | undefined => {
    const span = detection.findings[index]?.span;
    return span && { start: lines.position(span[0]), end: lines.position(span[1]) };
  };
  return {
    path: document.path,
    labels: encoded.labels,
    spans: encoded.spans,
    findings: encoded.findings.map((finding, index) => ({ ...finding, location: location(index) })),
    notes: encoded.notes,
    outcome: encoded.outcome,
    remarks: document.remarks,
  };
}

/** One JSON document, written piece by piece. */
export class JsonReporter implements Reporter {
  private separator = "";

  constructor(private readonly setting: Setting) {}

  begin(): string {
    const { revision, offsetEncoding } = this.setting;
    return `{"tool":"curlew","revision":${JSON.stringify(revision)},"offsetEncoding":${JSON.stringify(offsetEncoding)},"files":[`;
  }

  file(examined: Examined): string {
    const text = `${this.separator}\n${JSON.stringify(fileRecord(examined))}`;
    this.separator = ",";
    return text;
  }

  end(summary: Summary): string {
    return `\n],"summary":${JSON.stringify(summary)}}\n`;
  }
}

/** One JSON line per text. */
export class JsonLinesReporter implements Reporter {
  begin(): string {
    return "";
  }

  file(examined: Examined): string {
    return `${JSON.stringify(fileRecord(examined))}\n`;
  }

  end(): string {
    return "";
  }
}
