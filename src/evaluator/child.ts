import { serveTasks } from "../host/child-tasks.js";
import type { Detector } from "../core/index.js";
import { createNodeDetector } from "../host/node.js";
import { modelRevision, type Profile } from "../protocol/index.js";
import { encodeAnswer, readsTheSame, toAnswer } from "./answer.js";
import type {
  ComparedTexts,
  ComparisonTask,
  EvaluatedText,
  EvaluationTask,
  Rules,
} from "./task.js";

/** Entry of a child process that evaluates texts that may be costly. */
serveTasks(async (rules: Rules) => {
  const detectors = new Map<Profile, Promise<Detector>>();
  const reader = async (task: EvaluationTask) => {
    const { profile, offsetEncoding, analysisMs, sourceHash } = task;
    const made = detectors.get(profile) ?? createNodeDetector({ profile, ...rules });
    detectors.set(profile, made);
    const detector = await made;
    const { grammars, ...revision } = detector.revision;
    const named = modelRevision({ ...revision, grammars: { ...grammars } });
    const context = { offsetEncoding, modelRevision: named, sourceHash };
    return (text: string) =>
      toAnswer(detector.detect(text, { offsetEncoding, deadlineMs: analysisMs }), context);
  };
  return {
    default: async (task: EvaluationTask): Promise<EvaluatedText> =>
      encodeAnswer((await reader(task))(task.text)),
    compare: async (task: ComparisonTask): Promise<ComparedTexts> => {
      const read = await reader(task);
      const answer = read(task.text);
      return { ...encodeAnswer(answer), isSame: readsTheSame(answer, read(task.redacted)) };
    },
  };
});
