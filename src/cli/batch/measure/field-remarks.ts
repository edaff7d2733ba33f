import { namedFields } from "../record/named-fields.js";
import type { Settings } from "../settings.js";
import { labelled, type Tally } from "./tally.js";

export interface FieldRemark {
  readonly remark: string;
  /** Whether a request could not be fulfilled. */
  readonly wrong: boolean;
}

/** Remarks on fields that options name but no record has, and on labels without a positive one. */
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
