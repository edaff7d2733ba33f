import { existsSync } from "node:fs";
import { serveTasks } from "../../../src/host/child-tasks.js";
import type { EvaluationTask } from "../../../src/evaluator/task.js";
import evaluate from "./stub-worker.js";

/**
 * Replaces the child process of the evaluator. For a text with `CHILD-GROWS`, it exceeds its memory limit. For a text with
 * `CHILD-WAITS-FOR "FILE"`, it waits until the file exists.
 */
serveTasks(async () => ({
  default: (task: EvaluationTask) => {
    const kept: object[] = [];
    // large arrays fill the heap faster than small objects
    while (task.text.includes("CHILD-GROWS")) kept.push(new Array(1_000_000).fill(kept.length));
    const [, file] = /CHILD-WAITS-FOR "([^"]+)"/.exec(task.text) ?? [];
    while (file !== undefined && !existsSync(file))
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    return evaluate(task);
  },
}));
