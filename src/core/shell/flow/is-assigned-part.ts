import type { Part, Word } from "../script.js";

/** Whether a word is a name, an equals sign and this part (`A=<(…)`). */
export function isAssignedPart(
  part: Part,
  { source, parts: [first, second, ...rest] }: Word,
): boolean {
  return (
    part === second &&
    rest.length === 0 &&
    first?.kind === "text" &&
    /^\w+=$/.test(source.text.slice(first.start, first.end))
  );
}
