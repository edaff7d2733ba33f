import { constantText } from "../../payload/open-payload.js";
import type { Place } from "../ir.js";
import type { Evaluator } from "./evaluator.js";
import type { Value } from "./value.js";

/**
 * Returns the name that a decoded value contains, as in `globalThis[atob("ZXZhbA==")]` and `$f = strrev("edoced_46esab")`;
 * undefined for any other value.
 */
export function decodedName(engine: Evaluator, { taint }: Value, place: Place): string | undefined {
  const { spansCalls } = engine.traits;
  const language = spansCalls ? "powershell" : engine.traits.language;
  if (language === null || taint?.origin !== "decoded") return undefined;
  // the values of variables in the call are searched for in the text before it
  engine.spend(place.end - place.start + (place.start >> 9));
  const name =
    constantText(engine.source.text, place, language) ??
    (taint.call === undefined
      ? null
      : constantText(taint.call, { start: 0, end: taint.call.length }, language));
  const isName = spansCalls ? /^[A-Za-z][\w-]*$/ : /^[A-Za-z_$][\w$]*$/;
  return name !== null && isName.test(name) ? name : undefined;
}
