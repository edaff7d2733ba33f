/** A thread that analyzes texts with one build of the library: it receives batches and sends the answers for each batch. */
import { parentPort, workerData } from "node:worker_threads";
import type * as Library from "../../src/host/node.js";
import type { Detector, Profile } from "../../src/core/index.js";
import { answerOf, failureOf, type Answer } from "./answer.js";

export interface Batch {
  readonly profile: Profile;
  readonly texts: readonly string[];
}

const { library, progress } = workerData as {
  readonly library: string;
  readonly progress: Int32Array;
};
const { createNodeDetector } = (await import(library)) as typeof Library;
const detectors = new Map<Profile, Detector>();

async function read({ profile, texts }: Batch): Promise<Answer[]> {
  const detector = detectors.get(profile) ?? (await createNodeDetector({ profile }));
  detectors.set(profile, detector);
  return texts.map((text, index) => {
    Atomics.store(progress, 0, index);
    try {
      return answerOf(detector.detect(text));
    } catch (error) {
      return failureOf(error);
    }
  });
}

parentPort?.on("message", (batch: Batch) => {
  void read(batch).then(
    (answers) => parentPort?.postMessage({ answers }),
    (error: unknown) =>
      parentPort?.postMessage({ problem: error instanceof Error ? error.message : String(error) }),
  );
});
