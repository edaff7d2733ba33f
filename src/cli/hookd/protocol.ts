/** What the hook sends to `curlew hookd`: its whole command line, and what a hook reads of its process. */
export interface Request {
  readonly installation: string;
  /** The words behind `curlew`. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Standard input, in base64. */
  readonly input: string;
}

/** What the process would have written; null if the hook has to judge by itself. */
export type Response = {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
} | null;

/** Bytes of a request or an answer; more is not sent. */
export const MOST_BYTES = 16 * 1024 * 1024;
