import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { Failure, fileErrorMessage } from "../failure.js";
import { checkUnit, type CheckedUnit } from "../skill/check-unit.js";
import { findUnits } from "../skill/find-units.js";
import { unitRecord } from "../skill/json-report.js";
import { listFiles } from "../skill/listing.js";
import { SkillTextReport } from "../skill/text-report.js";
import { UnitBytes } from "../skill/unit-bytes.js";
import { clipped, DEADLINE_MS, MOST, settingOf, suppressionsOf, type Judging } from "./check.js";
import type { Answer } from "./port.js";
import { isBelow, MOST_FILE_BYTES } from "./read-confined.js";

/** Milliseconds for all units of a question. */
const MOST_MS = 40_000;
/** The most units of one question that are checked. */
const MOST_UNITS = 20;

/**
 * Returns one verdict for each unit below a path, as `curlew skill` does. @param roots
 * the folders that the path must be in @throws Failure
 * if it is elsewhere, cannot be read or contains no unit
 */
export async function answerToSkill(
  path: string,
  roots: readonly string[],
  using: Pick<Judging, "detector" | "analyzer" | "settings" | "signal">,
): Promise<Answer> {
  const place = await confined(path, roots);
  const bytes = new UnitBytes();
  const { units: found } = await findUnits(await listFiles(place, ".", false), bytes.text);
  if (found.length === 0)
    throw new Failure(`${path}: contains no skill or other unit; check its files with check_files`);
  const setting = settingOf(using.detector, using.settings);
  const end = Date.now() + MOST_MS;
  const units: CheckedUnit[] = [];
  for (const unit of found.slice(0, MOST_UNITS)) {
    if (Date.now() >= end) break;
    using.signal.throwIfAborted();
    const checked = await checkUnit(unit, {
      detect: (text, options) => {
        const deadlineMs = Math.max(1, Math.min(DEADLINE_MS, end - Date.now()));
        return using.analyzer.detect(text, { ...options, deadlineMs }, using.signal);
      },
      suppressions: suppressionsOf(using.settings, setting),
      bytes,
      deadlineMs: DEADLINE_MS,
      maxSize: MOST_FILE_BYTES,
    });
    units.push(checked);
  }
  const left = found.length - units.length;
  const report = new SkillTextReport(setting, (_style, plain) => plain, {
    trace: false,
    quiet: false,
  });
  const omitted =
    left === 0 ? "" : `${left} more units were not checked; check their folders separately\n`;
  return {
    text: clipped(`${units.map((unit) => report.unit(unit)).join("")}${omitted}`),
    data: { units: units.map((unit) => shortened(unitRecord(unit, setting))), notChecked: left },
  };
}

/** Returns a record with at most as many entries as an agent reads. */
function shortened(record: ReturnType<typeof unitRecord>): object {
  return {
    ...record,
    findings: record.findings.slice(0, MOST.findings),
    advice: record.advice.slice(0, MOST.findings),
    notRead: record.notRead.slice(0, MOST.notes),
    limits: record.limits.slice(0, MOST.notes),
    files: record.files.slice(0, MOST.findings),
  };
}

/** Returns the real path of something that is in one of the folders, whatever symbolic links say. */
async function confined(path: string, roots: readonly string[]): Promise<string> {
  const real = await Promise.all(roots.map((root) => realpath(root).catch(() => null)));
  let missing: unknown = null;
  for (const root of roots) {
    const named = resolve(root, path);
    // a path that is outside the folders by its text is not accessed, so that the response reveals nothing about it
    if (!roots.some((each) => isBelow(named, each)) && !real.some((each) => isBelow(named, each)))
      continue;
    try {
      const target = await realpath(named);
      if (real.some((each) => isBelow(target, each))) return target;
    } catch (error) {
      missing = error;
    }
  }
  throw new Failure(
    missing === null
      ? `${path}: is not below ${roots.join(", ")}: only folders below these are checked`
      : `${path}: ${fileErrorMessage(missing)}`,
  );
}
