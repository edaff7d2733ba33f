import { CAUGHT } from "../caught-exception.js";
import type { Place, Stmt } from "../ir.js";
import type { Evaluator, StatementRunner } from "./evaluator.js";
import { isInner } from "./scope.js";
import type { State } from "./state.js";
import { joinRecords } from "./joined-records.js";
import { itemOf, UNKNOWN, type Item, type Value } from "./value.js";

/** A loop or function that is being evaluated, with the states at the jumps out of it. */
interface Frame {
  readonly kind: "loop" | "function";
  readonly base: State;
  readonly exits: State[];
  /** Whether a name of an outer scope is tainted at the end and was not tainted before. */
  hasGained: boolean;
  readonly returned: Value[];
  /** Items that a generator yields. */
  readonly yielded: Item[];
}

/** A body with handlers: the state before it, the values that were thrown in it, and the states at these jumps. */
interface Attempt {
  readonly base: State;
  readonly thrown: Value[];
  readonly exits: State[];
}

/** Maximum nesting depth of loops that are evaluated twice: a second iteration of deeper ones would find nothing more. */
const MAX_REPEATED_NESTING = 3;
/** Maximum number of iterations of a loop, which continue while an iteration taints another name. */
const MAX_ITERATIONS = 8;

/**
 * Evaluates statements. The states of a branch's arms are joined. Loops are evaluated at least twice, so that the second iteration sees
 * the values of the first.
 */
export class Statements implements StatementRunner {
  private readonly frames: Frame[] = [];
  /** The keys under which outputs are collected, innermost last. */
  private readonly collectors: string[] = [];
  private collected = 0;
  /** The bodies with handlers that are being evaluated, innermost last. */
  private readonly attempts: Attempt[] = [];

  constructor(private readonly engine: Evaluator) {}

  /** Returns the number of open frames and the number of open collectors, for `reset`. */
  mark(): readonly [frames: number, collectors: number] {
    return [this.frames.length, this.collectors.length];
  }

  /** Closes all frames and collectors that were opened since a mark. */
  reset([frames, collectors]: readonly [frames: number, collectors: number]): void {
    this.frames.length = frames;
    this.collectors.length = collectors;
  }

  get isRepeated(): boolean {
    return this.frames.at(-1)?.kind === "loop";
  }

  runAll(body: readonly Stmt[]): void {
    for (const statement of body)
      this.engine.nested(this.engine.whole, () => {
        this.run(statement);
      });
  }

  /** Evaluates the program's own statements. If one takes too many steps, only that one ends early. Returns false if any did. */
  runOwn(body: readonly Stmt[]): boolean {
    const { engine } = this;
    let isWhole = true;
    for (const statement of body) {
      engine.promise();
      isWhole =
        engine.attempt(() => {
          this.runAll([statement]);
        }) && isWhole;
    }
    return isWhole;
  }

  /** Evaluates a function's body and returns its value; calls `ended` if one of the program's own statements ended early. */
  runFunction(body: readonly Stmt[], ended: () => void): Value {
    let returned: readonly Value[] = [];
    let yielded: readonly Item[] = [];
    const output = this.collect(() => {
      ({ returned, yielded } = this.framed("function", true, () => {
        if (!this.engine.functions.isOwn) this.runAll(body);
        else if (!this.runOwn(body)) ended();
      }));
    });
    if (yielded.length > 0) return this.engine.list(yielded);
    const values = output === UNKNOWN ? returned : [...returned, output];
    return joinRecords(this.engine, values.length > 0 ? values : [UNKNOWN]);
  }

  /** Calls `run` and returns the outputs of the statements that it evaluates; UNKNOWN if there are none. */
  collect(run: () => void): Value {
    const key = `output${this.collected++}`;
    this.collectors.push(key);
    try {
      run();
    } finally {
      this.collectors.pop();
    }
    return this.engine.state.get(key) ?? UNKNOWN;
  }

  /** Adds a value to the outputs of the enclosing function or group, or replaces them, depending on the language. */
  private addOutput(value: Value, place: Place): void {
    const key = this.collectors.at(-1);
    if (key === undefined) return;
    const { state, traits } = this.engine;
    const before = traits.outputs === "all" ? state.get(key) : undefined;
    const all = [before, value].flatMap((each) =>
      each === undefined || each === UNKNOWN ? [] : (each.items ?? [itemOf(each, place)]),
    );
    state.set(
      key,
      before === undefined || value === UNKNOWN ? (before ?? value) : this.engine.list(all),
    );
  }

  /** Adds items to those that the enclosing generator yields. */
  yieldItems(items: readonly Item[]): void {
    this.target("return")?.yielded.push(...items);
  }

  private run(statement: Stmt): void {
    const { engine } = this;
    switch (statement.kind) {
      case "do":
        engine.evaluate(statement.value);
        return;
      case "output":
        return this.addOutput(engine.evaluate(statement.value), statement.value);
      case "branch":
        return this.branch(statement.arms, statement.total);
      case "loop":
        return this.loop(statement);
      case "block":
        engine.within(new Set(statement.locals), () => {
          this.runAll(statement.body);
        });
        return;
      case "try":
        return this.attempt(statement);
      case "leave":
        return this.leave(
          statement.how,
          statement.value ? engine.evaluate(statement.value) : UNKNOWN,
        );
      case "forget":
        return engine.bindings.forget(statement.target);
      case "outer":
        for (const name of statement.names)
          engine.scope.outer.set(name, statement.global ? "global" : "outer");
    }
  }

  /** Calls `run`, which evaluates code that may run or not, on a fork of the state, and returns the fork. */
  fork(run: () => void): State {
    const { engine } = this;
    const before = engine.state;
    const arm = before.fork();
    engine.state = arm;
    run();
    engine.state = before;
    return arm;
  }

  /** Joins the states after a branch into the current state; see {@link State.merge}. */
  merge(arms: readonly State[], total: boolean): readonly string[] {
    const { engine } = this;
    return engine.state.merge(arms, total, (values) => joinRecords(engine, values));
  }

  private branch(arms: readonly (readonly Stmt[])[], total: boolean): void {
    const ends = arms.map((arm) =>
      this.fork(() => {
        this.runAll(arm);
      }),
    );
    this.merge(ends, total);
  }

  private loop(statement: Extract<Stmt, { kind: "loop" }>): void {
    const { engine } = this;
    const turns =
      this.frames.filter((frame) => frame.kind === "loop").length < MAX_REPEATED_NESTING ? 2 : 1;
    let hasGained = false;
    for (let turn = 0; turn < turns || hasGained; turn++) {
      if (turn === MAX_ITERATIONS)
        return engine.limits.add(
          "steps",
          "a loop was evaluated for only some iterations",
          engine.whole,
        );
      ({ hasGained } = this.framed("loop", false, () => {
        if (statement.over) {
          const { target, value, keys } = statement.over;
          const over = engine.evaluate(value);
          const isKey = keys === true && over.fields !== null;
          engine.bindings.assign(target, isKey ? UNKNOWN : engine.elementOf(over), value);
        }
        this.runAll(statement.head);
        this.runAll(statement.body);
      }));
    }
  }

  private attempt(statement: Extract<Stmt, { kind: "try" }>): void {
    const { engine } = this;
    const { state } = engine;
    const attempt: Attempt = { base: state, thrown: [], exits: [] };
    this.attempts.push(attempt);
    let whole: State;
    try {
      whole = this.fork(() => {
        this.runAll(statement.body);
      });
    } finally {
      this.attempts.pop();
    }
    // an exception may occur at any point of the body, so a handler sees the values before and after it
    const handlers = statement.handlers.map((handler) =>
      this.fork(() => {
        const dead = whole.dead;
        whole.dead = false;
        this.merge([whole, ...attempt.exits], false);
        whole.dead = dead;
        engine.state.set(
          engine.bindings.keyOf(CAUGHT),
          joinRecords(engine, attempt.thrown.length > 0 ? attempt.thrown : [UNKNOWN]),
        );
        this.runAll(handler);
      }),
    );
    engine.state = whole;
    this.runAll(statement.otherwise);
    engine.state = state;
    this.merge([whole, ...handlers], true);
    this.runAll(statement.last);
  }

  /** Calls `run` in a new frame, and merges the states at its end and at the jumps out of it. */
  private framed(kind: Frame["kind"], total: boolean, run: () => void): Frame {
    const { engine } = this;
    const base = engine.state;
    const scopes = engine.scopeCount;
    const frame: Frame = { kind, base, exits: [], hasGained: false, returned: [], yielded: [] };
    this.frames.push(frame);
    const inner = base.fork();
    engine.state = inner;
    try {
      run();
    } finally {
      this.frames.pop();
      engine.state = base;
    }
    frame.hasGained = this.merge([inner, ...frame.exits], total).some(
      (key) => !isInner(key, scopes),
    );
    return frame;
  }

  private leave(how: "return" | "throw" | "loop", value: Value): void {
    const { engine } = this;
    const frame = this.target(how);
    if (how === "return") frame?.returned.push(value);
    const attempt = how === "throw" ? this.attempts.at(-1) : undefined;
    if (attempt !== undefined && !engine.state.dead) {
      attempt.thrown.push(value);
      attempt.exits.push(engine.state.since(attempt.base));
    }
    if (frame !== undefined) {
      // a jump in code that does not run has no effect
      if (!engine.state.dead) frame.exits.push(engine.state.since(frame.base));
      engine.state.dead = true;
    } else if (how === "throw") engine.state.dead = true;
  }

  /** Returns the innermost frame that a jump leaves; undefined for `throw` and outside loops and functions. */
  private target(how: "return" | "throw" | "loop"): Frame | undefined {
    if (how === "throw") return undefined;
    for (let at = this.frames.length - 1; at >= 0; at--) {
      const frame = this.frames[at];
      if (frame === undefined || (how === "loop" && frame.kind === "function")) return undefined;
      if (how === "loop" || frame.kind === "function") return frame;
    }
    return undefined;
  }
}
