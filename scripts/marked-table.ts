/** Returns the page with a table between the markers `first` and `last`, or null if a marker is missing. */
export function withTable(page: string, table: string, first: string, last: string): string | null {
  const begin = page.indexOf(first);
  const end = page.indexOf(last, begin);
  return begin < 0 || end < 0
    ? null
    : `${page.slice(0, begin + first.length)}\n${table}${page.slice(end)}`;
}
