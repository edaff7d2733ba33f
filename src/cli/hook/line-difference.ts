/**
 * Returns the difference of two texts as a single change in the style of `diff -u`: the range of lines in which they differ, with three
 * lines of context.
 */
export function difference(before: string, after: string): string {
  const old = linesOf(before);
  const current = linesOf(after);
  let start = 0;
  while (start < old.length && start < current.length && old[start] === current[start]) start++;
  let same = 0;
  while (
    same < old.length - start &&
    same < current.length - start &&
    old.at(-1 - same) === current.at(-1 - same)
  )
    same++;
  const context = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
  return [
    ...context(old.slice(Math.max(0, start - 3), start)),
    ...old.slice(start, old.length - same).map((line) => `- ${line}`),
    ...current.slice(start, current.length - same).map((line) => `+ ${line}`),
    ...context(old.slice(old.length - same, old.length - same + 3)),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
