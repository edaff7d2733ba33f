import type { Detection, Detector, DetectOptions } from "../core/index.js";
import { createNodeDetector, type NodeDetectorOptions } from "./detector.js";

export interface PoolTask {
  readonly rules: NodeDetectorOptions;
  readonly text: string;
  readonly options: DetectOptions;
}

let detector: Promise<Detector> | undefined;

/** A worker thread's task: one text. All of a pool follow the same rules. */
export default async function work({ rules, text, options }: PoolTask): Promise<Detection> {
  return (await (detector ??= createNodeDetector(rules))).detect(text, options);
}
