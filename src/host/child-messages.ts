/** A message of a pool to a child process. */
export type ToChild =
  | { readonly kind: "setup"; readonly setup: unknown; readonly memoryMb: number }
  | { readonly kind: "task"; readonly name: string; readonly task: unknown };

/** The parts of an error that are sent from a child process. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  /** The parameter that an `InputError` names. */
  readonly parameter?: string;
}

/** A message of a child process. */
export type FromChild =
  | { readonly kind: "ready" }
  | { readonly kind: "unable"; readonly error: SentError }
  | { readonly kind: "result"; readonly result: unknown; readonly memoryMb: number }
  | { readonly kind: "error"; readonly error: SentError };
