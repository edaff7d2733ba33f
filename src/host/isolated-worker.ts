import type { Detection, DetectOptions } from "../core/index.js";
import { serveTasks } from "./child-tasks.js";
import { createNodeDetector, type NodeDetectorOptions } from "./node-detector.js";

export interface IsolatedTask {
  readonly text: string;
  readonly options: DetectOptions;
}

/** Entry of a child process that analyzes texts. */
serveTasks(async (rules: NodeDetectorOptions) => {
  const detector = await createNodeDetector(rules);
  return { detect: ({ text, options }: IsolatedTask): Detection => detector.detect(text, options) };
});
