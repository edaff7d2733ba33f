/** The request of a hook to `curlew hookd`: its command line, and the parts of its process that it needs. */
export interface Request {
  readonly installation: string;
  /** The words after `curlew`. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Standard input, in base64. */
  readonly input: string;
}

/** The output of the process; null if the hook must decide itself. */
export type Response = {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
} | null;

/** Maximum size of a request or a response, in bytes. */
export const MOST_BYTES = 16 * 1024 * 1024;
