/** The prefix of the names under which traps are stored; no variable of a script has it. */
const PREFIX = "&trap ";

/** Returns the prefix of the names under which traps on a signal are stored; the offset of the code follows it. */
export function trapOn(signal: string): string {
  return `${PREFIX}${signal} `;
}

/** Whether a name is that of a trap. */
export function isTrap(name: string): boolean {
  return name.startsWith(PREFIX);
}
