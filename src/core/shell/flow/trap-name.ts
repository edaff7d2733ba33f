/** The prefix of names for traps, which no variable of a script has. */
const prefix = "&trap ";

/** Returns the prefix of the names for traps on a signal; the position of the code follows. */
export function trapOn(signal: string): string {
  return `${prefix}${signal} `;
}

/** Whether a name is that of a trap. */
export function isTrap(name: string): boolean {
  return name.startsWith(prefix);
}
