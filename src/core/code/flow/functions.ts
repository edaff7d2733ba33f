import type { CallExpr, ClassExpr, FunctionExpr } from "../ir.js";
import { CallSummaries } from "./call-summaries.js";
import { callReduced } from "./call-value.js";
import type { Evaluator, TextFunctions } from "./evaluator.js";
import { instanceOf, sharedObject } from "./instances.js";
import { ofType } from "./new-object.js";
import { PlainValues } from "./plain-values.js";
import { UNKNOWN, type Api, type Closure, type Item, type Value } from "./value.js";

/** Maximum nesting depth of calls: each takes dozens of stack frames. */
const MAX_CALLS = 64;
/** Names that have a different value in each method: the object, and its base. */
const OWN_NAMES: readonly string[] = ["this", "super"];

/** The names of constructors in Python, JavaScript, Ruby and PHP. */
const CONSTRUCTORS: readonly string[] = ["__init__", "constructor", "initialize", "__construct"];

/** Maximum number of instances of a class whose properties are separate. */
const MAX_INSTANCES = 16;

/** Methods that define how an object is rebuilt when it is unpickled. */
const REDUCING: ReadonlySet<string> = new Set(["__reduce__", "__reduce_ex__"]);

/** Maximum number of evaluations of a function that is never called. */
const MAX_EVALUATIONS = 4;

const STEPS_MESSAGE = "the flow of values was only partly evaluated";

/** The functions and classes of a program. A function is evaluated at each call, and at the end of the program if it is never called. */
export class Functions implements TextFunctions {
  /** Functions whose bodies have not been evaluated yet. */
  private readonly pending = new Map<FunctionExpr, Closure>();
  /** Functions that are being evaluated. */
  private readonly active = new Set<FunctionExpr>();
  /** The number of instances of each class. */
  private readonly instances = new Map<string, number>();
  private readonly plainValues: PlainValues;
  private readonly summaries: CallSummaries;
  /** Functions with a call that ended early because it took too many steps. */
  private readonly ended = new Set<FunctionExpr>();
  /** The classes, by the identity of their objects. */
  private readonly classes = new Map<string, Closure>();
  /** The API from which each class inherits, as that of an instance: `requests.Session()`. */
  private readonly kinds = new Map<string, Api>();
  /** The number of evaluations of each function that is never called. */
  private readonly evaluations = new Map<FunctionExpr, number>();
  /** Whether the outermost function being evaluated is never called, so that its statements count as the program's own. */
  private isUncalled = false;

  constructor(private readonly engine: Evaluator) {
    this.plainValues = new PlainValues(engine);
    this.summaries = new CallSummaries(engine, this.plainValues, this.active);
  }

  /** Whether the engine is evaluating the program's own statements, and not a call. */
  get isOwn(): boolean {
    return this.active.size === (this.isUncalled ? 1 : 0);
  }

  /** Evaluates the functions that the program never calls. Methods are evaluated twice, since one may set values for another. */
  runUncalled(): void {
    for (const method of this.runPending())
      if (method.code.kind === "function") this.pending.set(method.code, method);
    this.runPending();
  }

  private runPending(): Closure[] {
    const methods: Closure[] = [];
    // A function that an evaluation adds is evaluated in the same loop.
    for (const [code, closure] of this.pending) {
      this.pending.delete(code);
      if (closure.self !== null) methods.push(closure);
      const end = this.engine.statements.fork(() => {
        this.runBody(closure, code);
      });
      this.engine.statements.merge([end], false);
    }
    return methods;
  }

  /**
   * Evaluates a function that is never called. A function that calls the function around it is created again by each of its
   * evaluations, so it is evaluated only {@link MAX_EVALUATIONS} times.
   */
  private runBody(closure: Closure, code: FunctionExpr): void {
    const earlier = this.evaluations.get(code) ?? 0;
    if (earlier >= MAX_EVALUATIONS) return;
    this.evaluations.set(code, earlier + 1);
    this.engine.promise();
    this.isUncalled = true;
    const isWhole = this.engine.attempt(() => {
      this.run(closure, code, [], new Map(), () => undefined);
    });
    this.isUncalled = false;
    if (!isWhole) this.engine.limits.add("steps", STEPS_MESSAGE, code);
  }

  closure(code: FunctionExpr, self: string | null): Value {
    const closure: Closure = { code, scope: this.engine.scope, self };
    this.pending.set(code, closure);
    return { ...UNKNOWN, closure };
  }

  /**
   * Schedules the functions that are arguments of a call for another evaluation at the end of the program, if they use the name to
   * which the result is assigned: they may run after the assignment, as in `const s = connect(() => s.pipe(shell.stdin))`.
   */
  callAgain({ args }: CallExpr, name: string): void {
    const { engine } = this;
    for (const { value: code } of args) {
      if (code.kind !== "function") continue;
      engine.spend((code.end - code.start) >> 8);
      if (engine.source.text.slice(code.start, code.end).includes(name))
        this.pending.set(code, { code, scope: engine.scope, self: null });
    }
  }

  classValue(expr: ClassExpr): Value {
    const self = `class${expr.start}`;
    for (const { object, api } of this.engine.each(expr.bases)) {
      if (object !== null) this.engine.bindings.inherit(self, object);
      if (api !== null && !this.engine.roles.has("scope.object", api.path) && !this.kinds.has(self))
        this.kinds.set(self, { ...api, path: `${api.path}()` });
    }
    for (const { name, value } of expr.methods)
      this.engine.state.set(`${self}.${name}`, this.closure(value, self));
    this.engine.within(new Set([...expr.locals, "this"]), () => {
      this.engine.state.set(this.engine.bindings.keyOf("this"), { ...UNKNOWN, object: self });
      this.engine.statements.runAll(expr.body);
      for (const name of expr.locals) {
        const stored = this.engine.state.get(this.engine.bindings.keyOf(name));
        if (stored !== undefined) this.engine.state.set(`${self}.${name}`, stored);
      }
    });
    const closure: Closure = { code: expr, scope: this.engine.scope, self };
    this.classes.set(self, closure);
    return { ...UNKNOWN, object: self, closure };
  }

  /** Returns the class that `cls(…)`, `new this(…)` or `new static(…)` instantiates; null for a value that is not a class object. */
  classOf({ object }: Value): Closure | null {
    return object === null ? null : (this.classes.get(sharedObject(object) ?? object) ?? null);
  }

  /** Returns the method that runs when an object is called; null for any other value. */
  callable(value: Value): Closure | null {
    const { bindings, traits } = this.engine;
    const method = traits.callMethod === null ? null : bindings.property(value, traits.callMethod);
    return method?.closure ?? null;
  }

  /** Returns a function as a method of the object to which it is assigned, `function table:run() … end`; any other value unchanged. */
  ownedBy(self: string, value: Value): Value {
    const { closure } = value;
    if (
      closure?.code.kind !== "function" ||
      closure.self !== null ||
      closure.code.receiver === null
    )
      return value;
    const owned: Closure = { ...closure, self };
    if (this.pending.has(closure.code)) this.pending.set(closure.code, owned);
    return { ...value, closure: owned };
  }

  /** Calls a function of the program and returns its value; null if the call is not evaluated (recursion, depth, steps). */
  invoke(
    closure: Closure,
    givenItems: readonly Item[],
    givenByName: ReadonlyMap<string, Value> = new Map(),
    referred: (at: number, value: Value) => void = () => undefined,
  ): Value | null {
    const code = closure.code;
    if (code.kind === "class") return this.construct(closure, givenItems, givenByName);
    if (this.active.has(code)) {
      this.summaries.blocked(code);
      return null;
    }
    this.engine.spend(4);
    if (this.active.size >= MAX_CALLS) {
      this.engine.limits.add("depth", "calls nested too deeply were not evaluated", code);
      return null;
    }
    const given = this.plainValues.givenTo(code, givenItems, givenByName);
    if (closure.self === null) this.pending.delete(code);
    const evaluate = (): Value => this.run(closure, code, given.args, given.named, referred);
    return this.summaries.call(closure, code, given, () =>
      this.isOwn ? this.outermost(closure, code, evaluate) : evaluate(),
    );
  }

  /**
   * Evaluates a call in the program's own statements. If it takes too many steps, only that call ends early, and the body of the
   * function is evaluated separately later.
   */
  private outermost(closure: Closure, code: FunctionExpr, evaluate: () => Value): Value | null {
    this.engine.promise();
    let value: Value | null = null;
    const isWhole = this.engine.attempt(() => {
      value = evaluate();
    });
    if (isWhole) return value;
    this.engine.limits.add("steps", STEPS_MESSAGE, code);
    if (!this.ended.has(code)) this.pending.set(code, closure);
    this.ended.add(code);
    return null;
  }

  /** Evaluates a function's body with its arguments, and returns its value. */
  private run(
    closure: Closure,
    code: FunctionExpr,
    args: readonly Item[],
    named: ReadonlyMap<string, Value>,
    referred: (at: number, value: Value) => void,
  ): Value {
    const { engine } = this;
    const { scope, traits } = engine;
    if (traits.scoping === "lexical") engine.scope = closure.scope;
    this.active.add(code);
    const { captures } = code;
    const hides =
      captures === undefined
        ? null
        : (name: string): boolean =>
            traits.variables?.test(name) === true && !captures.includes(name);
    const names = new Set([...code.locals, ...(closure.self === null ? [] : OWN_NAMES)]);
    for (const name of captures ?? []) names.delete(name);
    const assigned: (readonly [at: number, value: Value])[] = [];
    let result: Value;
    try {
      result = engine.within(
        names,
        () => {
          this.bind(code, closure, args, named);
          const value = engine.statements.runFunction(code.body, () => {
            engine.limits.add("steps", STEPS_MESSAGE, code);
          });
          if (REDUCING.has(code.name ?? "")) callReduced(engine, value.items ?? []);
          code.parameters.forEach(({ reference, target }, at) => {
            if (reference === true && target.kind === "name")
              assigned.push([at, engine.bindings.name(target)]);
          });
          return value;
        },
        hides,
      );
    } finally {
      this.active.delete(code);
      engine.scope = scope;
    }
    // the assignments to arguments are made in the caller's scope
    for (const [at, value] of assigned) referred(at, value);
    return result;
  }

  private construct(
    closure: Closure,
    args: readonly Item[],
    named: ReadonlyMap<string, Value>,
  ): Value {
    const object = closure.self === null ? null : this.instanceOf(closure.self);
    let made: Value = { ...UNKNOWN, object };
    const makers = CONSTRUCTORS.flatMap(
      (name) => this.engine.bindings.property(made, name)?.closure ?? [],
    );
    for (const maker of makers) this.invoke(maker, args, named);
    // the class is a data class or a named tuple, whose constructor takes the declared fields
    if (makers.length === 0 && closure.code.kind === "class" && object !== null) {
      const given = [
        ...args.map((item, at) => [closure.code.locals[at] ?? "", item.value] as const),
        ...named,
      ];
      for (const [name, value] of given) this.engine.bindings.setProperty(object, name, value);
      if (named.size === 0) made = { ...made, items: [...args] };
    }
    return made;
  }

  /** Returns the identity of a new instance of a class. Instances after the first {@link MAX_INSTANCES} share one identity. */
  private instanceOf(type: string): string {
    const count = (this.instances.get(type) ?? 0) + 1;
    if (count > MAX_INSTANCES) return instanceOf(type, "rest");
    this.instances.set(type, count);
    return instanceOf(type, this.engine.scopeCount++);
  }

  /** Assigns the arguments of a call to the parameters, and the object to its names. */
  private bind(
    code: FunctionExpr,
    { self, instance }: Closure,
    given: readonly Item[],
    named: ReadonlyMap<string, Value>,
  ): void {
    const object = instance ?? self;
    const own: Value = {
      ...UNKNOWN,
      object,
      api: (self === null ? null : this.kinds.get(self)) ?? null,
    };
    if (self !== null) {
      this.engine.state.set(this.engine.bindings.keyOf("this"), own);
      this.engine.state.set(this.engine.bindings.keyOf("super"), {
        ...UNKNOWN,
        object: this.engine.bindings.baseOf(self),
      });
    }
    let parameters = code.parameters;
    let args = given;
    if (code.receiver !== null && self !== null) {
      const isBound = instance !== undefined || code.ofClass === true;
      const passed = isBound && !this.engine.traits.passesObject ? undefined : given[0]?.value;
      this.engine.state.set(
        this.engine.bindings.keyOf(code.receiver),
        passed !== undefined && (passed.object !== null || passed.taint !== null) ? passed : own,
      );
      parameters = parameters.slice(1);
      if (passed !== undefined) args = given.slice(1);
    }
    parameters.forEach((parameter, at) => {
      const value = parameter.block
        ? named.get("&")
        : parameter.rest
          ? this.rest(code, args.slice(at), named)
          : (args[at]?.value ??
            (parameter.target.kind === "name"
              ? named.get(parameter.target.name.replace(/^\$/, ""))
              : undefined));
      const { fallback } = parameter;
      this.engine.bindings.assign(
        parameter.target,
        value ?? (fallback ? this.engine.evaluate(fallback) : ofType(this.engine, parameter)),
        code,
      );
    });
  }

  /** Returns the value of a rest parameter: a list of positional arguments, or a dictionary of named ones. */
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
