import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { posix } from "node:path";
import type { Detection, DetectOptions, Finding } from "../../core/index.js";
import { judge, type Examined } from "../examine.js";
import { fileErrorMessage } from "../failure.js";
import { decode, looksBinary } from "../input/decode.js";
import { kindOf } from "../input/file-type.js";
import { readFileUpTo } from "../input/read-limited.js";
import { showSize } from "../input/size.js";
import type { Suppressions } from "../suppress/suppress-findings.js";
import { listedCommands, promptCommands, type EmbeddedCommand } from "./embedded-commands.js";
import { readAs, type FileRole } from "./file-role.js";
import type { Unit } from "./find-units.js";
import { fingerprintOf } from "./unit-fingerprint.js";
import { isFlagging } from "./flagging.js";
import type { ListedFile } from "./list-files.js";
import type { UnitBytes } from "./unit-bytes.js";
import type { UnitFile } from "./unit-file.js";
import type { UnitKind } from "./unit-kinds.js";

/**
 * `flagged`: a file contains a finding or an instruction to run remote code. `incomplete`: there is neither, but not everything
 * was read. `advice`: there are only advisories. `clear`: there are no findings.
 */
export type UnitVerdict = "flagged" | "incomplete" | "advice" | "clear";

/** A file, link or folder of a unit that was not read as text. */
export interface NotRead {
  readonly path: string;
  readonly reason: "binary" | "link" | "dependencies" | "too-large" | "unreadable";
  readonly message: string;
}

export interface CheckedUnit {
  readonly kind: UnitKind;
  readonly name: string;
  /** The path as the user would write it. */
  readonly path: string;
  /** The absolute path of the file or folder, with forward slashes, or its URL. */
  readonly place: string;
  readonly verdict: UnitVerdict;
  readonly fingerprint: string;
  readonly files: readonly UnitFile[];
  readonly examined: readonly Examined[];
  readonly notRead: readonly NotRead[];
}

/** The functions, settings and limits with which units are checked. */
export interface UnitChecking {
  detect(text: string, options: DetectOptions): Promise<Detection>;
  readonly suppressions: Suppressions;
  /** The files that were read to find the units. */
  readonly bytes: UnitBytes;
  readonly deadlineMs: number;
  /** Maximum size of a file that is read, in bytes; larger files are only hashed. */
  readonly maxSize: number;
}

/** Reads and hashes all files of a unit, and analyzes each according to its role. Nothing in the unit is run. */
export async function checkUnit(unit: Unit, using: UnitChecking): Promise<CheckedUnit> {
  const files: UnitFile[] = [];
  const examined: Examined[] = [];
  const notRead: NotRead[] = [];
  let name = nameOf(unit, null);
  for (const entry of unit.entries) {
    const path = posix.relative(unit.folder, entry.absolute);
    if (entry.kind === "folder") {
      notRead.push({ path, reason: entry.reason, message: entry.message });
    } else if (entry.kind === "link") {
      files.push({ path, role: "link", size: 0, sha256: sha256(Buffer.from(entry.target)) });
      const message = `a symbolic link to ${entry.target}, which is not followed`;
      notRead.push({ path, reason: "link", message });
    } else {
      const checked = await checkFile(entry, path, entry === unit.main, using);
      files.push(checked.file);
      if (checked.notRead !== null) notRead.push(checked.notRead);
      if (checked.examined !== null) examined.push(checked.examined);
      if (entry === unit.main && checked.examined !== null)
        name = nameOf(unit, checked.examined.document.text);
    }
  }
  const verdict = verdictOf(examined, notRead);
  const fingerprint = fingerprintOf(unit.kind, files);
  const { kind, shown } = unit;
  const place = kind === "skill" ? unit.folder : unit.main.absolute;
  return { kind, name, path: shown, place, verdict, fingerprint, files, examined, notRead };
}

interface CheckedFile {
  readonly file: UnitFile;
  readonly examined: Examined | null;
  readonly notRead: NotRead | null;
}

async function checkFile(
  { absolute, shown }: ListedFile,
  path: string,
  isMain: boolean,
  using: UnitChecking,
): Promise<CheckedFile> {
  try {
    const kept = using.bytes.take(absolute);
    const size = kept?.length ?? (await stat(absolute)).size;
    if (size > using.maxSize) return await tooLarge(absolute, path, size, using.maxSize);
    const bytes = kept ?? (await readFileUpTo(absolute, using.maxSize));
    const file = { path, size: bytes.length, sha256: sha256(bytes) };
    if (looksBinary(bytes)) {
      const notRead = binary(path, isMain || kindOf(absolute).known);
      return { file: { ...file, role: "binary" }, examined: null, notRead };
    }
    const { text, remarks } = decode(bytes);
    const { role, format } = readAs(absolute, text);
    const document = { path: shown, text, tag: format, remarks, isFile: false };
    const detection = await detectInRole(text, role, format, using);
    const examined = judge(document, detection, using.suppressions, "utf-16");
    return { file: { ...file, role }, examined, notRead: null };
  } catch (error) {
    const notRead = { path, reason: "unreadable", message: fileErrorMessage(error) } as const;
    return { file: { path, role: "data", size: 0, sha256: null }, examined: null, notRead };
  }
}

/**
 * Returns the entry of a file with NUL characters. A shell or a model may ignore these characters, so the file counts as unreadable if
 * text is expected.
 */
function binary(path: string, isExpectedText: boolean): NotRead {
  return isExpectedText
    ? { path, reason: "unreadable", message: "contains NUL characters, and was not read as text" }
    : { path, reason: "binary", message: "binary" };
}

/** Returns the result for a file that is too large to read, with its hash. */
async function tooLarge(
  absolute: string,
  path: string,
  size: number,
  maxSize: number,
): Promise<CheckedFile> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(absolute)) hash.update(chunk as Buffer);
  const message = `longer than ${showSize(maxSize)} (--max-size)`;
  return {
    file: { path, role: "data", size, sha256: hash.digest("hex") },
    examined: null,
    notRead: { path, reason: "too-large", message },
  };
}

/** Analyzes the text of a file, and separately each command in it that is split into a list of words or embedded in a prompt. */
async function detectInRole(
  text: string,
  role: FileRole,
  format: string | null,
  { detect, deadlineMs }: UnitChecking,
): Promise<Detection> {
  const whole = await detect(text, { deadlineMs, ...(format !== null && { format }) });
  const commands =
    role === "prompt"
      ? promptCommands(text)
      : role === "settings" || role === "mcp-config" || role === "manifest"
        ? listedCommands(text)
        : [];
  const added: Finding[] = [];
  const limits = whole.outcome.status === "incomplete" ? [...whole.outcome.limits] : [];
  for (const command of commands) {
    if (whole.findings.some(({ span }) => overlap(span, command.span))) continue;
    const { findings, outcome } = await detect(command.command, { deadlineMs, format: "bash" });
    added.push(...findings.map((finding) => moved(finding, command, text)));
    if (outcome.status === "incomplete")
      limits.push(...outcome.limits.map((limit) => ({ ...limit, span: command.span })));
  }
  if (added.length === 0 && limits.length === 0) return whole;
  const findings = [...whole.findings, ...added].sort((a, b) => a.span[0] - b.span[0]);
  const flagged = findings.filter(({ level }) => level === "finding");
  return {
    ...whole,
    findings,
    labels: flagged.length > 0 ? ["PS"] : [],
    spans: flagged.map(({ span }) => span),
    outcome: limits.length > 0 ? { status: "incomplete", limits } : whole.outcome,
  };
}

function overlap([start, end]: readonly [number, number], [from, to]: readonly [number, number]) {
  return start < to && from < end;
}

/** Converts a finding in an embedded command to a finding in the file that contains the command. */
function moved(finding: Finding, { command, span }: EmbeddedCommand, text: string): Finding {
  const isVerbatim = text.slice(...span) === command;
  const place = (each: readonly [number, number]): readonly [number, number] =>
    isVerbatim ? [span[0] + each[0], span[0] + each[1]] : span;
  const spanInFile = place(finding.span);
  return {
    ...finding,
    span: spanInFile,
    text: text.slice(...spanInFile),
    trace: finding.trace.map((step) =>
      step.span === undefined ? step : { ...step, span: place(step.span) },
    ),
  };
}

function verdictOf(examined: readonly Examined[], notRead: readonly NotRead[]): UnitVerdict {
  const findings = examined.flatMap(({ detection }) => detection.findings);
  if (findings.some(isFlagging)) return "flagged";
  const isIncomplete =
    examined.some(({ detection }) => detection.outcome.status === "incomplete") ||
    notRead.some(({ reason }) => reason === "too-large" || reason === "unreadable");
  if (isIncomplete) return "incomplete";
  return findings.length > 0 ? "advice" : "clear";
}

/** Returns the name in the front matter of a unit, or the name of its folder or file if there is none. */
function nameOf({ kind, folder, main }: Unit, text: string | null): string {
  const given = text?.startsWith("---")
    ? /^name:[ \t]*["']?([^\n"']{1,100})/m.exec(text.slice(0, 4096))?.[1]?.trim()
    : undefined;
  return given ?? posix.basename(kind === "skill" || kind === "plugin" ? folder : main.absolute);
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
