import { SourceBuilder } from "../../source.js";
import { type Role, roleOf } from "../../query/role.js";
import type { CommandExpr, Expr, Place } from "../ir.js";
import type { Words } from "./command-words.js";
import { recordCut } from "./truncated-values.js";
import type { Evaluator } from "./evaluator.js";
import { strongest, UNKNOWN, type Value } from "./value.js";

/** An evaluated command. */
export interface Command {
  /** Null for a program that a method call starts. */
  readonly expr: CommandExpr | null;
  /** The offset of the command, including its call operator. */
  readonly start: number;
  readonly end: number;
  /** The range of the name. */
  readonly head: Place;
  readonly words: Words;
  /** The input from the pipe; null if there is none. */
  readonly input: Value | null;
  /** The offset at which a span that includes the input begins. */
  readonly from: number;
  /** The offset of the program that the command starts; absent if it is the command itself. */
  readonly program?: number;
}

/** Returns the message of the trace step for a fetching command, with its name if that is what is written at `place`. */
export function fetchMessage({ source }: Evaluator, { start, end }: Place): string {
  const name = source.text.slice(start, end);
  return `${/^[\w.-]+$/.test(name) ? name : "it"} fetches remote content`;
}

/** Whether an expression is a word without quotes. */
export function isBare(expr: Expr): boolean {
  return (
    expr.kind === "text" && expr.open.start === expr.open.end && expr.close.start === expr.close.end
  );
}

/** Calls `execute` with the input of a pipe as the value of `$_`. */
export function withInput<T>(engine: Evaluator, input: Value | null, execute: () => T): T {
  return engine.within(new Set(["$_"]), () => {
    engine.state.set(
      engine.bindings.keyOf("$_"),
      input === null ? UNKNOWN : engine.elementOf(input),
    );
    return execute();
  });
}

/** Returns the role of a command: that captured at `place`, if it is given, or else that of its name. */
export function roleAt(
  engine: Evaluator,
  capture: string,
  name: string,
  place?: Place,
): Role | null {
  const here = place === undefined ? [] : engine.roles.at(place);
  return roleOf(here, capture) ?? engine.roles.ofName(capture, name);
}

/** Returns the end of a span over an executing command and its operand. An index after the variable with the code is not included. */
export function endOf(operand: Expr, { taint }: Value): number {
  let of = operand;
  while (of.kind === "index" && taint !== null && taint.start === of.start) of = of.object;
  return of.end;
}

/** Handles an executed value: a fetched or decoded one is a finding, a known string is analyzed as code. */
export function executed(
  engine: Evaluator,
  value: Value,
  sink: Place,
  { role, end }: { readonly role: Role | null; readonly end: number },
): void {
  const { report, source } = engine;
  const items = value.items?.map((item) => item.value) ?? [];
  const taint = value.taint ?? strongest(items.map((item) => item.taint));
  const { start } = sink;
  recordCut(engine, sink, [value]);
  if (taint !== null) {
    if (taint.origin !== "command") report.executeAt({ start, end }, sink, taint, role);
    return;
  }
  const [first, last] = report.span({ start, end });
  for (const { source: text } of value.texts) {
    // code that is written elsewhere gets the range of this command
    const [from, to] = text.origin(0, text.text.length);
    const isHere = first <= from && to <= last;
    const code = isHere ? text : new SourceBuilder(source).replace(text.text, start, end).build();
    report.inject("powershell", code, sink, "it", [role]);
  }
}
