import { namedFields } from "../record/named-fields.js";
import type { Settings } from "../settings.js";
import { labelled, type Tally } from "./tally.js";

export interface FieldRemark {
  readonly remark: string;
  /** Whether the remark is an error, which affects the exit status. */
  readonly wrong: boolean;
}

/** Returns remarks on fields that options name but no record has, and on label values of which none is positive. */
export function fieldRemarks(
  settings: Pick<Settings, "idField" | "labelField" | "columns">,
  all: Tally,
): FieldRemark[] {
  const read = all.records > 0;
  const missing = namedFields(settings)
    .filter(({ name }) => read && (all.fields[name] ?? 0) === 0)
    .map(({ name, option }) => ({
      remark: `no record has ${JSON.stringify(name)} (${option}): correct the name, or omit the option`,
      wrong: true,
    }));
  const { labelField } = settings;
  if (labelField === undefined || labelled(all) === 0 || all.tp + all.fn > 0) return missing;
  const values = Object.entries(all.values)
    .sort(([, a], [, b]) => b - a)
    .map(([value, count]) => `${JSON.stringify(value)} (${count})`)
    .join(", ");
  const remark = `no record had a positive label: ${JSON.stringify(labelField)} was ${values}; --positive VALUE names the positive value`;
  return [...missing, { remark, wrong: false }];
}
