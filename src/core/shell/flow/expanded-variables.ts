import type { Environment } from "./environment.js";
import type { CodeText } from "./stream.js";
import { outerName } from "./word-code.js";

/** Copies the values of variables that a shell expanded in the code for another shell to the environment of that shell. */
export function bindExpanded({ source }: CodeText, from: Environment, env: Environment): void {
  for (const [, name = ""] of source.text.matchAll(/\$\{__outer_(\w+|[@*])\}/g)) {
    const value = from.get(name);
    if (value !== null) env.set(outerName(name), { ...value, exported: true });
  }
}
