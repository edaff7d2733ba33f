import type { ClassExpr, FunctionExpr } from "../ir.js";
import { callReduced } from "./calls.js";
import type { Engine } from "./engine.js";
import { joinValues, UNKNOWN, type Closure, type Item, type Value } from "./value.js";

/** Functions called within functions are followed so deep. */
const MAX_CALLS = 16;
/** Calls of one function with nothing of interest are followed so often. */
const MAX_PLAIN_CALLS = 3;

/** Names that mean something else in each method: the object, and what it inherits. */
const OWN_NAMES: readonly string[] = ["this", "super"];

/** Methods that say how an object is put together again when it is unpickled. */
const REDUCING: ReadonlySet<string> = new Set(["__reduce__", "__reduce_ex__"]);

/** The functions and classes of a text: followed where they are called, and at the end where nobody calls them. */
export class Functions {
  /** Functions whose bodies have not been looked at yet. */
  private readonly pending = new Map<FunctionExpr, Closure>();
  private readonly active = new Set<FunctionExpr>();
  /** What functions gave that were called with nothing of interest. */
  private readonly plainCalls = new Map<FunctionExpr, readonly Value[]>();
  /** A call was not followed, because too many were running. */
  tooDeep = false;

  constructor(private readonly engine: Engine) {}

  /** Runs what nobody in the text calls; methods twice, for what one leaves for another. */
  runUncalled(): void {
    for (const method of this.runPending())
      if (method.code.kind === "function") this.pending.set(method.code, method);
    this.runPending();
  }

  private runPending(): Closure[] {
    const methods: Closure[] = [];
    for (
      let next = this.pending.entries().next();
      !next.done;
      next = this.pending.entries().next()
    ) {
      const [code, closure] = next.value;
      this.pending.delete(code);
      if (closure.self !== null) methods.push(closure);
      const end = this.engine.statements.fork(() => this.invoke(closure, []));
      this.engine.state.merge([end], false);
    }
    return methods;
  }

  closure(code: FunctionExpr, self: string | null): Value {
    const closure: Closure = { code, scope: this.engine.scope, self };
    this.pending.set(code, closure);
    return { ...UNKNOWN, closure };
  }

  classValue(expr: ClassExpr): Value {
    const self = `class${expr.start}`;
    for (const base of this.engine.each(expr.bases))
      if (base.object !== null) this.engine.bindings.inherit(self, base.object);
    for (const { name, value } of expr.methods)
      this.engine.state.set(`${self}.${name}`, this.closure(value, self));
    this.engine.within(new Set([...expr.locals, "this"]), () => {
      this.engine.state.set(this.engine.bindings.keyOf("this"), { ...UNKNOWN, object: self });
      this.engine.statements.runAll(expr.body);
      for (const name of expr.locals) {
        const held = this.engine.state.get(this.engine.bindings.keyOf(name));
        if (held !== undefined) this.engine.state.set(`${self}.${name}`, held);
      }
    });
    return { ...UNKNOWN, object: self, closure: { code: expr, scope: this.engine.scope, self } };
  }

  /** Calls a function of the text; null where it is not followed (recursion, depth). */
  invoke(
    closure: Closure,
    args: readonly Item[],
    named: ReadonlyMap<string, Value> = new Map(),
    referred: (at: number, value: Value) => void = () => undefined,
  ): Value | null {
    const code = closure.code;
    if (code.kind === "class") return this.construct(closure, args, named);
    if (this.active.has(code)) return null;
    if (this.active.size >= MAX_CALLS) {
      this.tooDeep = true;
      return null;
    }
    const isPlain = !args.some((arg) => tells(arg.value)) && ![...named.values()].some(tells);
    const earlier = isPlain ? (this.plainCalls.get(code) ?? []) : [];
    if (earlier.length >= MAX_PLAIN_CALLS) return joinValues(earlier);
    if (closure.self === null) this.pending.delete(code);
    const value = this.run(closure, code, args, named, referred);
    if (isPlain) this.plainCalls.set(code, [...earlier, value]);
    return value;
  }

  /** Runs a function's body. */
  private run(
    closure: Closure,
    code: FunctionExpr,
    args: readonly Item[],
    named: ReadonlyMap<string, Value>,
    referred: (at: number, value: Value) => void,
  ): Value {
    const { engine } = this;
    const { scope, manner } = engine;
    if (manner.scoping === "lexical") engine.scope = closure.scope;
    this.active.add(code);
    const { captures } = code;
    const hides =
      captures === undefined
        ? null
        : (name: string): boolean =>
            manner.variables?.test(name) === true && !captures.includes(name);
    const names = new Set([...code.locals, ...(closure.self === null ? [] : OWN_NAMES)]);
    for (const name of captures ?? []) names.delete(name);
    try {
      return engine.within(
        names,
        () => {
          this.bind(code, closure.self, args, named);
          const value = engine.statements.runFunction(code.body);
          if (REDUCING.has(code.name ?? "")) callReduced(engine, value.items ?? []);
          code.parameters.forEach(({ reference, target }, at) => {
            if (reference === true && target.kind === "name")
              referred(at, engine.bindings.name(target));
          });
          return value;
        },
        hides,
      );
    } finally {
      this.active.delete(code);
      engine.scope = scope;
    }
  }

  private construct(
    closure: Closure,
    args: readonly Item[],
    named: ReadonlyMap<string, Value>,
  ): Value {
    const makers = ["__init__", "constructor"].flatMap(
      (name) =>
        this.engine.bindings.property({ ...UNKNOWN, object: closure.self }, name)?.closure ?? [],
    );
    for (const maker of makers) this.invoke(maker, args, named);
    // A data class: its constructor takes the fields that its body declares.
    if (makers.length === 0 && closure.code.kind === "class") {
      const given = [
        ...args.map((item, at) => [closure.code.locals[at] ?? "", item.value] as const),
        ...named,
      ];
      for (const [name, value] of given) this.engine.state.set(`${closure.self}.${name}`, value);
    }
    return { ...UNKNOWN, object: closure.self };
  }

  private bind(
    code: FunctionExpr,
    self: string | null,
    args: readonly Item[],
    named: ReadonlyMap<string, Value>,
  ): void {
    if (self !== null) {
      this.engine.state.set(this.engine.bindings.keyOf("this"), { ...UNKNOWN, object: self });
      this.engine.state.set(this.engine.bindings.keyOf("super"), {
        ...UNKNOWN,
        object: this.engine.bindings.baseOf(self),
      });
    }
    let parameters = code.parameters;
    if (code.receiver !== null && self !== null) {
      this.engine.state.set(this.engine.bindings.keyOf(code.receiver), {
        ...UNKNOWN,
        object: self,
      });
      parameters = parameters.slice(1);
    }
    parameters.forEach((parameter, at) => {
      const given = parameter.rest
        ? this.rest(code, args.slice(at), named)
        : (args[at]?.value ??
          (parameter.target.kind === "name" ? named.get(parameter.target.name) : undefined));
      const value =
        given ?? (parameter.fallback ? this.engine.evaluate(parameter.fallback) : UNKNOWN);
      this.engine.bindings.assign(parameter.target, value, code);
    });
  }

  /** What a parameter for the rest holds: a list of positional arguments, or a dictionary of named ones. */
  private rest(
    code: FunctionExpr,
    args: readonly Item[],
    named: ReadonlyMap<string, Value>,
  ): Value {
    const object = `rest${code.start}`;
    for (const [name, value] of named) this.engine.state.set(`${object}.${name}`, value);
    return { ...this.engine.list(args), object };
  }
}

/** Whether a value carries anything worth following into a function. */
function tells(value: Value): boolean {
  return (
    value.taint !== null ||
    value.texts.length > 0 ||
    value.items !== null ||
    value.closure !== null ||
    value.fields !== null
  );
}
