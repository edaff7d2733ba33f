import type { Environment } from "./environment.js";
import type { CodeText } from "./stream.js";
import { outerName } from "./word-code.js";

/** Defines a variable for each fetched value that was expanded into code for another shell, so that the other shell has it. */
export function bindExpanded({ source }: CodeText, from: Environment, env: Environment): void {
  for (const [, name = ""] of source.text.matchAll(/\$\{__outer_(\w+|[@*])\}/g)) {
    const value = from.get(name);
    if (value !== null) env.set(outerName(name), { ...value, exported: true });
  }
}
