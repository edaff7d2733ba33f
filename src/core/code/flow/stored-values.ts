import type { Expr, IndexExpr, MemberExpr, NameExpr, Place } from "../ir.js";
import { decodedName } from "./decoded-name.js";
import { decoded, fetchedAt, stdin } from "./taint-sources.js";
import { letterOf } from "./text-calls.js";
import { contentOfPipe } from "./pipe-ends.js";
import { codecs } from "../../decode/codecs.js";
import { throughCodecs } from "../../literal.js";
import { roleOf } from "../../query/role.js";
import type { Evaluator } from "./evaluator.js";
import { isInstance, isShared, sharedObject } from "./instances.js";
import { literalOf, withLiteral } from "./literals.js";
import { joinRecords } from "./joined-records.js";
import { itemAt, joinValues } from "./join-values.js";
import {
  apiAt,
  combine,
  strongest,
  UNKNOWN,
  usedAt,
  type Api,
  type Taint,
  type Value,
} from "./value.js";

/** Matches the property of a constant of an enumeration that is its value. */
const CONSTANT_VALUE = /^(?:value|rawValue)$/;

/** Reads the values of names, properties and items. */
export abstract class StoredValues {
  constructor(protected readonly engine: Evaluator) {}

  /** The names of the properties that were set on instances, by the class. */
  private readonly instanceNames = new Map<string, Set<string>>();

  /** The object or class from which each object or class inherits; of several bases, the first. */
  private readonly bases = new Map<string, string>();

  inherit(object: string, base: string): void {
    if (!this.bases.has(object)) this.bases.set(object, base);
  }

  baseOf(object: string): string | null {
    return this.bases.get(object) ?? null;
  }

  /** Returns the value of a property of a record, object or class, which may be inherited; undefined if it is not known. */
  property(value: Value, name: string): Value | undefined {
    let object = value.object ?? undefined;
    for (let depth = 0; object !== undefined && depth <= this.bases.size + 1; depth++) {
      if (depth > 0) this.engine.spend(1);
      const stored = this.engine.state.get(`${object}.${name}`);
      if (stored !== undefined)
        return depth === 0 && stored.closure?.self !== object ? stored : methodOf(value, stored);
      object = sharedObject(object) ?? this.bases.get(object);
    }
    return undefined;
  }

  /** Sets a property of an object; for an instance, also that of its class. */
  setProperty(object: string, name: string, value: Value): void {
    const key = `${object}.${name}`;
    const before = isShared(object) ? this.engine.state.get(key) : undefined;
    this.engine.state.set(key, before === undefined ? value : joinValues([value, before]));
    const shared = sharedObject(object);
    if (shared === null) return;
    this.engine.state.set(`${shared}.${name}`, value);
    const names = this.instanceNames.get(shared);
    if (names === undefined) this.instanceNames.set(shared, new Set([name]));
    else names.add(name);
  }

  /** Returns the names of the properties that were set on instances of an object's class. */
  namesOf(object: string): ReadonlySet<string> {
    return this.instanceNames.get(sharedObject(object) ?? object) ?? NONE;
  }

  /** Returns the value of a property, or the result of its getter. */
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
    if (expr.computed !== undefined) {
      const named = this.namedBy(expr, expr.computed);
      return named === null ? combine([this.engine.evaluate(expr.computed)]) : this.name(named);
    }
    const key = this.keyOf(expr.name);
    const stored = this.engine.state.get(key) ?? this.outside(expr.name);
    if (stored === undefined) {
      const api = expr.isVariable === true ? apiAt(expr, `$${expr.name}`) : this.globalApi(expr);
      return { ...UNKNOWN, object: `of ${key}`, api };
    }
    const piped = contentOfPipe(this.engine, stored);
    const held = piped === null ? stored : { ...stored, taint: piped.taint };
    const value = this.usedHere(held, expr, expr.name, expr.name);
    const api = value.api ?? { ...apiAt(expr, expr.name), isVariable: true };
    return { ...value, api, object: value.object ?? `of ${key}` };
  }

  /** Returns the name that an expression computes; null if it is unknown. */
  protected namedBy({ start, end }: Place, computed: Expr): NameExpr | null {
    const text = this.engine.evaluate(computed).texts[0]?.source.text;
    return text === undefined ? null : { kind: "name", name: `$${text}`, start, end };
  }

  /** Returns the value of a name in an outer scope, which a function with dynamic scoping reads until it assigns the name. */
  private outside(name: string): Value | undefined {
    if (this.engine.traits.scoping === "lexical") return undefined;
    for (let scope = this.engine.scope.parent; scope !== null; scope = scope.parent) {
      const stored = this.engine.state.get(`${scope.id}:${name}`);
      if (stored !== undefined) return stored;
    }
    return undefined;
  }

  /** Returns a value as it is used under a name at a place, with a trace step. */
  private usedHere(value: Value, place: Place, name: string, written: string): Value {
    return usedAt(
      value,
      place,
      name,
      value.taint && this.engine.report.step("carry", place, `"${written}" contains it`),
    );
  }

  /** Returns the API of a name that the program does not assign: one of the language, or of a module in `from m import *`. */
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

  /** Returns the property `name` of a value. `place` is the range of the whole expression, `at` that of the name. */
  memberOf(
    object: Value,
    name: string,
    place: Place & { readonly bracketed?: boolean },
    at: Place,
    objectPlace: Place,
  ): Value {
    // `f.__globals__` contains the program's names, for any `f`
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
      stored === undefined
        ? roleOf([...roles.ofProperty(name, at), ...roles.of(api, place)], "source.fetch.property")
        : null;
    if (fetch !== null) return { ...fetchedAt(this.engine, place, fetch), api };
    // a constant of an enumeration is stored as its value: `Stage.FIRST.value`, `rawValue`
    if (stored === undefined && CONSTANT_VALUE.test(name) && object.texts.length > 0) return object;
    if (stored === undefined)
      return {
        ...UNKNOWN,
        api,
        taint: object.taint && throughProperty(object.taint, place),
        object: object.object && `${object.object}.${name}`,
      };
    // the span ends with the name of the variable, before an index in brackets
    const end = place.bracketed === true ? objectPlace : place;
    const value = this.usedHere(
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

  protected memberApi(
    object: Api,
    name: string,
    place: Place & { readonly bracketed?: boolean },
    at: Place,
    objectPlace: Place,
  ): Api {
    const { roles } = this.engine;
    const global = this.isGlobal(object);
    const path = global ? name : `${object.path}.${name}`;
    // the leading token is the module's name in `base64.b64decode`, and the whole name in `bytes.fromhex`
    const module = roleOf(roles.of(object, objectPlace), "source.module") !== null;
    // the name of a submodule follows the module's name in `CryptoJS.AES.decrypt`
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
    return apiAt({ start: at.start, end }, path, written);
  }

  /** Whether an object contains the global names. */
  protected isGlobal({ path }: Api): boolean {
    return this.engine.roles.has("scope.global", path);
  }

  /** Returns the value of a global variable: `window.x`, `globals()["x"]`. */
  private globalMember(name: string, at: Place, api: Api | null): Value {
    const stored = this.engine.state.get(`0:${name}`);
    if (stored === undefined) return { ...UNKNOWN, api, object: `of 0:${name}` };
    const value = usedAt(stored, at, name, null);
    return { ...value, api: value.api ?? api };
  }

  /** Returns the value of `object[index]`: a property if the index is a known string, else an item. */
  index({ object: objectExpr, index, start, end, reversed, from }: IndexExpr): Value {
    const object = this.engine.evaluate(objectExpr);
    if (from !== undefined)
      return object.items === null
        ? withLiteral(object, null)
        : {
            ...object,
            items: object.items.slice(from),
            others: object.others.map((list) => list.slice(from)),
          };
    if (reversed !== undefined && object.items === null && object.fields === null) {
      const decoder =
        object.taint === null && object.texts.length > 0
          ? this.engine.roles.ofName("source.letters", reversed)
          : null;
      const literal = literalOf(this.engine, object);
      const value =
        decoder === null
          ? { ...UNKNOWN, taint: object.taint }
          : decoded(this.engine, { start, end }, null, decoder);
      return withLiteral(value, literal && throughCodecs(literal, codecs.reverse));
    }
    const key = index === null ? UNKNOWN : this.engine.evaluate(index);
    const isKnown = object.api === null || !this.isGlobal(object.api) || index === null;
    const text = key.texts[0]?.source.text ?? (isKnown ? undefined : decodedName(this.engine, key));
    const name = this.engine.traits.foldsCase ? text?.toLowerCase() : text;
    if (name !== undefined && index !== null)
      return this.memberOf(object, name, { start, end, bracketed: true }, index, objectExpr);
    if (object.fields !== null) return usedAt(this.anyField(object), objectExpr, "", null);
    const at = numberOf(index);
    if (object.items === null)
      return (
        letterOf(this.engine, object, at, { start, end }) ??
        withLiteral({ ...UNKNOWN, taint: object.taint }, null)
      );
    const item = Number.isInteger(at) ? itemAt(object, at) : undefined;
    const value = item ?? this.engine.elementOf(object);
    return object.taint && value.taint
      ? { ...value, taint: { ...value.taint, start: object.taint.start, end: object.taint.end } }
      : value;
  }

  /** Returns the joined values of all properties of a record, for an unknown key. */
  anyField(record: Value): Value {
    const stored = joinRecords(
      this.engine,
      (record.fields ?? []).map((name) => this.property(record, name) ?? UNKNOWN),
    );
    return { ...stored, taint: strongest([record.taint, stored.taint]), api: null };
  }
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns a method of a class as a method of the instance or the inheriting class that is accessed; any other value, and a method that
 * gets its object as an argument (`Base.__init__(self, x)`), unchanged.
 */
function methodOf({ object, closure: accessed }: Value, stored: Value): Value {
  const { closure } = stored;
  if (closure === null || closure.self === null || closure.code.kind !== "function") return stored;
  if (accessed?.code.kind === "class" && closure.code.ofClass !== true) return stored;
  return object !== null && (isInstance(object) || closure.code.receiver !== null)
    ? { ...stored, closure: { ...closure, instance: object } }
    : stored;
}

/** Returns the taint of a property of a tainted object. For fetched content in a variable, it ends with the name of the property. */
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
 * Returns the API of the property `constructor` of a value. For a function, another constructor or a method of a literal it is
 * `Function`, which creates functions; for a value without an API, the constructor itself; otherwise null. A value that may be either a
 * function or a record or fetched content counts as the latter, because only that has the properties that are passed on.
 */
function constructorOf(
  { api, closure, texts, items, taint, fields }: Value,
  at: Place,
  name: string,
  object: Place | Expr,
): Api | null {
  const isFunction =
    (closure?.code.kind === "function" && taint === null && fields === null) ||
    (api === null && texts.length === 0 && items === null && isLiteralMethod(object)) ||
    (api !== null &&
      fields === null &&
      (api.path === "Function" || api.path.split(".").at(-1) === name));
  if (isFunction) return apiAt(at, `().${name}`, name);
  return api === null ? apiAt(at, name) : null;
}

/** Whether an expression is a method of a literal, as in `[].filter` and `""["sub"]`, and not its length or an item. */
function isLiteralMethod(object: Place | Expr): boolean {
  if (!("kind" in object) || (object.kind !== "member" && object.kind !== "index")) return false;
  const isNamed =
    object.kind === "member" ? object.property !== "length" : object.index?.kind === "text";
  return isNamed && (object.object.kind === "list" || object.object.kind === "text");
}

/** Returns the number in an index; NaN for any other index. */
export function numberOf(index: Expr | null): number {
  return index?.kind === "constant" && index.number !== null ? Number(index.number) : NaN;
}
