import type { Call } from "./call-value.js";
import { recordCut } from "./cut-values.js";
import type { Engine } from "./engine.js";
import { commandLines } from "./texts.js";
import type { Item } from "./value.js";

/** Calls that expect, print or keep what they are given: a list is data there. */
const KEEPS =
  /^(?:assert|expect|should|to[A-Z]|deep|strict|equal|eq$|is[A-Z]|match|called|contain|include|log|print|debug|info|warn|error|describe|it$|test|want|add|append|push|put|set|insert|of$|as[A-Z]|copy|freeze|dump|format|str$|repr|len$|join)/i;

/** A list of words in a text, as far as its signs tell: `"-c",`. */
export const LISTS_CODE = /["'`]-[a-z]*c["'`]\s*,/;

/**
 * `new Exec("x", ["bash", "-c", "…"])`: a list that names a program, its option for code and the code, handed to a call that
 * nothing is known of.
 */
function isCommandList(name: string, items: readonly Item[] | null): items is readonly Item[] {
  if (items === null || items.length < 3 || KEEPS.test(name)) return false;
  const [program, option] = items.map((item) => item.value.texts[0]?.source.text ?? "");
  return /^[\w./-]+$/.test(program ?? "") && /^-[a-z]*c$/.test(option ?? "");
}

/** A list of a shell's words that is handed to a call is run, whatever the call is. */
export function runLists(engine: Engine, call: Call): void {
  if (call.callee.api !== null && engine.roles.isRedefined(call.callee.api)) return;
  const name = call.method === "" ? (call.callee.api?.path.split(".").at(-1) ?? "") : call.method;
  for (const { value } of [...call.positional, ...call.named.values()]) {
    if (!isCommandList(name, value.items)) continue;
    recordCut(engine, call.expr, [value]);
    for (const code of commandLines(engine, value.items))
      engine.report.inject("shell", code, call.expr, `"${name}"`, []);
  }
}
