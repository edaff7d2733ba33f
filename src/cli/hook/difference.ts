/** Returns the lines that two texts differ in, with three lines around them, as `diff -u` shows them for one change. */
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
  const around = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
  return [
    ...around(old.slice(Math.max(0, start - 3), start)),
    ...old.slice(start, old.length - same).map((line) => `- ${line}`),
    ...current.slice(start, current.length - same).map((line) => `+ ${line}`),
    ...around(old.slice(old.length - same, old.length - same + 3)),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
