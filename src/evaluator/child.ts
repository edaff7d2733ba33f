import { serveTasks } from "../host/child-tasks.js";
import type { Detector } from "../core/index.js";
import { createNodeDetector } from "../host/node.js";
import { modelRevision, type Profile } from "../protocol/index.js";
import { encodeAnswer, isSameResult, toAnswer } from "./answer.js";
import type {
  ComparedTexts,
  ComparisonTask,
  EvaluatedText,
  EvaluationTask,
  Rules,
} from "./task.js";

/** Entry of a child process that evaluates texts that may need much time or memory. */
serveTasks(async (rules: Rules) => {
  const detectors = new Map<Profile, Promise<Detector>>();
  const evaluatorFor = async (task: EvaluationTask) => {
    const { profile, offsetEncoding, analysisMs, sourceHash } = task;
    const created = detectors.get(profile) ?? createNodeDetector({ profile, ...rules });
    detectors.set(profile, created);
    const detector = await created;
    const { grammars, ...rest } = detector.revision;
    const revision = modelRevision({ ...rest, grammars: { ...grammars } });
    const context = { offsetEncoding, modelRevision: revision, sourceHash };
    return (text: string) =>
      toAnswer(detector.detect(text, { offsetEncoding, deadlineMs: analysisMs }), context);
  };
  return {
    default: async (task: EvaluationTask): Promise<EvaluatedText> =>
      encodeAnswer((await evaluatorFor(task))(task.text)),
    compare: async (task: ComparisonTask): Promise<ComparedTexts> => {
      const evaluate = await evaluatorFor(task);
      const answer = evaluate(task.text);
      return { ...encodeAnswer(answer), isSame: isSameResult(answer, evaluate(task.redacted)) };
    },
  };
});
