/** The message for the agent and its user if a command is blocked because curlew did not run. */
export const NOT_RUN =
  "curlew did not run, so the command is blocked (hook install --strict). Run curlew hook doctor to find out why.";

/**
 * Returns a command line for a POSIX shell that ends with status 2 and a line on standard error if curlew is missing, fails or is
 * terminated, because agents block a command only after status 2.
 */
export function strictCommand(command: string): string {
  return `${command} || { [ $? = 2 ] || echo '${NOT_RUN}' >&2; exit 2; }`;
}
