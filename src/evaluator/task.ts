import type { EvaluationResponse, OffsetEncoding, Profile } from "../protocol/index.js";

/** What a worker is asked. */
export interface EvaluationTask {
  readonly text: string;
  readonly profile: Profile;
  readonly offsetEncoding: OffsetEncoding;
  /** Milliseconds after which the analysis ends and says what it left out. */
  readonly analysisMs: number;
}

/** What a worker answers; the source hash is known outside. */
export type EvaluationAnswer = Omit<EvaluationResponse, "sourceHash">;

/** What every worker is started with. */
export interface WorkerData {
  /** Folder with query files of the user's own. */
  readonly queriesDir: string | undefined;
}

/** Functions of the worker file that can be called by name. */
export const REVISIONS_TASK = "revisions";
