/** Why a text could not be analyzed. */
export type AnalysisFailure =
  | "memory" // it needed more memory than its process may have
  | "time" // it was stopped at its time limit, or cancelled
  | "crash" // its process ended, or the detector threw
  | "start"; // no process could be started

/**
 * The analysis of one text failed, without any result. Other texts are not affected. The message can be shown to users.
 */
export class AnalysisFailedError extends Error {
  override readonly name = "AnalysisFailedError";
  readonly code = "analysis-failed";

  constructor(
    readonly reason: AnalysisFailure,
    detail: string,
    cause?: unknown,
  ) {
    super(`analysis failed: ${detail}`, cause === undefined ? undefined : { cause });
  }
}
