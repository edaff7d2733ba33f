/** Returns the command lines of a handler in an agent's settings; Kiro nests the command line in `action`. */
export function commandsOf(handler: object): string[] {
  const { command, bash, action } = handler as Record<string, unknown>;
  const nested =
    typeof action === "object" && action !== null ? (action as Record<string, unknown>) : {};
  return [command, bash, nested["command"]].filter((each) => typeof each === "string");
}
