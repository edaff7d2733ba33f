/** The tables between two markers of a page: a run on some data sets keeps the tables of the others. */
export class KeptTables {
  private readonly tables: string;

  constructor(page: string, [first, last]: readonly [string, string]) {
    const begin = page.indexOf(first);
    const end = page.indexOf(last, begin);
    this.tables = begin < 0 || end < 0 ? "" : page.slice(begin + first.length, end);
  }

  /** Returns the section of a data set, from its heading to its last line; null if the page has none. */
  section(name: string): string | null {
    const heading = `\n### ${name}\n`;
    const begin = this.tables.indexOf(heading);
    if (begin < 0) return null;
    const next = this.tables.indexOf("\n### ", begin + heading.length);
    return this.tables.slice(begin + 1, next < 0 ? undefined : next);
  }

  /** Returns the rows of a data set with their line breaks, or an empty string if there are none. */
  rows(name: string): string {
    return this.tables
      .split("\n")
      .filter((line) => line.startsWith(`| ${name} |`))
      .map((line) => `${line}\n`)
      .join("");
  }
}
