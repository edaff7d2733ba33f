import { openLiteral } from "../../decode/open-literal.js";
import { toText } from "../../decode/bytes.js";
import type { Evaluator } from "./evaluator.js";
import { literalOf } from "./literals.js";
import type { Value } from "./value.js";

/**
 * Returns the name that a decoded value contains, as in `globalThis[atob("ZXZhbA==")]` and `$f = strrev("edoced_46esab")`;
 * undefined for any other value.
 */
export function decodedName(engine: Evaluator, value: Value): string | undefined {
  const { spansCalls, language } = engine.traits;
  if ((!spansCalls && language === null) || value.taint?.origin !== "decoded") return undefined;
  const literal = literalOf(engine, value);
  if (literal === null || literal.length > MAX_LENGTH) return undefined;
  engine.spend(literal.length);
  const opened = openLiteral(literal);
  const name = "bytes" in opened ? toText(opened.bytes) : "";
  const isName = spansCalls ? /^[A-Za-z][\w-]*$/ : /^[A-Za-z_$][\w$]*$/;
  return isName.test(name) ? name : undefined;
}

/** Maximum number of characters of an encoded name. */
const MAX_LENGTH = 1000;
