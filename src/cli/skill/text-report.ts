import type { Paint, Style } from "../paint.js";
import type { Setting } from "../report/reporter.js";
import { plural, TextReporter } from "../report/text.js";
import { showText } from "../report/terminal-text.js";
import type { CheckedUnit, UnitVerdict } from "./check-unit.js";
import { isInstruction } from "./flagging.js";
import type { SkillSummary } from "./summary.js";
import { describeChange, type UnitChange } from "./unit-changes.js";

const STYLES: Readonly<Record<UnitVerdict, Style>> = {
  flagged: "red",
  incomplete: "yellow",
  advice: "yellow",
  clear: "green",
};
/** Maximum number of unread entries that are listed for a unit. */
const MAX_NOT_READ = 10;
/** Maximum number of binary files that are named for a unit. */
const MAX_BINARY = 3;

/** Formats units as text: verdict, name, findings, and the files that were not read. */
export class SkillTextReport {
  private readonly reporter: TextReporter;

  constructor(
    setting: Setting,
    private readonly paint: Paint,
    private readonly options: { readonly trace: boolean; readonly quiet: boolean },
  ) {
    this.reporter = new TextReporter(setting, {
      paint,
      ...options,
      showIgnored: true,
      advisoryName: (finding) => (isInstruction(finding) ? "instruction" : "advisory"),
    });
  }

  unit(unit: CheckedUnit): string {
    const { verdict, kind, name, path, fingerprint, files, examined } = unit;
    const size = this.paint("dim", `${plural(files.length, "file")}, ${fingerprint.slice(0, 16)}`);
    const called = path.endsWith(name) ? "" : ` ${this.paint("bold", showText(name).text)}`;
    const title = `${this.paint(STYLES[verdict], verdict.padEnd(10))} ${kind}${called}`;
    const body = examined.map((each) => this.reporter.file(each)).join("");
    const notRead = this.options.quiet ? "" : this.notRead(unit);
    const end = body + notRead === "" ? "" : "\n";
    return `${title} ${showText(path).text}  ${size}\n${indented(body)}${notRead}${end}`;
  }

  changes(changes: readonly UnitChange[], lock: string): string {
    if (changes.length === 0) return "";
    const lines = changes.map(
      (change) =>
        `${this.paint("yellow", change.change.padEnd(10))} ${change.kind} ${showText(`${change.path}: ${describeChange(change)}`).text}\n`,
    );
    const title = `${plural(changes.length, "difference")} from ${showText(lock).text}; --update-lock accepts the current state`;
    return `${lines.join("")}${this.options.quiet ? "" : `${this.paint("bold", title)}\n`}`;
  }

  end({ units, flagged, advice, clear, incomplete, unread }: SkillSummary): string {
    // unread paths were reported before
    if (this.options.quiet || (units === 0 && unread.length > 0)) return "";
    const parts = [
      [flagged, "flagged"],
      [incomplete, "not read completely"],
      [advice, "with advice"],
      [clear, "clear"],
    ] as const;
    const counts = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
    const all = plural(units, "unit");
    return `${this.paint("bold", counts.length === 0 ? all : `${all}: ${counts.join(", ")}`)}\n`;
  }

  /** Returns the lines about what was not read: binary files are counted, everything else is listed. */
  private notRead({ notRead }: CheckedUnit): string {
    const binary = notRead.filter(({ reason }) => reason === "binary");
    const others = notRead.filter(({ reason }) => reason !== "binary");
    const shown = others.slice(0, MAX_NOT_READ);
    const rest = others.length - shown.length;
    const names = binary.slice(0, MAX_BINARY).map(({ path }) => path);
    const more = binary.length > names.length ? ", …" : "";
    return [
      ...shown.map(({ path, message }) => `${path}: ${message}`),
      ...(rest > 0 ? [`${rest} more (--json lists them)`] : []),
      ...(binary.length > 0
        ? [`${plural(binary.length, "binary file")}: ${names.join(", ")}${more}`]
        : []),
    ]
      .map((line) => `  not read: ${showText(line).text}\n`)
      .join("");
  }
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : `  ${line}\n`))
    .join("");
}
