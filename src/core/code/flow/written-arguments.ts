import { listed, roleOf } from "../../query/role.js";
import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { callRole } from "./execute.js";
import { writeToPipe } from "./pipe-ends.js";
import type { Value } from "./value.js";

/** Assigns the result of a call to the arguments that its pattern names as outputs: `exec($command, $output)`. */
export function writeInto(engine: Evaluator, call: Call, result: Value): void {
  const role = callRole(call, "flow.into");
  // the items of a process are the words of its command, not its output
  const value = result.taint?.command === undefined ? result : { ...result, items: null };
  for (const at of role === null ? [] : listed(role, "argument")) {
    const given = call.positional[Number(at)]?.value;
    if (given !== undefined && value.taint !== null) writeToPipe(engine, call, given, value);
    engine.bindings.assignArgument(call.expr.args[Number(at)], value);
  }
}

/** Assigns fetched content to the variable that receives it by an option of the request: `sink = ltn12.sink.table(chunks)`. */
export function receive(engine: Evaluator, { expr: { args } }: Call, value: Value): void {
  for (const { value: given } of args) {
    if (given.kind !== "record") continue;
    for (const { value: property } of given.entries) {
      if (property.kind !== "call") continue;
      const { callee } = property;
      const roles = engine.roles.of(engine.evaluate(callee).api, callee);
      if (roleOf(roles, "flow.receiver") !== null)
        engine.bindings.assignArgument(property.args[0], value);
    }
  }
}
