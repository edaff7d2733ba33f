import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { Failure, fileErrorMessage } from "../failure.js";
import { checkUnit, type CheckedUnit } from "../skill/check-unit.js";
import { findUnits } from "../skill/find-units.js";
import { unitRecord } from "../skill/json-report.js";
import { listFiles } from "../skill/list-files.js";
import { SkillTextReport } from "../skill/text-report.js";
import { UnitBytes } from "../skill/unit-bytes.js";
import {
  clipped,
  DEADLINE_MS,
  LIMITS,
  settingOf,
  suppressionsOf,
  type CheckContext,
} from "./check-text.js";
import type { Answer } from "./mcp-package.js";
import { isBelowAny, MAX_FILE_BYTES } from "./read-confined.js";

/** Time limit for all units of a request, in milliseconds. */
const REQUEST_DEADLINE_MS = 40_000;
/** Maximum number of units that are checked in one request. */
const MAX_UNITS = 20;

/**
 * Returns a verdict on each unit below a path, as `curlew skill` does.
 * @param roots the path must be in one of these folders
 * @throws Failure if the path is outside the folders, cannot be read or contains no unit
 */
export async function answerToSkill(
  path: string,
  roots: readonly string[],
  using: Pick<CheckContext, "detector" | "analyzer" | "settings" | "signal">,
): Promise<Answer> {
  const place = await confined(path, roots);
  const bytes = new UnitBytes();
  const { units: found } = await findUnits(await listFiles(place, ".", false), bytes.text);
  if (found.length === 0)
    throw new Failure(`${path}: contains no skill or other unit; check its files with check_files`);
  const setting = settingOf(using.detector, using.settings);
  const end = Date.now() + REQUEST_DEADLINE_MS;
  const units: CheckedUnit[] = [];
  for (const unit of found.slice(0, MAX_UNITS)) {
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
      maxSize: MAX_FILE_BYTES,
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

/** Returns a record whose lists are truncated to the limits of a response. */
function shortened(record: ReturnType<typeof unitRecord>): object {
  return {
    ...record,
    findings: record.findings.slice(0, LIMITS.findings),
    advice: record.advice.slice(0, LIMITS.findings),
    notRead: record.notRead.slice(0, LIMITS.notes),
    limits: record.limits.slice(0, LIMITS.notes),
    files: record.files.slice(0, LIMITS.findings),
  };
}

/**
 * Returns a path with all symbolic links resolved.
 * @throws Failure if the path does not exist, or the result is in none of the folders
 */
async function confined(path: string, roots: readonly string[]): Promise<string> {
  const real = await Promise.all(roots.map((root) => realpath(root).catch(() => null)));
  let missing: unknown = null;
  for (const root of roots) {
    const named = resolve(root, path);
    // a path outside the folders is not accessed before links are resolved, so that the response reveals nothing about it
    if (!isBelowAny(named, roots) && !isBelowAny(named, real)) continue;
    try {
      const target = await realpath(named);
      if (isBelowAny(target, real)) return target;
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
