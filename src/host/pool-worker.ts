import type { Detection, Detector, DetectOptions } from "../core/index.js";
import { createNodeDetector, type NodeDetectorOptions } from "./node-detector.js";

export interface PoolTask {
  readonly rules: NodeDetectorOptions;
  readonly text: string;
  readonly options: DetectOptions;
}

let detector: Promise<Detector> | undefined;

/** Entry of a worker thread, which analyzes one text at a time. All tasks of a pool have the same rules. */
export default async function work({ rules, text, options }: PoolTask): Promise<Detection> {
  return (await (detector ??= createNodeDetector(rules))).detect(text, options);
}
