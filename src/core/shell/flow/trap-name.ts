/** No variable of a script has a name that begins so. */
const prefix = "&trap ";

/** What the names of variables begin with that stand for traps on a signal; the place of the code follows. */
export function trapOn(signal: string): string {
  return `${prefix}${signal} `;
}

/** Whether a variable stands for a trap. */
export function isTrap(name: string): boolean {
  return name.startsWith(prefix);
}
