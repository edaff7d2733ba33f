import { definedNames } from "../shell-definitions.js";
import type { Span } from "../model.js";

/** Matches what executes the output of a command, in a shell text. */
const EXECUTES = /\||[$<]\(|\b(?:eval|source)\b|[ \t]["']?`/;

/**
 * Returns those of the closed parts of a text that define a function or a variable with a trigger word, if another part that may
 * execute its output names it.
 * @param parts all parts of the text, in order
 */
export function definingParts(
  text: string,
  parts: readonly Span[],
  closed: readonly Span[],
  mentions: (text: string) => boolean,
): ReadonlySet<Span> {
  const definedIn = new Map<string, Span>();
  const defining = new Set<Span>();
  for (const part of closed) {
    const code = text.slice(...part);
    const names = [...definedNames(code, mentions)];
    if (names.length > 0 && mentions(code)) for (const name of names) definedIn.set(name, part);
  }
  if (definedIn.size === 0) return defining;
  for (const part of parts) {
    const code = text.slice(...part);
    if (!EXECUTES.test(code)) continue;
    for (const [name] of code.matchAll(/[A-Za-z_][\w-]*/g)) {
      const definer = definedIn.get(name);
      if (definer !== undefined && definer !== part) defining.add(definer);
    }
  }
  return defining;
}
