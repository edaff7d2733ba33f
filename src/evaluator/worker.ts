import { workerData } from "node:worker_threads";
import type { Detector } from "../core/index.js";
import { createNodeDetector } from "../host/node.js";
import { modelRevision, type Profile, type Revision } from "../protocol/index.js";
import { handOver } from "../service/threads/hand-over.js";
import { encodeAnswer, readsTheSame, toAnswer } from "./answer.js";
import type {
  ComparedTexts,
  ComparisonTask,
  EvaluatedText,
  EvaluationTask,
  Rules,
} from "./task.js";

/** Entry of a worker thread. Detectors are made once for each profile and kept. */
const rules = workerData as Rules;
const detectors = new Map<Profile, Promise<Detector>>();

function detectorFor(profile: Profile): Promise<Detector> {
  const known = detectors.get(profile);
  if (known !== undefined) return known;
  const made = createNodeDetector({ profile, ...rules });
  detectors.set(profile, made);
  return made;
}

function revisionOf({ revision }: Detector): Revision {
  return { ...revision, grammars: { ...revision.grammars } };
}

/** Evaluates one text. */
export default async function evaluate(task: EvaluationTask): Promise<EvaluatedText> {
  return using(task, (read) => {
    const evaluated = encodeAnswer(read(task.text));
    return handOver(evaluated, evaluated.json);
  });
}

/** Evaluates a text, and returns whether its redacted form would have the same result. */
export async function compare(task: ComparisonTask): Promise<ComparedTexts> {
  return using(task, (read) => {
    const answer = read(task.text);
    const evaluated = {
      ...encodeAnswer(answer),
      isSame: readsTheSame(answer, read(task.redacted)),
    };
    return handOver(evaluated, evaluated.json);
  });
}

type Read = (text: string) => ReturnType<typeof toAnswer>;

async function using<T>(
  { profile, offsetEncoding, analysisMs, sourceHash }: EvaluationTask,
  work: (read: Read) => T,
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
    // Whatever broke may have left the parsers' memory broken too: the thread is replaced.
    setImmediate(() => process.exit(1));
    throw error;
  }
}

/** Returns the active rules, by profile. */
export async function revisions(): Promise<Revision[]> {
  const all = await Promise.all([detectorFor("contract"), detectorFor("extended")]);
  return all.map(revisionOf);
}
