import { serveTasks } from "../../../src/host/child-tasks.js";
import type { EvaluationTask } from "../../../src/evaluator/task.js";
import evaluate from "./stub-worker.js";

/** Replaces the child process of the evaluator: `CHILD-GROWS` needs more memory than it has. */
serveTasks(async () => ({
  default: (task: EvaluationTask) => {
    const kept: object[] = [];
    while (task.text.includes("CHILD-GROWS")) kept.push({ kept: [kept.length] });
    return evaluate(task);
  },
}));
