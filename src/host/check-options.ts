import { InputError } from "../core/index.js";

/** @throws InputError if the options are not an object, because they would be ignored */
export function checkOptions(options: unknown): void {
  if (typeof options === "object" && options !== null && !Array.isArray(options)) return;
  const given = Array.isArray(options) ? "a list" : String(options);
  throw new InputError("options", `options has to be an object, not ${given}`);
}
