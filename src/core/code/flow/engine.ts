import type { Vocabulary } from "../../query/vocabulary.js";
import type { Source } from "../../source.js";
import type { Argument, ClassExpr, ComprehensionExpr, Expr, FunctionExpr, MemberExpr, ModuleExpr, NameExpr, Place, Program, RecordExpr, Target, TextExpr } from "../ir.js";
import type { Profile } from "../../model.js";
import type { CodeLanguage } from "../tools.js";
import { calls, callValue, stdin } from "./calls.js";
import { fillTemplate } from "./formats.js";
import type { Report } from "./report.js";
import { Scope, State } from "./state.js";
import { Statements } from "./statements.js";
import { joinTexts, TextBuilder } from "./texts.js";
import { carry, joinValues, strongest, UNKNOWN, usedAt, type Api, type Closure, type Item, type Value } from "./value.js";

export interface EngineOptions {
  readonly source: Source;
  readonly language: CodeLanguage;
  readonly vocabulary: Vocabulary;
  readonly report: Report;
  readonly profile: Profile;
  readonly stdinIsRemote: boolean;
  /** Steps after which the engine gives up. */
  readonly budget: number;
}

/** Thrown inside the engine when the budget is spent; never leaves it. */
class BudgetSpent extends Error {}

/** Functions called within functions are followed so deep. */
const MAX_CALLS = 6;

const MAX_ITEMS = 1000;

/** Follows the values of a program: what each name holds, where, and what is executed. */
export class Engine {
  readonly source: Source;
  readonly language: CodeLanguage;
  readonly vocabulary: Vocabulary;
  readonly report: Report;
  readonly profile: Profile;
  readonly stdinIsRemote: boolean;
  state = new State();
  scope = new Scope(0, null);
  private readonly statements = new Statements(this);
  /** Functions whose bodies have not been looked at yet. */
  private readonly pending = new Map<FunctionExpr, Closure>();
  private readonly active = new Set<FunctionExpr>();
  private readonly stars: string[] = [];
  private scopes = 1;
  private steps: number;

  constructor(options: EngineOptions) {
    this.source = options.source;
    this.language = options.language;
    this.vocabulary = options.vocabulary;
    this.report = options.report;
    this.profile = options.profile;
    this.stdinIsRemote = options.stdinIsRemote;
    this.steps = options.budget;
  }

  /** Runs a program; false when the budget was spent before its end. */
  run(program: Program): boolean {
    try {
      this.statements.runAll(program.body);
      this.state.dead = false;
      // Functions nobody in the text calls; methods twice, for what one leaves for another.
      const methods = this.runPending();
      for (const method of methods) this.pending.set(method.code as FunctionExpr, method);
      this.runPending();
      return true;
    } catch (error) {
      if (error instanceof BudgetSpent) return false;
      throw error;
    }
  }

  private runPending(): Closure[] {
    const methods: Closure[] = [];
    for (let next = this.pending.entries().next(); !next.done; next = this.pending.entries().next()) {
      const [code, closure] = next.value;
      this.pending.delete(code);
      if (closure.self !== null) methods.push(closure);
      const before = this.state;
      this.state = before.fork();
      this.invoke(closure, []);
      before.merge([this.state], false);
      this.state = before;
    }
    return methods;
  }

  evaluate(expr: Expr): Value {
    if (--this.steps < 0) throw new BudgetSpent();
    switch (expr.kind) {
      case "name":
        return this.name(expr);
      case "member":
        return this.member(expr);
      case "index":
        return this.index(this.evaluate(expr.object), expr.index);
      case "call":
        return callValue(this, expr);
      case "text":
        return this.text(expr);
      case "constant":
        return { ...UNKNOWN, truth: expr.truth };
      case "list":
        return this.list(this.itemsOf(expr.items));
      case "record":
        return this.record(expr);
      case "assign":
        return this.assignment(expr.target, expr.operator, expr.value, expr);
      case "choice":
        this.each(expr.tested);
        return joinValues(this.each(expr.options));
      case "concat":
        return this.concat(this.itemsOf(expr.operands.map((value) => ({ name: null, spread: false, value }))));
      case "format":
        return fillTemplate(this, this.evaluate(expr.template), expr.template, this.formatValues(expr.values));
      case "carry":
        return carry(this.each(expr.operands));
      case "inert":
        this.each(expr.operands);
        return UNKNOWN;
      case "sequence":
        return this.each(expr.operands).at(-1) ?? UNKNOWN;
      case "comprehension":
        return this.comprehension(expr);
      case "function":
        return this.closure(expr, null);
      case "class":
        return this.classValue(expr);
      case "module":
        return this.module(expr);
      case "code":
        for (const text of this.text(expr.value).texts) this.report.inject("javascript", text.source, expr, "the handler");
        return UNKNOWN;
    }
  }

  private module(expr: ModuleExpr): Value {
    if (expr.path.endsWith(".*")) this.stars.push(expr.path.slice(0, -2));
    const dot = expr.path.lastIndexOf(".");
    const path = this.vocabulary.has("scope.global", expr.path.slice(0, Math.max(dot, 0))) ? expr.path.slice(dot + 1) : expr.path;
    return { ...UNKNOWN, api: { path, written: path, start: expr.start, end: expr.end } };
  }

  each(exprs: readonly Expr[]): Value[] {
    return exprs.map((expr) => this.evaluate(expr));
  }

  itemsOf(args: readonly Argument[]): Item[] {
    return args.map((arg) => ({ value: this.evaluate(arg.value), spread: arg.spread, start: arg.value.start, end: arg.value.end }));
  }

  list(items: readonly Item[]): Value {
    const flat = items.flatMap((item) => (item.spread && item.value.items && item.value.items.length <= MAX_ITEMS ? item.value.items : [item]));
    return { ...UNKNOWN, items: flat, taint: strongest(flat.map((item) => item.value.taint)) };
  }

  private formatValues(expr: Expr): Item[] {
    const value = this.evaluate(expr);
    return value.items ? [...value.items] : [{ value, spread: false, start: expr.start, end: expr.end }];
  }

  /** A string literal: its characters, its escapes, its holes. */
  private text(expr: TextExpr): Value {
    const builder = new TextBuilder(this.source);
    const taints: Value[] = [];
    for (const part of expr.parts) {
      if (part.kind === "hole") {
        const value = this.evaluate(part.value);
        taints.push(value);
        const known = value.texts[0];
        if (known === undefined) builder.unknown(part, this.source.text[part.end] ?? "", value);
        else if (part.value.kind === "text") builder.append(known.source, known.pieces);
        else builder.put(known.source.text, part);
      } else if (part.text === null) builder.copy(part);
      else builder.put(part.text, part);
    }
    return { ...UNKNOWN, texts: [builder.build(expr.open, expr.close)], taint: strongest(taints.map((each) => each.taint)) };
  }

  concat(items: readonly Item[]): Value {
    const values = items.map((item) => item.value);
    if (values.some((value) => value.items !== null)) return this.list(items.map((item) => ({ ...item, spread: item.value.items !== null })));
    return { ...carry(values), texts: joinTexts(this.source, items, "") };
  }

  private record(expr: RecordExpr): Value {
    const object = `record${expr.start}`;
    for (const { key, value } of expr.entries) {
      const held = this.evaluate(value);
      if (key !== null) this.state.set(`${object}.${key}`, held);
    }
    return { ...UNKNOWN, object };
  }

  /** The properties of a record or object, by name. */
  property(value: Value, name: string): Value | undefined {
    return value.object === null ? undefined : this.state.get(`${value.object}.${name}`);
  }

  private keyOf(name: string): string {
    return `${this.scope.owner(name).id}:${name}`;
  }

  private name(expr: NameExpr): Value {
    const key = this.keyOf(expr.name);
    const held = this.state.get(key);
    if (held === undefined) return { ...UNKNOWN, object: `of ${key}`, api: this.globalApi(expr) };
    const step = held.taint === null ? null : ({ step: "carry", span: this.report.span(expr), message: `"${expr.name}" holds it` } as const);
    const value = usedAt(held, expr, expr.name, step);
    const api = value.api ?? { path: expr.name, written: expr.name, start: expr.start, end: expr.end };
    return { ...value, api, object: value.object ?? `of ${key}` };
  }

  /** A name nobody in the text binds is what the language, or `from m import *`, provides. */
  private globalApi(expr: NameExpr): Api {
    const path = this.stars.map((module) => `${module}.${expr.name}`).find((each) => this.knows(each)) ?? expr.name;
    return { path, written: expr.name, start: expr.start, end: expr.end };
  }

  private knows(path: string): boolean {
    return ["source.decoder", "sink.execute", "inject.shell", "inject.process"].some((capture) => this.vocabulary.has(capture, path));
  }

  private member(expr: MemberExpr): Value {
    const object = this.evaluate(expr.object);
    return this.memberOf(object, expr.property, expr, expr.at, expr.object);
  }

  /** The property `name` of a value; `place` is the whole expression, `at` the name in it. */
  memberOf(object: Value, name: string, place: Place & { readonly bracketed?: boolean }, at: Place, objectPlace: Place): Value {
    const api = object.api && this.memberApi(object.api, name, place, at, objectPlace);
    if (object.api !== null && this.vocabulary.has("scope.global", object.api.path)) return this.globalMember(name, at, api);
    if (this.vocabulary.has("flow.barrier.property", name)) return { ...UNKNOWN, api };
    if (this.stdinIsRemote && calls(this, api, "source.stdin")) return { ...stdin(place), api };
    const held = this.property(object, name);
    if (held === undefined) return { ...UNKNOWN, api, taint: object.taint, object: object.object && `${object.object}.${name}` };
    // A name's own brackets are no part of it: the variable's name ends the span.
    const end = place.bracketed === true ? objectPlace : place;
    const step = held.taint === null ? null : ({ step: "carry", span: this.report.span(end), message: `"${this.source.text.slice(end.start, end.end)}" holds it` } as const);
    const value = usedAt(held, end, api?.written ?? name, step);
    return { ...value, api: value.api ? { ...value.api, start: at.start } : api, object: value.object ?? (object.object && `${object.object}.${name}`) };
  }

  private memberApi(object: Api, name: string, place: Place & { readonly bracketed?: boolean }, at: Place, objectPlace: Place): Api {
    const global = this.vocabulary.has("scope.global", object.path);
    const path = global ? name : `${object.path}.${name}`;
    // The leading token of `base64.b64decode` is the module's name; of `bytes.fromhex`, all of it.
    const module = this.vocabulary.has("source.module", object.path) || this.vocabulary.has("source.module", object.written);
    const end = module ? objectPlace.end : place.bracketed === true ? at.end : place.end;
    return { path, written: global ? name : `${object.written}.${name}`, start: at.start, end };
  }

  /** `window.x`, `globals()["x"]`: a variable of the module. */
  private globalMember(name: string, at: Place, api: Api | null): Value {
    const held = this.state.get(`0:${name}`);
    if (held === undefined) return { ...UNKNOWN, api, object: `of 0:${name}` };
    const value = usedAt(held, at, name, null);
    return { ...value, api: value.api ?? api };
  }

  private index(object: Value, index: Expr | null): Value {
    if (index !== null) this.evaluate(index);
    const items = object.items;
    if (items === null) return { ...UNKNOWN, taint: object.taint };
    const at = index?.kind === "constant" && index.number !== null ? Number(index.number) : NaN;
    const item = Number.isInteger(at) ? items[at] : undefined;
    const value = item ? item.value : joinValues(items.map((each) => each.value));
    return object.taint && value.taint ? { ...value, taint: { ...value.taint, start: object.taint.start, end: object.taint.end } } : value;
  }

  private assignment(target: Target, operator: string, expr: Expr, place: Place): Value {
    const value = this.evaluate(expr);
    const assigned = operator === "=" ? value : this.augmented(target, operator, value, expr);
    this.assign(target, assigned, place);
    return assigned;
  }

  private augmented(target: Target, operator: string, value: Value, expr: Expr): Value {
    if (target.kind === "items" || target.kind === "fields") return value;
    const before = this.evaluate(target);
    if (/^(\|\||&&|\?\?)=$/.test(operator)) return joinValues([before, value]);
    if (operator !== "+=") return carry([before, value]);
    const first = { value: before, spread: false, start: target.start, end: target.end };
    const second = { value, spread: false, start: expr.start, end: expr.end };
    if (before.items !== null) return this.concat([first, second]);
    // What the name holds keeps the place where it was written: the string grows.
    const texts = before.texts.flatMap((text) => {
      const builder = new TextBuilder(this.source).append(text.source, text.pieces);
      const known = value.texts[0];
      return (known ? builder.use(known, expr) : builder.unknown(expr, "", value)).buildAll();
    });
    return { ...carry([before, value]), texts };
  }

  /** Writes a value; `place` is the assignment, which gives a new object its identity. */
  assign(target: Target, value: Value, place: Place): void {
    switch (target.kind) {
      case "name": {
        const key = this.keyOf(target.name);
        this.state.set(key, value.object === null ? { ...value, object: `${key}@${place.start}` } : value);
        return;
      }
      case "member":
        this.assignMember(target, value);
        return;
      case "index": {
        const object = this.evaluate(target.object);
        if (target.index !== null) this.evaluate(target.index);
        if (value.taint !== null) this.taintHolder(target.object, object, value, place);
        return;
      }
      case "items":
        target.items.forEach((item, at) => {
          if (item !== null) this.assign(item, value.items?.[at]?.value ?? carry([value]), place);
        });
        return;
      case "fields":
        for (const field of target.fields) this.assignField(field, value, place);
    }
  }

  private assignField(field: { key: string | null; target: Target; fallback: Expr | null }, value: Value, place: Place): void {
    const fallback = field.fallback ? this.evaluate(field.fallback) : null;
    const at = field.target.kind === "name" ? field.target : place;
    const held = field.key === null ? carry([value]) : this.memberOf(value, field.key, at, at, at);
    this.assign(field.target, fallback ? joinValues([held, fallback]) : held, place);
  }

  private assignMember(target: MemberExpr, value: Value): void {
    const object = this.evaluate(target.object);
    if (object.api !== null && this.vocabulary.has("scope.global", object.api.path)) this.state.set(`0:${target.property}`, value);
    else if (object.object !== null) this.state.set(`${object.object}.${target.property}`, value);
  }

  /** A container now holds a tainted value, among others. */
  taintHolder(expr: Expr, holder: Value, value: Value, place: Place): void {
    if (expr.kind !== "name" && expr.kind !== "member") return;
    const items = holder.items ? [...holder.items, { value, spread: false, start: place.start, end: place.end }] : null;
    this.assign(expr, { ...holder, items, taint: strongest([holder.taint, value.taint]) }, place);
  }

  /** Adds items to a list that a name holds, up to a length no command has. */
  appendItems(expr: Expr, holder: Value, items: readonly Item[]): void {
    if (holder.items === null || holder.items.length > MAX_ITEMS || (expr.kind !== "name" && expr.kind !== "member")) return;
    const all = [...holder.items, ...items];
    this.assign(expr, { ...holder, items: all, taint: strongest([holder.taint, ...items.map((item) => item.value.taint)]) }, expr);
  }

  forget(target: Target): void {
    this.assign(target, UNKNOWN, { start: 0, end: 0 });
  }

  private comprehension(expr: ComprehensionExpr): Value {
    const names = new Set<string>();
    for (const loop of expr.loops) if (loop.target.kind === "name") names.add(loop.target.name);
    return this.within(names, () => {
      for (const loop of expr.loops) this.assign(loop.target, this.elementOf(this.evaluate(loop.over)), loop.over);
      this.each(expr.tested);
      return carry([this.evaluate(expr.body)]);
    });
  }

  /** What one turn of a loop over a value gets. */
  elementOf(value: Value): Value {
    if (value.items === null) return carry([value]);
    return joinValues(value.items.map((item) => item.value));
  }

  /** Runs with a scope of its own. */
  within<T>(names: ReadonlySet<string>, run: () => T): T {
    const before = this.scope;
    this.scope = new Scope(this.scopes++, before, names);
    try {
      return run();
    } finally {
      this.scope = before;
    }
  }

  private closure(code: FunctionExpr, self: string | null): Value {
    const closure: Closure = { code, scope: this.scope, self };
    this.pending.set(code, closure);
    return { ...UNKNOWN, closure };
  }

  private classValue(expr: ClassExpr): Value {
    const self = `class${expr.start}`;
    for (const { name, value } of expr.methods) this.state.set(`${self}.${name}`, this.closure(value, self));
    this.within(new Set([...expr.locals, "this"]), () => {
      this.state.set(this.keyOf("this"), { ...UNKNOWN, object: self });
      this.statements.runAll(expr.body);
      for (const name of expr.locals) {
        const held = this.state.get(this.keyOf(name));
        if (held !== undefined) this.state.set(`${self}.${name}`, held);
      }
    });
    return { ...UNKNOWN, object: self, closure: { code: expr, scope: this.scope, self } };
  }

  /** Calls a function of the text; null where it is not followed (recursion, depth). */
  invoke(closure: Closure, args: readonly Item[], named: ReadonlyMap<string, Value> = new Map()): Value | null {
    const code = closure.code;
    if (code.kind === "class") return this.construct(closure, args, named);
    if (this.active.has(code) || this.active.size >= MAX_CALLS) return null;
    if (closure.self === null) this.pending.delete(code);
    const scope = this.scope;
    this.scope = closure.scope;
    this.active.add(code);
    try {
      return this.within(new Set([...code.locals, ...(closure.self === null ? [] : ["this"])]), () => {
        this.bind(code, closure.self, args, named);
        return this.statements.runFunction(code.body);
      });
    } finally {
      this.active.delete(code);
      this.scope = scope;
    }
  }

  private construct(closure: Closure, args: readonly Item[], named: ReadonlyMap<string, Value>): Value {
    for (const name of ["__init__", "constructor"]) {
      const maker = closure.self === null ? undefined : this.state.get(`${closure.self}.${name}`);
      if (maker?.closure) this.invoke(maker.closure, args, named);
    }
    return { ...UNKNOWN, object: closure.self };
  }

  private bind(code: FunctionExpr, self: string | null, args: readonly Item[], named: ReadonlyMap<string, Value>): void {
    if (self !== null) this.state.set(this.keyOf("this"), { ...UNKNOWN, object: self });
    let parameters = code.parameters;
    if (code.receiver !== null && self !== null) {
      this.state.set(this.keyOf(code.receiver), { ...UNKNOWN, object: self });
      parameters = parameters.slice(1);
    }
    parameters.forEach((parameter, at) => {
      const given = parameter.rest ? this.list(args.slice(at)) : (args[at]?.value ?? (parameter.target.kind === "name" ? named.get(parameter.target.name) : undefined));
      const value = given ?? (parameter.fallback ? this.evaluate(parameter.fallback) : UNKNOWN);
      this.assign(parameter.target, value, code);
    });
  }
}
