import { wordsIn } from "./scan.js";

/** The rows of a table, a file of data: the compiler refuses one with a field that no row has. */
export type Rows<Table, Row> = {
  readonly [Name in keyof Table]: Row & {
    readonly [Field in Exclude<keyof Table[Name], keyof Row>]: never;
  };
};

/** Names separated by blanks, in lines where they are many. */
export type Names = string | readonly string[];

/** The names of a list. */
export function namesIn(names: Names = ""): string[] {
  return wordsIn([names].flat().join(" "));
}

/** The row that another names. */
export function rowNamed<Row>(name: string, rows: Readonly<Record<string, Row>>): Row {
  const row = rows[name];
  if (row === undefined) throw new Error(`no row of the table is ${name}`);
  return row;
}
