/** The lines that two texts differ in, with three lines around them, as `diff -u` shows them for one change. */
export function difference(before: string, after: string): string {
  const old = linesOf(before);
  const fresh = linesOf(after);
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++;
  let behind = 0;
  while (
    behind < old.length - start &&
    behind < fresh.length - start &&
    old.at(-1 - behind) === fresh.at(-1 - behind)
  )
    behind++;
  const around = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
  return [
    ...around(old.slice(Math.max(0, start - 3), start)),
    ...old.slice(start, old.length - behind).map((line) => `- ${line}`),
    ...fresh.slice(start, fresh.length - behind).map((line) => `+ ${line}`),
    ...around(old.slice(old.length - behind, old.length - behind + 3)),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
