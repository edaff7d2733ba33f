import { SourceBuilder } from "../../source.js";
import { type Role, roleOf } from "../../query/role.js";
import type { CommandExpr, Expr, Place } from "../ir.js";
import type { Words } from "./command-words.js";
import { recordCut } from "./cut-values.js";
import type { Evaluator } from "./evaluator.js";
import { strongest, UNKNOWN, type Value } from "./value.js";

/** A command with what is in it evaluated. */
export interface Command {
  /** Null for a program that a call starts. */
  readonly expr: CommandExpr | null;
  /** Where the command begins, its call operator included. */
  readonly start: number;
  readonly end: number;
  /** Where the name stands. */
  readonly head: Place;
  readonly words: Words;
  readonly input: Value | null;
  /** Where a span begins that takes what the pipe brings. */
  readonly from: number;
  /** Where the program stands that the command starts; left out where it is the command itself. */
  readonly program?: number;
}

export const FETCHES = "it fetches remote content";

/** A word without quotes. */
export function isBare(expr: Expr): boolean {
  return (
    expr.kind === "text" && expr.open.start === expr.open.end && expr.close.start === expr.close.end
  );
}

/** Runs with what a pipe brings, under the name by which a block takes it. */
export function withInput<T>(engine: Evaluator, input: Value | null, execute: () => T): T {
  return engine.within(new Set(["$_"]), () => {
    engine.state.set(
      engine.bindings.keyOf("$_"),
      input === null ? UNKNOWN : engine.elementOf(input),
    );
    return execute();
  });
}

/** The role that a command's name has wherever it stands, or in this place. */
export function roleAt(
  engine: Evaluator,
  capture: string,
  name: string,
  place?: Place,
): Role | null {
  const here = place === undefined ? [] : engine.roles.at(place);
  return roleOf(here, capture) ?? engine.roles.ofName(capture, name);
}

/** Where a span over what executes and its operand ends: an index is no part of it, where a variable brings in what is executed. */
export function endOf(operand: Expr, { taint }: Value): number {
  let of = operand;
  while (of.kind === "index" && taint !== null && taint.start === of.start) of = of.object;
  return of.end;
}

/** Whatever is executed: what was fetched or decoded is a finding, a text that is known is read itself. */
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
    // code that stands elsewhere is executed here
    const [from, to] = text.origin(0, text.text.length);
    const isHere = first <= from && to <= last;
    const code = isHere ? text : new SourceBuilder(source).put(text.text, start, end).build();
    report.inject("powershell", code, sink, "it", [role]);
  }
}
