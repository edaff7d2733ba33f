import type { Detection, DetectOptions } from "../../core/index.js";
import { createNodeDetector } from "../../host/node.js";
import type { Detector } from "../context.js";
import { detectOrSay } from "../examine.js";
import type { RuleChoice } from "../rules.js";

export interface ScanTask {
  readonly rules: RuleChoice;
  readonly text: string;
  readonly options: DetectOptions;
}

let detector: Promise<Detector> | undefined;

/** A worker thread's task: one text. All of a run follow the same rules. */
export default async function work({ rules, text, options }: ScanTask): Promise<Detection> {
  return detectOrSay(await (detector ??= createNodeDetector(rules)), text, options);
}
