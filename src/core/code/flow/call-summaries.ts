import type { FunctionExpr } from "../ir.js";
import { Comparison } from "./compare-values.js";
import type { Evaluator } from "./evaluator.js";
import { joinValues } from "./join-values.js";
import { withLiteral } from "./literals.js";
import type { Given, PlainValues } from "./plain-values.js";
import { isInner, scopeOfName, type Scope } from "./scope.js";
import type { Closure, Value } from "./value.js";

/** The number of calls of one function without relevant arguments that are always evaluated. */
const FIRST_PLAIN_CALLS = 3;
/** The number of evaluations of one function without relevant arguments whose results are kept. */
const KEPT_PLAIN_CALLS = 4;
/** The number of evaluations of one function with relevant arguments whose results are kept. */
const KEPT_CALLS = 8;
/** Maximum number of evaluations of a call in which different functions were not evaluated because they were already running. */
const MAX_ROUNDS = 3;

/** An evaluated call. */
interface Summary {
  readonly given: Given;
  readonly value: Value;
  /** The values of names that were set before the call. */
  readonly reads: readonly (readonly [key: string, value: Value | undefined])[];
  /** The values that the call left in names. */
  readonly writes: readonly (readonly [key: string, value: Value])[];
  /** Whether the call does not return. */
  readonly dead: boolean;
  /** The functions that were not evaluated in the call because they were already running. */
  readonly blocked: ReadonlySet<FunctionExpr>;
  /** The scopes around the function whose names were read: another function with the same code may have others. */
  readonly scopes: ReadonlySet<number>;
}

/** A call to be evaluated. */
interface Call {
  readonly code: FunctionExpr;
  readonly given: Given;
  /** The scopes whose names the function can read. */
  readonly scopes: ReadonlySet<number>;
}

/** The summaries of evaluated calls. A call that is given and reads the same as an earlier one has the same result. */
export class CallSummaries {
  /** The kept summaries, by function and by the instance on which a method is called. */
  private readonly kept = new Map<
    FunctionExpr,
    Map<string, { plain: Summary[]; other: Summary[] }>
  >();
  /** For each call that is being evaluated, the functions that were not evaluated in it. */
  private readonly open: Set<FunctionExpr>[] = [];

  constructor(
    private readonly engine: Evaluator,
    private readonly plainValues: PlainValues,
    private readonly active: ReadonlySet<FunctionExpr>,
  ) {}

  /** Records that a function was not evaluated because it is already running. */
  blocked(code: FunctionExpr): void {
    this.open.at(-1)?.add(code);
  }

  /** Returns the value of a call; calls `evaluate` unless a summary has it. */
  call(
    closure: Closure,
    code: FunctionExpr,
    given: Given,
    evaluate: () => Value | null,
  ): Value | null {
    const byInstance =
      this.kept.get(code) ?? new Map<string, { plain: Summary[]; other: Summary[] }>();
    this.kept.set(code, byInstance);
    const instance = closure.instance ?? "";
    const kept = byInstance.get(instance) ?? { plain: [], other: [] };
    byInstance.set(instance, kept);
    const { engine } = this;
    const scopes = scopesAround(engine.traits.scoping === "lexical" ? closure.scope : engine.scope);
    const called: Call = { code, given, scopes };
    const known = given.isPlain ? this.plain(kept.plain, called) : this.other(kept.other, called);
    if (known !== undefined) return known;
    const summary = this.evaluated(called, evaluate);
    if (summary === null) return null;
    if (given.isPlain) kept.plain = [...kept.plain.slice(-KEPT_PLAIN_CALLS + 1), summary];
    else kept.other = [...kept.other.slice(-KEPT_CALLS + 1), summary];
    return summary.value;
  }

  private evaluated({ code, given, scopes }: Call, evaluate: () => Value | null): Summary | null {
    const { engine } = this;
    const { state: outer } = engine;
    const firstScope = engine.scopeCount;
    const blocked = new Set<FunctionExpr>();
    let value: Value | null = null;
    this.open.push(blocked);
    try {
      const { reads, writes, dead } = outer.recorded((inner) => {
        engine.state = inner;
        try {
          value = evaluate();
        } finally {
          engine.state = outer;
        }
      });
      if (value === null) return null;
      blocked.delete(code);
      const outerReads = [...reads].flatMap(([key, each]) =>
        isInner(key, firstScope) ? [] : [[key, each.value] as const],
      );
      return {
        given,
        value,
        reads: outerReads,
        scopes: new Set(
          outerReads
            .flatMap(([key]) => scopeOfName(key) ?? [])
            .filter((scope) => scopes.has(scope)),
        ),
        writes: this.outerWrites(value, writes, firstScope),
        dead,
        blocked,
      };
    } finally {
      this.open.pop();
      for (const each of blocked) this.blocked(each);
    }
  }

  /** Returns the writes that code after a call can read: those to its local names only if a function may use them. */
  private outerWrites(
    value: Value,
    writes: ReadonlyMap<string, Value>,
    firstScope: number,
  ): Summary["writes"] {
    const outer = [...writes].filter(([key]) => key.includes(".") || !isInner(key, firstScope));
    const mayUse = ({ closure, items }: Value): boolean => closure !== null || items !== null;
    return mayUse(value) || outer.some(([, each]) => mayUse(each)) ? [...writes] : outer;
  }

  /** Returns the joined value of the earlier calls without relevant arguments if one of them has read the same. */
  private plain(earlier: readonly Summary[], { scopes }: Call): Value | undefined {
    if (earlier.length < FIRST_PLAIN_CALLS) return undefined;
    // a call that changes nothing is not evaluated again even if a function was skipped
    const found = this.usable(
      earlier,
      (summary) => isWithin(summary.scopes, scopes) && this.areSet(summary.reads),
      ({ writes }) => this.areSet(writes),
    );
    if (found === undefined) return undefined;
    this.apply(
      found,
      found.writes.filter((write) => !this.isSet(write)),
    );
    return withLiteral(joinValues(earlier.map(({ value }) => value)), null);
  }

  /** Returns the value of an earlier call with the same arguments that has read the same. */
  private other(earlier: readonly Summary[], { code, given, scopes }: Call): Value | undefined {
    if (code.parameters.some(({ reference }) => reference === true)) return undefined;
    // the items of a rest parameter keep their ranges
    const isNamed = !code.parameters.some(({ rest }) => rest);
    const found = this.usable(
      earlier,
      (summary) =>
        isWithin(summary.scopes, scopes) &&
        this.hasSameArguments(summary.given, given, isNamed) &&
        this.areSet(summary.reads),
    );
    if (found === undefined) return undefined;
    this.apply(found, found.writes);
    return found.value;
  }

  /**
   * Returns the summary of a call that was evaluated at least as far as a new evaluation would be. After {@link MAX_ROUNDS} calls that are
   * the same, their summaries are joined if no function was skipped in all of them that would be evaluated now.
   * @param isWhole tests whether a summary is usable although a function was skipped
   */
  private usable(
    earlier: readonly Summary[],
    isSame: (summary: Summary) => boolean,
    isWhole: (summary: Summary) => boolean = () => false,
  ): Summary | undefined {
    const areActive = (codes: readonly FunctionExpr[]): boolean =>
      codes.every((code) => this.active.has(code));
    const same: Summary[] = [];
    for (const summary of earlier) {
      if (!isSame(summary)) continue;
      if (areActive([...summary.blocked]) || isWhole(summary)) return summary;
      same.push(summary);
    }
    const [first] = same;
    if (first === undefined || same.length < MAX_ROUNDS) return undefined;
    const skipped = [...first.blocked].filter((code) =>
      same.every(({ blocked }) => blocked.has(code)),
    );
    return areActive(skipped) ? joined(first, same, skipped) : undefined;
  }

  private hasSameArguments(before: Given, now: Given, isNamed: boolean): boolean {
    const comparison = new Comparison();
    const isSame =
      before.args.length === now.args.length &&
      before.named.size === now.named.size &&
      before.args.every((item, at) => comparison.items(item, now.args[at], isNamed)) &&
      [...before.named].every(([name, value]) => {
        const other = now.named.get(name);
        return other !== undefined && comparison.values(value, other, isNamed);
      });
    this.engine.spend(comparison.work >> 5);
    return isSame;
  }

  /** Whether names have these values, or neither value is relevant. */
  private areSet(values: readonly (readonly [key: string, value: Value | undefined])[]): boolean {
    const comparison = new Comparison();
    this.engine.spend(values.length >> 3);
    const areSame = values.every((each) => this.isSet(each, comparison));
    this.engine.spend(comparison.work >> 5);
    return areSame;
  }

  private isSet(
    [key, value]: readonly [key: string, value: Value | undefined],
    comparison = new Comparison(),
  ): boolean {
    return this.plainValues.areEqual(this.engine.state.peek(key), value, comparison);
  }

  /** Makes some of the writes of an earlier call, and records its reads for the call around it. */
  private apply({ reads, dead, blocked }: Summary, writes: Summary["writes"]): void {
    const { state } = this.engine;
    this.engine.spend(writes.length >> 3);
    for (const [key] of reads) state.get(key);
    for (const code of blocked) this.blocked(code);
    state.apply(writes, dead);
  }
}

/** Returns the numbers of a scope and those around it. */
function scopesAround(scope: Scope): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (let at: Scope | null = scope; at !== null; at = at.parent) numbers.add(at.id);
  return numbers;
}

function isWithin(numbers: ReadonlySet<number>, all: ReadonlySet<number>): boolean {
  for (const number of numbers) if (!all.has(number)) return false;
  return true;
}

/** Returns the joined summary of calls that are the same, in each of which other functions were skipped. */
function joined(
  first: Summary,
  same: readonly Summary[],
  skipped: readonly FunctionExpr[],
): Summary {
  const writes = new Map<string, Value[]>();
  for (const [key, value] of same.flatMap((summary) => summary.writes)) {
    const values = writes.get(key);
    if (values === undefined) writes.set(key, [value]);
    else values.push(value);
  }
  return {
    ...first,
    value: joinValues(same.map(({ value }) => value)),
    writes: [...writes].map(([key, values]) => [key, joinValues(values)]),
    dead: same.every(({ dead }) => dead),
    blocked: new Set(skipped),
  };
}
