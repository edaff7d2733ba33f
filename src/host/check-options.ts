import { InputError } from "../core/index.js";

/**
 * Checks that options are an object.
 * @throws InputError if they are not, because they would be ignored
 */
export function checkOptions(options: unknown): void {
  if (typeof options === "object" && options !== null && !Array.isArray(options)) return;
  const given = Array.isArray(options) ? "a list" : String(options);
  throw new InputError("options", `options has to be an object, not ${given}`);
}
