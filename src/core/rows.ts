import { wordsIn } from "./scan.js";

/** The rows of a table in a data file: a type error for a field that no row has. */
export type Rows<Table, Row> = {
  readonly [Name in keyof Table]: Row & {
    readonly [Field in Exclude<keyof Table[Name], keyof Row>]: never;
  };
};

/** Names separated by blanks, on several lines if there are many. */
export type Names = string | readonly string[];

/** Returns the names in a list. */
export function namesIn(names: Names = ""): string[] {
  return wordsIn([names].flat().join(" "));
}

/** Returns the row with a name. */
export function rowNamed<Row>(name: string, rows: Readonly<Record<string, Row>>): Row {
  const row = rows[name];
  if (row === undefined) throw new Error(`no row of the table is ${name}`);
  return row;
}
