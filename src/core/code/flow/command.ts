import { SourceBuilder } from "../../source.js";
import { type Role, roleOf } from "../../query/role.js";
import type { CommandExpr, Expr, Place } from "../ir.js";
import type { Words } from "./command-words.js";
import { recordCut } from "./truncated-values.js";
import type { Evaluator } from "./evaluator.js";
import { strongest, UNKNOWN, type Value } from "./value.js";

/** A command with its parts evaluated. */
export interface Command {
  /** Null for a program that a call starts. */
  readonly expr: CommandExpr | null;
  /** Where the command begins, including its call operator. */
  readonly start: number;
  readonly end: number;
  /** The range of the name. */
  readonly head: Place;
  readonly words: Words;
  readonly input: Value | null;
  /** Where a span that includes the pipe's input begins. */
  readonly from: number;
  /** The offset of the program that the command starts; absent if it is the command itself. */
  readonly program?: number;
}

export const FETCHES = "it fetches remote content";

/** Whether an expression is a word without quotes. */
export function isBare(expr: Expr): boolean {
  return (
    expr.kind === "text" && expr.open.start === expr.open.end && expr.close.start === expr.close.end
  );
}

/** Runs a function with the input of a pipe as the value of `$_`. */
export function withInput<T>(engine: Evaluator, input: Value | null, execute: () => T): T {
  return engine.within(new Set(["$_"]), () => {
    engine.state.set(
      engine.bindings.keyOf("$_"),
      input === null ? UNKNOWN : engine.elementOf(input),
    );
    return execute();
  });
}

/** Returns the role of a command's name, in any position or in this one. */
export function roleAt(
  engine: Evaluator,
  capture: string,
  name: string,
  place?: Place,
): Role | null {
  const here = place === undefined ? [] : engine.roles.at(place);
  return roleOf(here, capture) ?? engine.roles.ofName(capture, name);
}

/** Returns where a span over an executing command and its operand ends: without an index, if a variable contains the executed code. */
export function endOf(operand: Expr, { taint }: Value): number {
  let of = operand;
  while (of.kind === "index" && taint !== null && taint.start === of.start) of = of.object;
  return of.end;
}

/** Handles executed values: a fetched or decoded value is a finding, a known text is read as code. */
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
    // code from elsewhere is executed here
    const [from, to] = text.origin(0, text.text.length);
    const isHere = first <= from && to <= last;
    const code = isHere ? text : new SourceBuilder(source).replace(text.text, start, end).build();
    report.inject("powershell", code, sink, "it", [role]);
  }
}
