/** The message for an agent and its user where curlew did not run and its absence blocks. */
export const NOT_RUN =
  "curlew did not run, so the command is blocked (hook install --strict). Run curlew hook doctor to find out why.";

/**
 * Returns a command line for a POSIX shell that ends with status 2 and a line on standard error where curlew is missing, fails or is
 * ended: agents block on that, and on no other status.
 */
export function strictCommand(command: string): string {
  return `${command} || { [ $? = 2 ] || echo '${NOT_RUN}' >&2; exit 2; }`;
}
