/** The library `curlew/skill`, which checks skills, plugins and other units that agents load. */
import * as library from "../../host/node.js";
import type { Finding, Limit, Profile } from "../../core/index.js";
import { Analyzer } from "../analyzer.js";
import { Failure } from "../failure.js";
import { DEFAULT_MAX_SIZE } from "../input/size.js";
import { DEFAULT_DEADLINE_MS } from "../options.js";
import { toolkitOf } from "../toolkit.js";
import type { Suppressions } from "../suppress/suppress-findings.js";
import { checkUnit, type CheckedUnit, type NotRead, type UnitVerdict } from "./check-unit.js";
import { findUnits, type Unit } from "./find-units.js";
import { isFlagging } from "./flagging.js";
import { listFiles } from "./list-files.js";
import { UnitBytes } from "./unit-bytes.js";
import type { UnitFile } from "./unit-file.js";
import type { UnitKind } from "./unit-kinds.js";

export type { NotRead, UnitFile, UnitKind, UnitVerdict };

/** A path that cannot be read or contains no unit. The message contains the path and the reason. */
export class SkillError extends Error {
  override readonly name = "SkillError";
}

export interface CheckSkillsOptions {
  /** `extended` by default. */
  readonly profile?: Profile;
  /** Folders of custom query files. */
  readonly queriesDirs?: readonly string[];
  readonly disabledRules?: readonly string[];
  /** Time limit for one file, in milliseconds; 30,000 by default. */
  readonly deadlineMs?: number;
  /** Maximum size of a file that is read, in bytes; larger files are only hashed. 64 MiB by default. */
  readonly maxSize?: number;
  /** Whether dependency folders (`node_modules`, `.venv`, …) are also read. */
  readonly includeDependencies?: boolean;
  /** Ends the check before the next unit. */
  readonly signal?: AbortSignal;
}

/** A finding in a file of a unit. Offsets count UTF-16 code units of the file's text. */
export interface UnitFinding extends Finding {
  /** The path of the file; it begins with the given path. */
  readonly file: string;
}

/** A range of a file that was not analyzed. */
export interface UnitLimit extends Limit {
  readonly file: string;
}

/** A unit of files that are installed or trusted together, with its verdict. */
export interface SkillUnit {
  readonly kind: UnitKind;
  /** The name in the unit's front matter, or the name of its folder or file. */
  readonly name: string;
  /** The path of the unit; it begins with the given path. */
  readonly path: string;
  readonly verdict: UnitVerdict;
  /** A hash of the kind, and of the path and content of each file. */
  readonly fingerprint: string;
  readonly files: readonly UnitFile[];
  readonly notRead: readonly NotRead[];
  /** The findings that make the unit flagged. */
  readonly findings: readonly UnitFinding[];
  /** Other findings, which do not make the unit flagged. */
  readonly advice: readonly UnitFinding[];
  readonly limits: readonly UnitLimit[];
}

/** Nothing is suppressed: units cannot ignore findings, and the library does not read the user's settings. */
const NO_SUPPRESSIONS: Suppressions = {
  comments: false,
  requireReason: false,
  trust: new Set(),
  baseline: null,
  rules: new Map(),
  isRule: () => false,
};

/**
 * Finds the skills, plugins, commands, rules, server configurations and tool lists below a local path, and returns a verdict on
 * each. Nothing is run or fetched.
 * @throws SkillError if the path cannot be read or contains no unit
 */
export async function* checkSkills(
  path: string,
  options: CheckSkillsOptions = {},
): AsyncGenerator<SkillUnit, void, undefined> {
  const {
    includeDependencies = false,
    deadlineMs = DEFAULT_DEADLINE_MS,
    maxSize = DEFAULT_MAX_SIZE,
  } = options;
  const bytes = new UnitBytes();
  const units = await unitsBelow(path, includeDependencies, bytes);
  const rules = {
    profile: options.profile ?? "extended",
    queriesDirs: options.queriesDirs ?? [],
    replaceQueries: false,
    disabledRules: options.disabledRules ?? [],
    languages: [],
  };
  const toolkit = toolkitOf(async () => library);
  const detector = await library.createNodeDetector(rules);
  const analyzer = Analyzer.with(toolkit, rules, detector);
  try {
    for (const unit of units) {
      options.signal?.throwIfAborted();
      const checked = await checkUnit(unit, {
        detect: (text, detectOptions) => analyzer.detect(text, detectOptions, options.signal),
        suppressions: NO_SUPPRESSIONS,
        bytes,
        deadlineMs,
        maxSize,
      });
      yield skillUnit(checked);
    }
  } finally {
    await analyzer.close();
  }
}

async function unitsBelow(
  path: string,
  includeDependencies: boolean,
  bytes: UnitBytes,
): Promise<readonly Unit[]> {
  try {
    const listing = await listFiles(process.cwd(), path, includeDependencies);
    const { units } = await findUnits(listing, bytes.text);
    if (units.length === 0) throw new Failure("contains no skill or other unit");
    return units;
  } catch (error) {
    throw error instanceof Failure ? new SkillError(`${path}: ${error.message}`) : error;
  }
}

function skillUnit({ examined, place: _place, ...unit }: CheckedUnit): SkillUnit {
  const all = examined.flatMap(({ document, detection }) =>
    detection.findings.map((finding): UnitFinding => ({ file: document.path, ...finding })),
  );
  const limits = examined.flatMap(({ document, detection: { outcome } }) =>
    outcome.status === "incomplete"
      ? outcome.limits.map((limit): UnitLimit => ({ file: document.path, ...limit }))
      : [],
  );
  const findings = all.filter(isFlagging);
  return { ...unit, findings, advice: all.filter((finding) => !isFlagging(finding)), limits };
}
