import type { Argument, Expr, IndexExpr, MemberExpr, NameExpr, Place, Target } from "../ir.js";
import { roleOf } from "../../query/role.js";
import type { NamedValues } from "./evaluator.js";
import { assignHandler } from "./event-handlers.js";
import { withLiteral } from "./literals.js";
import { numberOf, StoredValues } from "./stored-values.js";
import { isRecord } from "./instances.js";
import { itemAt, joinValues } from "./join-values.js";
import {
  combine,
  itemOf,
  MAX_ITEMS,
  strongest,
  UNKNOWN,
  type Item,
  type Taint,
  type Value,
} from "./value.js";

/** Maximum number of items of a list after an assignment beyond its end. */
const MAX_ASSIGNED = 64;

/** Reads and writes the values of names, properties and items. */
export class Bindings extends StoredValues implements NamedValues {
  /** Assigns a value to a target. The start of the assignment at `place` identifies the value if it is a new object. */
  assign(target: Target, value: Value, place: Place): void {
    switch (target.kind) {
      case "name": {
        if (target.computed !== undefined) {
          const named = this.namedBy(target, target.computed);
          if (named !== null) this.assign(named, value, place);
          return;
        }
        const key = this.keyOf(target.name);
        this.engine.state.set(
          key,
          value.object === null ? { ...value, object: `${key}@${place.start}` } : value,
        );
        return;
      }
      case "member":
        return this.assignMember(this.engine.evaluate(target.object), target, value);
      case "index": {
        const object = this.engine.evaluate(target.object);
        const key = target.index === null ? UNKNOWN : this.engine.evaluate(target.index);
        // an empty list may be a table: PHP's `[]`
        const isTable = object.items === null || object.items.length === 0;
        const name = isTable ? key.texts[0]?.source.text : undefined;
        // `parameters["CommandLine"] = "…"`
        if (name !== undefined && object.object !== null && value.taint === null)
          this.setProperty(object.object, name, value);
        if (this.replaceItem(target, object, value)) return;
        if (value.taint !== null) this.taintContainer(target.object, object, value, place);
        return;
      }
      case "items":
        // `out, err := command.Output()`: the items of a process are the words of its command, not its results
        target.items.forEach((item, at) => {
          const stored = value.taint?.origin === "command" ? undefined : itemAt(value, at);
          const isFile = at === 0 && this.engine.files.isOpen(value);
          if (item !== null)
            this.assign(item, stored ?? (isFile ? value : combine([value])), place);
        });
        return;
      case "fields":
        for (const field of target.fields) this.assignField(field, value, place);
    }
  }

  /** Assigns a value to the name, property or item that is passed as an argument; does nothing for any other argument. */
  assignArgument(argument: Argument | undefined, value: Value): void {
    const target = argument?.value;
    if (target?.kind === "name" || target?.kind === "member" || target?.kind === "index")
      this.assign(target, value, target);
  }

  private assignField(
    field: { key: string | null; target: Target; fallback: Expr | null },
    value: Value,
    place: Place,
  ): void {
    const fallback = field.fallback ? this.engine.evaluate(field.fallback) : null;
    const at = field.target.kind === "name" ? field.target : place;
    const stored =
      field.key !== null
        ? this.memberOf(value, field.key, at, at, at)
        : isRecord(value)
          ? value
          : combine([value]);
    this.assign(field.target, fallback ? joinValues([stored, fallback]) : stored, place);
  }

  /** Assigns a value to a property of an object, which is the value of `target.object`. */
  assignMember(object: Value, target: MemberExpr, value: Value): void {
    const shown = roleOf(this.engine.roles.ofProperty(target.property, target.at), "sink.property");
    if (
      shown !== null &&
      value.taint !== null &&
      object.api?.path.endsWith("createElement(script)") === true
    )
      this.engine.report.execute(target, withinValue(value.taint, target), shown, shown);
    const api =
      object.api && this.memberApi(object.api, target.property, target, target.at, target.object);
    const handler =
      value.closure === null ? null : roleOf(this.engine.roles.of(api, target), "source.handler");
    if (handler !== null) assignHandler(this.engine, handler, itemOf(value, target));
    if (object.api !== null && this.isGlobal(object.api))
      this.engine.state.set(`0:${target.property}`, value);
    else if (object.object !== null) {
      const owned = this.engine.functions.ownedBy(object.object, value);
      this.setProperty(object.object, target.property, owned);
    }
  }

  /** Replaces an item of a known list, `list[0] = value`. Returns false if the list or the index is unknown, or the index too large. */
  private replaceItem({ object: expr, index }: IndexExpr, list: Value, value: Value): boolean {
    const at = numberOf(index);
    const isBeyond = list.items !== null && at >= list.items.length;
    if (list.items === null || !Number.isInteger(at) || at < 0 || !isAssignable(expr)) return false;
    if (isBeyond && at >= MAX_ASSIGNED) return false;
    this.engine.spend(list.items.length >> 6);
    const place = index ?? expr;
    const length = Math.max(list.items.length, at + 1);
    const items = Array.from({ length }, (_, each) =>
      each === at
        ? {
            ...itemOf(value, place),
            ...(isBeyond ? {} : list.items?.[at]),
            value,
            start: place.start,
            end: place.end,
          }
        : (list.items?.[each] ?? itemOf(UNKNOWN, place)),
    );
    this.assign(
      expr,
      {
        ...list,
        items,
        others: [],
        constant: null,
        taint: strongest(items.map((item) => item.value.taint)),
      },
      expr,
    );
    return true;
  }

  /** Records that a container now contains a tainted value. */
  taintContainer(expr: Expr, container: Value, value: Value, place: Place): void {
    if (!isAssignable(expr)) return;
    const items = container.items ? [...container.items, itemOf(value, place)] : null;
    const taint = strongest([container.taint, value.taint]);
    // a changed buffer contains something else than what was decoded
    this.assign(
      expr,
      withLiteral({ ...container, items, others: [], constant: null, taint }, null),
      place,
    );
  }

  /**
   * Inserts items into a list before the index `at`, assigns the new list to `expr`, and returns it. A list that would be longer than
   * {@link MAX_ITEMS} is marked as cut instead. Returns any other value unchanged.
   */
  addItems(expr: Expr, container: Value, items: readonly Item[], at = Infinity): Value {
    if (container.items === null) return container;
    const taint = strongest([container.taint, ...items.map((item) => item.value.taint)]);
    const isFull = container.items.length + items.length > MAX_ITEMS;
    if (isFull && container.cut === true && taint === container.taint) return container;
    this.engine.spend(container.items.length >> 6);
    const all = isFull
      ? container.items
      : [...container.items.slice(0, at), ...items, ...container.items.slice(at)];
    const value = { ...container, items: all, others: [], constant: null, taint };
    const changed: Value = isFull ? { ...value, cut: true } : value;
    if (isAssignable(expr)) this.assign(expr, changed, expr);
    return changed;
  }

  forget(target: Target): void {
    this.assign(target, UNKNOWN, { start: 0, end: 0 });
  }
}

/** Whether a changed value can be assigned to an expression: a name or a property. */
function isAssignable(expr: Expr): expr is NameExpr | MemberExpr {
  return expr.kind === "name" || expr.kind === "member";
}

/** Moves a taint to its source if the source is in the assigned expression, as in `script.text = await fetch(u).then((r) => r.text())`. */
function withinValue(taint: Taint, { start }: Place): Taint {
  const { source } = taint;
  const isWithin = start <= source.start && source.end <= taint.end;
  return isWithin ? { ...taint, start: source.start, end: source.end } : taint;
}
