import { Analyzer } from "../analyzer.js";
import { ruleChoice } from "../rules.js";
import { Readable } from "node:stream";
import type { Detector } from "../context.js";
import { Failure } from "../failure.js";
import { DEFAULT_MAX_SIZE } from "../input/size.js";
import { plan } from "./input/plan-shards.js";
import type { Tally } from "./measure/tally.js";
import { nowhere } from "./output/sinks.js";
import { nothingDone, run } from "./run/run.js";
import { thisThread } from "./run/this-thread.js";
import type { Settings } from "./settings.js";

export const DEFAULTS: Settings = {
  rules: ruleChoice({ profile: "contract" }),
  offsetEncoding: "utf-16",
  maxSize: DEFAULT_MAX_SIZE,
  quoting: "double",
  columns: [],
  needsIds: false,
  onlyFlagged: false,
  strict: false,
  rows: null,
  exhibits: 0,
  seed: "0",
};

/**
 * Predicts the records of files and compares them with their labels.
 * @throws Failure at the first broken record
 */
export async function tallyFiles(
  detector: Detector,
  files: readonly string[],
  { cwd, ...own }: { cwd: string } & Partial<Settings>,
): Promise<Tally[]> {
  const settings = { ...DEFAULTS, ...own };
  const planning = {
    cwd,
    stdin: Readable.from([]),
    settings,
    format: "auto",
    ignoreFiles: true,
    target: 1 << 22,
    flush: false,
  } as const;
  const onProblem = ({ place, message }: { place: string; message: string }): never => {
    throw new Failure(`${place}: ${message}`);
  };
  const executor = thisThread(Analyzer.with({}, settings.rules, detector), settings);
  const shards = plan(files, planning);
  const { tallies } = await run({
    shards,
    executor,
    sink: nowhere,
    exhibits: 0,
    before: nothingDone(),
    onProblem,
    onProgress: () => undefined,
  });
  return [...tallies.values()];
}
