import type { Environment } from "./environment.js";
import type { CodeText } from "./stream.js";
import { outerName } from "./word-code.js";

/** Binds the fetched values that were expanded into code for another shell, so that their use is followed there. */
export function bindExpanded({ source }: CodeText, from: Environment, env: Environment): void {
  for (const [, name = ""] of source.text.matchAll(/\$\{__outer_(\w+|[@*])\}/g)) {
    const value = from.get(name);
    if (value !== null) env.set(outerName(name), { ...value, exported: true });
  }
}
