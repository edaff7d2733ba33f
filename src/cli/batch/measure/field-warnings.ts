import { namedFields } from "../record/named-fields.js";
import type { Settings } from "../settings.js";
import { labelled, type Tally } from "./tally.js";

/** A message about a field that an option names. */
export interface FieldWarning {
  readonly message: string;
  /** Whether the exit status is that of an error. */
  readonly isError: boolean;
}

/** Returns an error for each field that an option names and no record has, and a warning if no label has a positive value. */
export function fieldWarnings(
  settings: Pick<Settings, "idField" | "labelField" | "columns">,
  all: Tally,
): FieldWarning[] {
  const hasRecords = all.records > 0;
  const missing = namedFields(settings)
    .filter(({ name }) => hasRecords && (all.fields[name] ?? 0) === 0)
    .map(({ name, option }) => ({
      message: `no record has ${JSON.stringify(name)} (${option}): correct the name, or omit the option`,
      isError: true,
    }));
  const { labelField } = settings;
  if (labelField === undefined || labelled(all) === 0 || all.tp + all.fn > 0) return missing;
  const values = Object.entries(all.values)
    .sort(([, a], [, b]) => b - a)
    .map(([value, count]) => `${JSON.stringify(value)} (${count})`)
    .join(", ");
  const message = `no record had a positive label: ${JSON.stringify(labelField)} was ${values}; --positive VALUE names the positive value`;
  return [...missing, { message, isError: false }];
}
