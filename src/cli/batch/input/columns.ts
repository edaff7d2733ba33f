import { columnOf } from "../record/fields.js";
import type { Settings } from "../settings.js";

const TEXTS = ["text", "mapping", "conversations", "messages"];

/** What is wrong with a table that has no column for the texts; null where it has one. */
export function missingColumn(columns: readonly string[], { textField }: Settings): string | null {
  const has = (name: string) => columns.includes(name);
  const found =
    textField === undefined ? TEXTS.some(has) : has(textField) || has(columnOf(textField));
  if (found) return null;
  const shown = columns
    .slice(0, 12)
    .map((name) => JSON.stringify(name))
    .join(", ");
  const advice = textField === undefined ? " (--text-field names another)" : "";
  return `has no column ${JSON.stringify(textField ?? "text")}${advice}; its columns: ${shown}${columns.length > 12 ? ", …" : ""}`;
}

/** The columns of a table that a run needs, so that the others need not be read. */
export function neededColumns(
  columns: readonly string[],
  { textField, idField, labelField, columns: passed, role }: Settings,
): string[] {
  if (passed.includes("*")) return [...columns];
  const wanted = [
    textField ?? TEXTS,
    idField ?? ["id", "conversation_id"],
    labelField ?? "labels",
    "spans",
    passed,
    role === undefined ? [] : "role",
  ].flat();
  const names = new Set(wanted.flatMap((path) => [path, columnOf(path)]));
  return columns.filter((column) => names.has(column));
}
