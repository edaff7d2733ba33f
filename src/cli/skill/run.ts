import { resolve } from "node:path";
import { Analyzer } from "../analyzer.js";
import { readSettings, withSettings, withSeverities } from "../config/settings.js";
import type { Context } from "../context.js";
import { failureOf } from "../failed-detection.js";
import { Failure, messageOf } from "../failure.js";
import { fetchSource, type FetchedSource } from "../fetched/fetch-source.js";
import { hasArchiveName, sourceAddress } from "../fetched/source-address.js";
import type { DetectionOptions } from "../options.js";
import { Output } from "../output.js";
import { paintFor } from "../paint.js";
import { Progress } from "../progress.js";
import type { Setting } from "../report/reporter.js";
import { plural } from "../report/text.js";
import { showText } from "../report/terminal-text.js";
import { ruleChoice } from "../rule-options.js";
import type { Suppressions } from "../suppress/suppress-findings.js";
import { checkUnit, type CheckedUnit, type UnitChecking } from "./check-unit.js";
import { findUnits } from "./find-units.js";
import { jsonReport, type UnitLink } from "./json-report.js";
import { listFiles, pathInSource, shownBySource, slashed, type Origin } from "./list-files.js";
import { Lock } from "./lock-file.js";
import { statusOf, summaryOf, type UncheckedPath } from "./summary.js";
import { SkillTextReport } from "./text-report.js";
import { UnitBytes } from "./unit-bytes.js";
import type { UnitChange } from "./unit-changes.js";

export interface SkillOptions extends DetectionOptions {
  readonly json?: boolean;
  readonly trace?: boolean;
  readonly includeDependencies?: boolean;
  /** Whether the paths are those from which agents load files (`--agents`); a path without a unit is then not an error. */
  readonly agents?: boolean;
  readonly lock?: string;
  readonly updateLock?: boolean;
  /** The version of this program, which is sent as part of the user agent. */
  readonly version: string;
}

/**
 * Finds units below paths and reports a verdict on each. Nothing in a unit is run, and nothing in it can suppress a finding.
 * @returns the exit status
 */
export async function checkSkills(
  context: Context,
  paths: readonly string[],
  options: SkillOptions,
  profileGiven: boolean,
): Promise<number> {
  const lock = await lockOf(context, options);
  // units are untrusted, and so is the configuration next to them
  const settings = await readSettings(context, { project: false });
  const choice = ruleChoice(withSettings(options, settings, { profileGiven, suppress: true }));
  const detector = await context.toolkit.createDetector(choice);
  const { revision, disabledRules, ownQueries } = detector;
  const rules = new Map(withSeverities(detector.rules, settings).map((rule) => [rule.id, rule]));
  const setting: Setting = { revision, rules, disabledRules, ownQueries, offsetEncoding: "utf-16" };
  const suppressions: Suppressions = {
    comments: false,
    requireReason: false,
    trust: settings.trust,
    baseline: null,
    rules,
    isRule: (id) => rules.has(id),
  };
  const analyzer = Analyzer.with(context.toolkit, choice, detector);
  const progress = new Progress(context, options.quiet !== true && options.json !== true);
  const report = new SkillTextReport(setting, paintFor(context, options.color), {
    trace: options.trace === true,
    quiet: options.quiet === true,
  });
  const links: UnitLink[] = [];
  const using: UnitChecking = {
    bytes: new UnitBytes(),
    detect: (text, detectOptions) => analyzer.detect(text, detectOptions),
    suppressions,
    deadlineMs: options.deadline,
    maxSize: options.maxSize,
  };
  const output = new Output(context.stdout);
  const units: CheckedUnit[] = [];
  const unread: UncheckedPath[] = [];
  const fail = (path: string, message: string): void => {
    unread.push({ path, message });
    progress.clear();
    context.stderr.write(`curlew: ${showText(path).text}: ${showText(message).text}\n`);
  };
  try {
    for (const path of paths) {
      for await (const unit of unitsBelow(context, path, options, using, { fail, links })) {
        progress.clear();
        if (options.json !== true) await output.write(report.unit(unit));
        for (const { document, detection } of unit.examined) {
          const message = failureOf(detection);
          if (message !== null) fail(document.path, message);
        }
        units.push(unit);
        progress.show(`${units.length} units checked: ${unit.path}`);
      }
    }
  } finally {
    progress.clear();
    await analyzer.close();
  }
  const summary = summaryOf(units, unread);
  const changes = await changesSince(context, lock, { paths, units, unread }, options);
  await output.write(
    options.json === true
      ? jsonReport({ units, links }, summary, setting, changes)
      : report.changes(changes ?? [], options.lock ?? "") + report.end(summary),
  );
  await output.flush();
  return statusOf(summary, (changes?.length ?? 0) > 0);
}

async function lockOf({ cwd }: Context, { lock, updateLock }: SkillOptions): Promise<Lock | null> {
  if (lock !== undefined) return Lock.read(cwd, lock);
  if (updateLock === true)
    throw new Failure("--update-lock needs --lock FILE, the file that it writes");
  return null;
}

interface Checked {
  readonly paths: readonly string[];
  readonly units: readonly CheckedUnit[];
  readonly unread: readonly UncheckedPath[];
}

/**
 * Compares the units of a run with the recorded units and returns the differences; null without `--lock`. If the lock file does not exist
 * yet, or with `--update-lock`, records the units instead and returns an empty array.
 */
async function changesSince(
  { cwd, stderr }: Context,
  lock: Lock | null,
  { paths, units, unread }: Checked,
  { lock: name = "", updateLock, quiet }: SkillOptions,
): Promise<readonly UnitChange[] | null> {
  if (lock === null) return null;
  const roots = [...paths, ...paths.map((path) => slashed(resolve(cwd, path)))];
  const isCovered = (place: string): boolean =>
    roots.some((root) => place === root || place.startsWith(root === "/" ? root : `${root}/`));
  if (lock.isRecorded && updateLock !== true) return lock.compare(units, isCovered);
  if (unread.length > 0) {
    stderr.write(`curlew: ${showText(name).text}: not written, because a path was not read\n`);
    return [];
  }
  const size = await lock.write(units, isCovered);
  if (quiet !== true)
    stderr.write(`curlew: ${showText(name).text} now records ${plural(size, "unit")}\n`);
  return [];
}

/** Yields the checked units below a path or URL, one at a time. */
async function* unitsBelow(
  context: Context,
  path: string,
  options: SkillOptions,
  using: UnitChecking,
  {
    fail,
    links: skippedLinks,
  }: { readonly fail: (path: string, message: string) => void; readonly links: UnitLink[] },
): AsyncGenerator<CheckedUnit> {
  const warn = (text: string): void => {
    if (options.quiet !== true) context.stderr.write(`curlew: ${showText(text).text}\n`);
  };
  let fetched: FetchedSource | null = null;
  try {
    fetched = await fetchSource(context, path, options.version);
    for (const remark of fetched?.remarks ?? []) warn(`${path}: ${remark}`);
    const listing = await listFiles(
      context.cwd,
      fetched?.folder ?? path,
      options.includeDependencies === true,
    );
    if (fetched === null && listing.named !== null && hasArchiveName(path))
      warn(`${path}: is not a zip or tar archive, and is read as one file`);
    const origin = fetched === null ? null : { folder: slashed(fetched.folder), source: path };
    const { units, links } = await findUnits(
      origin === null ? listing : shownBySource(listing, origin),
      using.bytes.text,
    );
    for (const { shown, target } of links) {
      warn(`${shown}: a symbolic link to ${target}, which is not followed`);
      skippedLinks.push({ path: shown, target });
    }
    if (units.length === 0 && options.agents !== true)
      fail(path, "contains no skill or other unit; `curlew scan` reads all files of a folder");
    for (const unit of units) {
      const checked = await checkUnit(unit, using);
      yield origin === null ? checked : { ...checked, place: placeOf(context, checked, origin) };
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    fail(path, messageOf(error));
  } finally {
    await fetched?.close();
  }
}

/** Returns the URL of a unit; for a unit in a local archive, the absolute path of the archive followed by the path in it. */
function placeOf({ cwd }: Context, { place }: CheckedUnit, origin: Origin): string {
  const isUrl = sourceAddress(origin.source) !== null;
  const source = isUrl ? origin.source : slashed(resolve(cwd, origin.source));
  return pathInSource(place, { ...origin, source });
}
