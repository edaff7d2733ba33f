import type { Parameter } from "../ir.js";
import { functionName } from "../powershell/names.js";
import type { Command } from "./command.js";
import { optionName } from "./command-words.js";
import { followedObject } from "./decoding-calls.js";
import type { Evaluator } from "./evaluator.js";
import { apiAt, UNKNOWN, type Item, type Value } from "./value.js";

/** Returns the value of a parameter without a known argument: an object of its type if that is a class of a module. */
export function ofType(engine: Evaluator, { type }: Parameter): Value {
  const { api, closure } = type === undefined ? UNKNOWN : engine.evaluate(type);
  if (type === undefined || closure !== null || api?.path.includes(".") !== true) return UNKNOWN;
  return { ...UNKNOWN, api: apiAt(type, `${api.path}()`, `${api.written}()`) };
}

/** Returns the class that `New-Object Name(…)` instantiates, and the arguments of its constructor. */
function partsOfNew({ words }: Command): { readonly type: string; readonly args: readonly Item[] } {
  const [type, ...given] = words.filter((word) => optionName(word) === null);
  return { type: type?.text ?? "", args: given.flatMap(({ item }) => item.value.items ?? [item]) };
}

/** Returns the object that `New-Object Name(…)` creates from a class that the program defines; null for any other class. */
export function madeOf(engine: Evaluator, command: Command): Value | null {
  const { type, args } = partsOfNew(command);
  const closure =
    engine.state.get(engine.bindings.keyOf(functionName(`[${type}]`)))?.closure ?? null;
  return closure?.code.kind === "class" ? engine.functions.invoke(closure, args) : null;
}

/** Returns the object that `New-Object` creates. Its name is `new` and the class. */
export function constructed(engine: Evaluator, command: Command, value: Value): Value {
  const { type, args } = partsOfNew(command);
  const { start, end } = command;
  const path = `new ${type.toLowerCase().replace(/^system\./, "")}`;
  return {
    ...followedObject(engine, path, args, value),
    object: `new${start}`,
    api: { path, written: path, start, end },
  };
}
