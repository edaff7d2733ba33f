import type { Argument, Expr, IndexExpr, MemberExpr, NameExpr, Place, Target } from "../ir.js";
import { decodedName } from "./decoded-name.js";
import { decoded, fetchedAt, stdin } from "./decoding.js";
import { roleOf } from "../../query/role.js";
import type { Evaluator, NamedValues } from "./evaluator.js";
import { assignHandler } from "./handlers.js";
import {
  apiAt,
  carry,
  itemAt,
  itemOf,
  joinValues,
  MAX_ITEMS,
  strongest,
  UNKNOWN,
  usedAt,
  type Api,
  type Item,
  type Taint,
  type Value,
} from "./value.js";

/** Items are assigned to a list behind its end up to this many. */
const MAX_ASSIGNED = 64;

/** What names, properties and items hold: reading them and writing to them. */
export class Bindings implements NamedValues {
  constructor(private readonly engine: Evaluator) {}

  /** The first class that each class inherits from. */
  private readonly bases = new Map<string, string>();

  inherit(object: string, base: string): void {
    if (!this.bases.has(object)) this.bases.set(object, base);
  }

  baseOf(object: string): string | null {
    return this.bases.get(object) ?? null;
  }

  /** The properties of a record or object, by name; of a class, those it inherits too. */
  property(value: Value, name: string): Value | undefined {
    let object = value.object ?? undefined;
    for (let depth = 0; object !== undefined && depth <= this.bases.size; depth++) {
      if (depth > 0) this.engine.spend(1);
      const stored = this.engine.state.get(`${object}.${name}`);
      if (stored !== undefined) return stored;
      object = this.bases.get(object);
    }
    return undefined;
  }

  /** What reading a property gives: a getter is called. */
  private read(object: Value, name: string): Value | undefined {
    const stored = this.property(object, name);
    const code = stored?.closure?.code;
    return stored?.closure && code?.kind === "function" && code.getter
      ? (this.engine.functions.invoke(stored.closure, []) ?? UNKNOWN)
      : stored;
  }

  keyOf(name: string): string {
    return `${this.engine.scope.owner(name).id}:${name}`;
  }

  name(expr: NameExpr): Value {
    const key = this.keyOf(expr.name);
    const stored = this.engine.state.get(key) ?? this.outside(expr.name);
    if (stored === undefined) return { ...UNKNOWN, object: `of ${key}`, api: this.globalApi(expr) };
    const value = this.heldAt(stored, expr, expr.name, expr.name);
    const api = value.api ?? apiAt(expr, expr.name);
    return { ...value, api, object: value.object ?? `of ${key}` };
  }

  /** What a name holds in the scopes around, where a function that assigns it reads those before. */
  private outside(name: string): Value | undefined {
    if (this.engine.traits.scoping === "lexical") return undefined;
    for (let scope = this.engine.scope.parent; scope !== null; scope = scope.parent) {
      const stored = this.engine.state.get(`${scope.id}:${name}`);
      if (stored !== undefined) return stored;
    }
    return undefined;
  }

  /** A value that is brought in by what is at a place. */
  private heldAt(value: Value, place: Place, name: string, written: string): Value {
    return usedAt(
      value,
      place,
      name,
      value.taint && this.engine.report.step("carry", place, `"${written}" holds it`),
    );
  }

  /** A name nobody in the text binds is what the language, or `from m import *`, provides. */
  private globalApi(expr: NameExpr): Api {
    const path =
      this.engine.stars
        .map((module) => `${module}.${expr.name}`)
        .find((each) => this.knows(each)) ?? expr.name;
    return apiAt(expr, path, expr.name);
  }

  private knows(path: string): boolean {
    return ["source.decoder", "sink.execute", "inject.shell", "inject.process"].some((capture) =>
      this.engine.roles.has(capture, path),
    );
  }

  member(expr: MemberExpr): Value {
    const object = this.engine.evaluate(expr.object);
    return this.memberOf(object, expr.property, expr, expr.at, expr.object);
  }

  /** The property `name` of a value; `place` is the whole expression, `at` the name in it. */
  memberOf(
    object: Value,
    name: string,
    place: Place & { readonly bracketed?: boolean },
    at: Place,
    objectPlace: Place,
  ): Value {
    // `f.__globals__` holds names, whatever `f` is.
    const { roles } = this.engine;
    const table = roles.has("scope.table", name) ? apiAt(at, name) : null;
    const maker = roles.has("scope.constructor", name)
      ? constructorOf(object, at, name, objectPlace)
      : null;
    const api =
      table ?? maker ?? (object.api && this.memberApi(object.api, name, place, at, objectPlace));
    if (object.api !== null && this.isGlobal(object.api)) return this.globalMember(name, at, api);
    if (roleOf(roles.ofProperty(name, at), "flow.barrier.property") !== null)
      return { ...UNKNOWN, api };
    if (this.engine.options.stdinIsRemote && roleOf(roles.of(api, place), "source.stdin") !== null)
      return { ...stdin(place), api };
    const stored = this.read(object, name);
    const fetch =
      stored === undefined ? roleOf(roles.ofProperty(name, at), "source.fetch.property") : null;
    if (fetch !== null) return { ...fetchedAt(this.engine, place, fetch), api };
    if (stored === undefined)
      return {
        ...UNKNOWN,
        api,
        taint: object.taint && throughProperty(object.taint, place),
        object: object.object && `${object.object}.${name}`,
      };
    // A name's own brackets are no part of it: the variable's name ends the span.
    const end = place.bracketed === true ? objectPlace : place;
    const value = this.heldAt(
      stored,
      end,
      api?.written ?? name,
      this.engine.source.text.slice(end.start, end.end),
    );
    return {
      ...value,
      api: value.api ? { ...value.api, start: at.start } : api,
      object: value.object ?? (object.object && `${object.object}.${name}`),
    };
  }

  private memberApi(
    object: Api,
    name: string,
    place: Place & { readonly bracketed?: boolean },
    at: Place,
    objectPlace: Place,
  ): Api {
    const { roles } = this.engine;
    const global = this.isGlobal(object);
    const path = global ? name : `${object.path}.${name}`;
    // The leading token of `base64.b64decode` is the module's name; of `bytes.fromhex`, all of it.
    const module = roleOf(roles.of(object, objectPlace), "source.module") !== null;
    // of `CryptoJS.AES.decrypt`, too
    const inModule =
      !module &&
      roles.has("source.module", object.path.slice(0, Math.max(0, object.path.indexOf("."))));
    const end = module
      ? objectPlace.end
      : inModule
        ? object.end
        : place.bracketed === true
          ? at.end
          : place.end;
    const written =
      global && !roles.has("scope.table", object.path) ? name : `${object.written}.${name}`;
    return { path, written, start: at.start, end };
  }

  /** Whether an object holds the language's own names. */
  private isGlobal({ path }: Api): boolean {
    return this.engine.roles.has("scope.global", path);
  }

  /** `window.x`, `globals()["x"]`: a variable of the module. */
  private globalMember(name: string, at: Place, api: Api | null): Value {
    const stored = this.engine.state.get(`0:${name}`);
    if (stored === undefined) return { ...UNKNOWN, api, object: `of 0:${name}` };
    const value = usedAt(stored, at, name, null);
    return { ...value, api: value.api ?? api };
  }

  /** `object[index]`: a property where the index is a known string, else an item. */
  index({ object: objectExpr, index, start, end, reversed, from }: IndexExpr): Value {
    const object = this.engine.evaluate(objectExpr);
    if (from !== undefined)
      return object.items === null
        ? object
        : { ...object, items: object.items.slice(from), others: [] };
    const decoder =
      reversed === true && object.taint === null && object.texts.length > 0
        ? this.engine.roles.ofName("source.letters", "[::-1]")
        : null;
    if (decoder !== null) return decoded(this.engine, { start, end }, null, decoder);
    const key = index === null ? UNKNOWN : this.engine.evaluate(index);
    const isKnown = object.api === null || !this.isGlobal(object.api) || index === null;
    const text =
      key.texts[0]?.source.text ?? (isKnown ? undefined : decodedName(this.engine, key, index));
    const name = this.engine.traits.foldsCase ? text?.toLowerCase() : text;
    if (name !== undefined && index !== null)
      return this.memberOf(object, name, { start, end, bracketed: true }, index, objectExpr);
    if (object.fields !== null) return usedAt(this.anyField(object), objectExpr, "", null);
    if (object.items === null) return { ...UNKNOWN, taint: object.taint };
    const at = numberOf(index);
    const item = Number.isInteger(at) ? itemAt(object, at) : undefined;
    const value = item ?? this.engine.elementOf(object);
    return object.taint && value.taint
      ? { ...value, taint: { ...value.taint, start: object.taint.start, end: object.taint.end } }
      : value;
  }

  /** One of the properties of a record, and it is not known which. */
  anyField(record: Value): Value {
    const stored = joinValues(
      (record.fields ?? []).map((name) => this.property(record, name) ?? UNKNOWN),
    );
    return { ...stored, taint: strongest([record.taint, stored.taint]), api: null, object: null };
  }

  /** Writes a value; `place` is the assignment, which gives a new object its identity. */
  assign(target: Target, value: Value, place: Place): void {
    switch (target.kind) {
      case "name": {
        const key = this.keyOf(target.name);
        this.engine.state.set(
          key,
          value.object === null ? { ...value, object: `${key}@${place.start}` } : value,
        );
        return;
      }
      case "member":
        return this.assignMember(target, value);
      case "index": {
        const object = this.engine.evaluate(target.object);
        const key = target.index === null ? UNKNOWN : this.engine.evaluate(target.index);
        const name = object.items === null ? key.texts[0]?.source.text : undefined;
        // `parameters["CommandLine"] = "…"`
        if (name !== undefined && object.object !== null && value.taint === null)
          this.engine.state.set(`${object.object}.${name}`, value);
        if (this.replaceItem(target, object, value)) return;
        if (value.taint !== null) this.taintHolder(target.object, object, value, place);
        return;
      }
      case "items":
        // `out, err := command.Output()`: the words of a process are not part of its output
        target.items.forEach((item, at) => {
          const stored = value.taint?.origin === "command" ? undefined : itemAt(value, at);
          const isFile = at === 0 && this.engine.files.isOpen(value);
          if (item !== null) this.assign(item, stored ?? (isFile ? value : carry([value])), place);
        });
        return;
      case "fields":
        for (const field of target.fields) this.assignField(field, value, place);
    }
  }

  /** Writes a value to what stands as an argument. */
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
      field.key === null ? carry([value]) : this.memberOf(value, field.key, at, at, at);
    this.assign(field.target, fallback ? joinValues([stored, fallback]) : stored, place);
  }

  private assignMember(target: MemberExpr, value: Value): void {
    const object = this.engine.evaluate(target.object);
    const shown = roleOf(this.engine.roles.ofProperty(target.property, target.at), "sink.property");
    if (
      shown !== null &&
      value.taint !== null &&
      object.api?.path.endsWith("createElement(script)") === true
    )
      this.engine.report.execute(target, value.taint, shown, shown);
    const api =
      object.api && this.memberApi(object.api, target.property, target, target.at, target.object);
    const handler =
      value.closure === null ? null : roleOf(this.engine.roles.of(api, target), "source.handler");
    if (handler !== null) assignHandler(this.engine, handler, itemOf(value, target));
    if (object.api !== null && this.isGlobal(object.api))
      this.engine.state.set(`0:${target.property}`, value);
    else if (object.object !== null)
      this.engine.state.set(`${object.object}.${target.property}`, value);
  }

  /** `list[0] = value`: another item of a list that is known. False where the list or the place is not. */
  private replaceItem({ object: expr, index }: IndexExpr, list: Value, value: Value): boolean {
    const at = numberOf(index);
    const isBeyond = list.items !== null && at >= list.items.length;
    if (list.items === null || !Number.isInteger(at) || at < 0 || !isHolder(expr)) return false;
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
      { ...list, items, others: [], taint: strongest(items.map((item) => item.value.taint)) },
      expr,
    );
    return true;
  }

  /** A container now holds a tainted value, among others. */
  taintHolder(expr: Expr, holder: Value, value: Value, place: Place): void {
    if (!isHolder(expr)) return;
    const items = holder.items ? [...holder.items, itemOf(value, place)] : null;
    this.assign(
      expr,
      { ...holder, items, others: [], taint: strongest([holder.taint, value.taint]) },
      place,
    );
  }

  /** Adds items to a list that a name holds, before the item `at`, up to a length no command has. */
  addItems(expr: Expr, holder: Value, items: readonly Item[], at = Infinity): void {
    if (holder.items === null || !isHolder(expr)) return;
    const taint = strongest([holder.taint, ...items.map((item) => item.value.taint)]);
    const isFull = holder.items.length + items.length > MAX_ITEMS;
    if (isFull && holder.cut === true && taint === holder.taint) return;
    this.engine.spend(holder.items.length >> 6);
    const all = isFull
      ? holder.items
      : [...holder.items.slice(0, at), ...items, ...holder.items.slice(at)];
    const value = { ...holder, items: all, others: [], taint };
    this.assign(expr, isFull ? { ...value, cut: true } : value, expr);
  }

  forget(target: Target): void {
    this.assign(target, UNKNOWN, { start: 0, end: 0 });
  }
}

/** What a property of a name brings in that holds fetched text: the span ends behind the property's name. */
function throughProperty(
  taint: Taint,
  { end, bracketed }: Place & { readonly bracketed?: boolean },
): Taint {
  const byName = taint.start !== taint.source.start || taint.end !== taint.source.end;
  return taint.origin === "fetched" && byName && bracketed !== true && taint.end <= end
    ? { ...taint, end }
    : taint;
}

/**
 * What the property `constructor` of a value is: of a function, of `Function`, of any constructor and of a method of a literal it
 * makes functions.
 */
function constructorOf(
  { api, closure, texts, items }: Value,
  at: Place,
  name: string,
  object: Place | Expr,
): Api | null {
  const isFunction =
    closure?.code.kind === "function" ||
    (api === null && texts.length === 0 && items === null && isLiteralMethod(object)) ||
    (api !== null && (api.path === "Function" || api.path.split(".").at(-1) === name));
  if (isFunction) return apiAt(at, `().${name}`, name);
  return api === null ? apiAt(at, name) : null;
}

/** `[].filter`, `""["sub"]`: a property of a literal is a method, but for its length and its items. */
function isLiteralMethod(object: Place | Expr): boolean {
  if (!("kind" in object) || (object.kind !== "member" && object.kind !== "index")) return false;
  const isNamed =
    object.kind === "member" ? object.property !== "length" : object.index?.kind === "text";
  return isNamed && (object.object.kind === "list" || object.object.kind === "text");
}

/** The number that an index is; NaN for any other. */
function numberOf(index: Expr | null): number {
  return index?.kind === "constant" && index.number !== null ? Number(index.number) : NaN;
}

/** Whether an expression is one that a changed list can be put back into. */
function isHolder(expr: Expr): expr is NameExpr | MemberExpr {
  return expr.kind === "name" || expr.kind === "member";
}
