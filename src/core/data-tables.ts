import { wordsIn } from "./scan.js";

/** The type of a table in a data file; a field that `Row` does not have is a type error. */
export type Rows<Table, Row> = {
  readonly [Name in keyof Table]: Row & {
    readonly [Field in Exclude<keyof Table[Name], keyof Row>]: never;
  };
};

/** Names separated by whitespace; several strings if there are many names. */
export type Names = string | readonly string[];

/** Returns the names in a list. */
export function namesIn(names: Names = ""): string[] {
  return wordsIn([names].flat().join(" "));
}

/** Returns the row with a name; throws if there is none. */
export function rowNamed<Row>(name: string, rows: Readonly<Record<string, Row>>): Row {
  const row = rows[name];
  if (row === undefined) throw new Error(`no row of the table is ${name}`);
  return row;
}
