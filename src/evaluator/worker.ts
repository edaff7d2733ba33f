import { workerData } from "node:worker_threads";
import type { Detector } from "../core/index.js";
import { createNodeDetector } from "../host/node.js";
import { modelRevision, type Profile, type Revision } from "../protocol/index.js";
import { transferResult } from "../service/threads/transfer.js";
import { encodeAnswer, isSameResult, toAnswer } from "./answer.js";
import type {
  ComparedTexts,
  ComparisonTask,
  EvaluatedText,
  EvaluationTask,
  Rules,
} from "./task.js";

/** Entry of a worker thread. One detector is created for each profile, when it is first needed. */
const rules = workerData as Rules;
const detectors = new Map<Profile, Promise<Detector>>();

function detectorFor(profile: Profile): Promise<Detector> {
  const known = detectors.get(profile);
  if (known !== undefined) return known;
  const created = createNodeDetector({ profile, ...rules });
  detectors.set(profile, created);
  return created;
}

function revisionOf({ revision }: Detector): Revision {
  return { ...revision, grammars: { ...revision.grammars } };
}

/** Evaluates one text. */
export default async function evaluate(task: EvaluationTask): Promise<EvaluatedText> {
  return withDetector(task, (detect) => {
    const evaluated = encodeAnswer(detect(task.text));
    return transferResult(evaluated, evaluated.json);
  });
}

/** Evaluates a text and its redacted form. Returns the result of the text, and whether the redacted form has the same result. */
export async function compare(task: ComparisonTask): Promise<ComparedTexts> {
  return withDetector(task, (detect) => {
    const answer = detect(task.text);
    const evaluated = {
      ...encodeAnswer(answer),
      isSame: isSameResult(answer, detect(task.redacted)),
    };
    return transferResult(evaluated, evaluated.json);
  });
}

type Detect = (text: string) => ReturnType<typeof toAnswer>;

async function withDetector<T>(
  { profile, offsetEncoding, analysisMs, sourceHash }: EvaluationTask,
  work: (detect: Detect) => T,
): Promise<T> {
  const detector = await detectorFor(profile);
  const context = {
    offsetEncoding,
    modelRevision: modelRevision(revisionOf(detector)),
    sourceHash,
  };
  try {
    return work((text) =>
      toAnswer(detector.detect(text, { offsetEncoding, deadlineMs: analysisMs }), context),
    );
  } catch (error) {
    // The error may have corrupted the parsers' memory, so the thread is replaced.
    setImmediate(() => process.exit(1));
    throw error;
  }
}

/** Returns the revision of each profile. */
export async function revisions(): Promise<Revision[]> {
  const all = await Promise.all([detectorFor("contract"), detectorFor("extended")]);
  return all.map(revisionOf);
}
