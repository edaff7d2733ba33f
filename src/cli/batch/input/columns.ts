import { columnOf } from "../record/fields.js";
import { namedFields } from "../record/named-fields.js";
import type { Settings } from "../settings.js";

/** Columns that may contain texts if --text-field does not name one. */
const TEXT_COLUMNS = ["text", "mapping", "conversations", "messages"];

/** Returns an error message if a table lacks the text column, or a column that an option names; otherwise null. */
export function missingColumn(columns: readonly string[], settings: Settings): string | null {
  const has = (name: string) => columns.includes(name) || columns.includes(columnOf(name));
  const { textField } = settings;
  const found = textField === undefined ? TEXT_COLUMNS.some(has) : has(textField);
  const missing = namedFields(settings).find(({ name }) => !has(name));
  if (found && missing === undefined) return null;
  const shown = columns
    .slice(0, 12)
    .map((name) => JSON.stringify(name))
    .join(", ");
  const [name, advice] = !found
    ? [textField ?? "text", textField === undefined ? " (--text-field names another)" : ""]
    : [missing?.name, ` (${missing?.option})`];
  return `has no column ${JSON.stringify(name)}${advice}; its columns: ${shown}${columns.length > 12 ? ", …" : ""}`;
}

/** Returns the columns of a table that a run needs; the others are not read. */
export function neededColumns(
  columns: readonly string[],
  { textField, idField, labelField, columns: copied, role }: Settings,
): string[] {
  if (copied.includes("*")) return [...columns];
  const wanted = [
    textField ?? TEXT_COLUMNS,
    idField ?? ["id", "conversation_id"],
    labelField ?? "labels",
    "spans",
    copied,
    role === undefined ? [] : "role",
  ].flat();
  const names = new Set(wanted.flatMap((path) => [path, columnOf(path)]));
  return columns.filter((column) => names.has(column));
}
