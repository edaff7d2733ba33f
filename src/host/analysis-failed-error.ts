/** Why a text could not be analyzed. */
export type AnalysisFailure =
  | "memory" // the analysis needed more memory than its process is allowed to use
  | "time" // the analysis was stopped at its time limit, or cancelled
  | "crash" // the process ended, or the detector threw an error
  | "start"; // no process could be started

/**
 * Thrown when the analysis of one text failed without a result. Other texts are not affected. The message can be shown to users.
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
