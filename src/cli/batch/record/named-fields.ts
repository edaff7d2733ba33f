import type { Settings } from "../settings.js";

/** A field that an option other than `--text-field` names. */
export interface NamedField {
  readonly name: string;
  readonly option: string;
}

/** Returns the fields that options name, so that a name that no record has can be reported. */
export function namedFields({
  idField,
  labelField,
  columns,
}: Pick<Settings, "idField" | "labelField" | "columns">): NamedField[] {
  return [
    ...(idField === undefined ? [] : [{ name: idField, option: "--id-field" }]),
    ...(labelField === undefined ? [] : [{ name: labelField, option: "--label-field" }]),
    ...columns.filter((name) => name !== "*").map((name) => ({ name, option: "--columns" })),
  ];
}
