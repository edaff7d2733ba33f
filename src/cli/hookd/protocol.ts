/** The request of a hook to `curlew hookd`: the command line, environment and standard input of the hook's process. */
export interface HookRequest {
  /** The identifier of the hook's installation, see {@link installationOf}. */
  readonly installation: string;
  /** The words after `curlew`. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The content of standard input, in base64. */
  readonly input: string;
}

/** The output and exit status of the hook; null if the hook must analyze the command in its own process. */
export type HookResponse = {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
} | null;

/** Maximum size of a request, in bytes. */
export const MAX_BYTES = 16 * 1024 * 1024;
