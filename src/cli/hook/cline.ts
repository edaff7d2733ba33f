/** The second line of the script, by which `hook uninstall` recognizes it. */
export const CLINE_MARK =
  "# Written by curlew hook install cline; curlew hook uninstall cline removes it.";

/** Returns the script that Cline executes before each call of a tool. */
export function clineHook(command: string): string {
  return `#!/bin/sh\n${CLINE_MARK}\nexec ${command}\n`;
}
