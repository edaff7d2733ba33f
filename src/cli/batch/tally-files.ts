import { Analyzer } from "../analyzer.js";
import { ruleChoice } from "../rule-options.js";
import type { Detector } from "../context.js";
import { Failure } from "../failure.js";
import { DEFAULT_MAX_SIZE } from "../input/size.js";
import { planFiles } from "./input/plan-shards.js";
import type { Tally } from "./measure/tally.js";
import { discardingSink } from "./output/sinks.js";
import { nothingDone, run } from "./run/run.js";
import { localExecutor } from "./run/local-executor.js";
import type { Settings } from "./settings.js";

/** The default settings for reading labelled records and predictions. */
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
 * Analyzes the records of files and compares the predictions with the labels.
 * @throws Failure at the first input or record that cannot be read
 */
export async function tallyFiles(
  detector: Detector,
  files: readonly string[],
  { cwd, ...own }: { cwd: string } & Partial<Settings>,
): Promise<Tally[]> {
  const settings = { ...DEFAULTS, ...own };
  const onProblem = ({ place, message }: { place: string; message: string }): never => {
    throw new Failure(`${place}: ${message}`);
  };
  const executor = localExecutor(Analyzer.with({}, settings.rules, detector), settings);
  const { tallies } = await run({
    shards: planFiles(files, { cwd, settings }),
    executor,
    sink: discardingSink,
    exhibits: 0,
    before: nothingDone(),
    onProblem,
    onProgress: () => undefined,
  });
  return [...tallies.values()];
}
