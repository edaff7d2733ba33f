import type { Source } from "../../source.js";
import type { Place } from "../ir.js";
import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { lastName, runFed } from "./processes.js";
import { itemOf, tainted, UNKNOWN, type Value } from "./value.js";

/** The prefix of the identity that both ends of a pipe share. */
const PIPE = "pipe of ";
/** The property of a pipe for the content that was written into it. */
const CONTENT = "(content)";
/** The property of a pipe for the process that reads from it. */
const READER = "(reader)";

/** Returns the two ends of a new pipe as a list of values with the same identity: `reader, writer := io.Pipe()`. */
export function pipeEnds(engine: Evaluator, { expr }: Call): Value {
  const end: Value = { ...UNKNOWN, object: `${PIPE}${String(expr.start)}` };
  return engine.list([itemOf(end, expr), itemOf(end, expr)]);
}

/** Returns the content of the pipe of which a value is an end; null for any other value, and for an empty pipe. */
export function contentOfPipe({ state }: Evaluator, { object, taint }: Value): Value | null {
  if (object === null || taint !== null || !object.startsWith(PIPE)) return null;
  return state.get(`${object}.${CONTENT}`) ?? null;
}

/** Records the content that is written into a pipe, `io.Copy(writer, body)`, and handles it if an interpreter reads the pipe. */
export function writeToPipe(engine: Evaluator, call: Call, { object }: Value, given: Value): void {
  if (object === null || !object.startsWith(PIPE)) return;
  engine.state.set(`${object}.${CONTENT}`, given);
  const reader = engine.state.get(`${object}.${READER}`)?.taint;
  if (reader?.command !== undefined)
    runFed(engine, lastName(call), reader.command, given, reader.role);
}

/** Records the process that reads from a pipe: `cmd.Stdin = reader`. */
export function readByProcess(
  { state }: Evaluator,
  place: Place,
  { object }: Value,
  command: Source,
): void {
  if (object?.startsWith(PIPE) === true)
    state.set(
      `${object}.${READER}`,
      tainted(place, { origin: "command", role: null, steps: [], command }),
    );
}
