import { roleOf } from "../../query/role.js";
import type { Source } from "../../source.js";
import type {
  Argument,
  ComprehensionExpr,
  Expr,
  ModuleExpr,
  Place,
  Program,
  RecordExpr,
  Target,
} from "../ir.js";
import { Bindings } from "./bindings.js";
import { callValue } from "./call-value.js";
import { comprehended } from "./decoding-calls.js";
import type { ReachedLimits } from "./reached-limits.js";
import { assignLine } from "./command-lines.js";
import { codeValue } from "./code-value.js";
import { commandValue } from "./command-value.js";
import { Described } from "./described-processes.js";
import type { EngineOptions, Evaluator } from "./evaluator.js";
import { fillTemplate } from "./format-strings.js";
import { Functions } from "./functions.js";
import { GrownText } from "./grown-text.js";
import { carried, withJoined } from "./literals.js";
import { joinRecords } from "./joined-records.js";
import { spreadLists } from "./lists.js";
import { constantOf, elementOfRecord, spreadInto } from "./tables.js";
import type { LanguageTraits } from "./language-traits.js";
import type { Report } from "./report.js";
import { BudgetSpent, Meter } from "./meter.js";
import type { NodeRoles } from "./node-roles.js";
import { ProgramFiles } from "./program-files.js";
import { Scope } from "./scope.js";
import { State } from "./state.js";
import { Statements } from "./statement-evaluator.js";
import { StringLiterals } from "./string-literals.js";
import { joinTexts } from "./text-builder.js";
import { joinValues } from "./join-values.js";
import {
  apiAt,
  combine,
  itemOf,
  listsOf,
  MAX_ITEMS,
  strongest,
  UNKNOWN,
  withCut,
  type Item,
  type Value,
} from "./value.js";

/** The words by which a shell starts the interpreter of a language. */
const INTERPRETERS: ReadonlyMap<string, string> = new Map([
  ["python", "python3"],
  ["javascript", "node"],
]);

/** Evaluates a program: follows the possible values of its names and properties, and reports what is executed. */
export class Engine implements Evaluator {
  state = new State();
  scope = new Scope(0, null);
  readonly statements: Statements = new Statements(this);
  readonly bindings: Bindings = new Bindings(this);
  readonly functions: Functions = new Functions(this);
  readonly described: Described = new Described(this);
  readonly files: ProgramFiles = new ProgramFiles(this);
  /** Modules whose names were all imported: `from m import *`. */
  readonly stars: string[] = [];
  /** The number of scopes and instances created so far. A scope's number is the prefix of the keys of its names. */
  scopeCount = 1;
  private readonly strings = new StringLiterals(this);
  private readonly meter: Meter;

  constructor(
    readonly source: Source,
    readonly traits: LanguageTraits,
    readonly roles: NodeRoles,
    readonly report: Report,
    readonly limits: ReachedLimits,
    readonly options: EngineOptions,
  ) {
    this.meter = new Meter(source.text.length, options.budget, options.expired);
  }

  /** Evaluates a program; returns false if a part of it was not evaluated because the budget or the time was used up. */
  run(program: Program): boolean {
    const isWhole = this.statements.runOwn(program.body);
    this.state.dead = false;
    return (
      this.attempt(() => {
        this.functions.runUncalled();
      }) && isWhole
    );
  }

  /** Charges steps. If too few are left or the time has run out, throws {@link BudgetSpent}, which `attempt` catches. */
  spend(steps: number): void {
    this.meter.spend(steps, this.functions.isOwn);
  }

  /** Reserves steps for one of the program's own statements or calls, which begins now. */
  promise(): void {
    this.meter.promise();
  }

  /** The range of the whole program. */
  get whole(): Place {
    return { start: 0, end: this.source.text.length };
  }

  spendCharacters(length: number): boolean {
    return this.options.budget.spendCharacters(length) || this.meter.spendPromised(length);
  }

  spendLiteral(length: number): boolean {
    return this.options.budget.spendLiteral(length);
  }

  /** Calls `run`; restores the state and returns false if the budget or the time is used up before it ends. */
  attempt(run: () => void): boolean {
    const { state, scope, meter } = this;
    const { depth } = meter;
    const frames = this.statements.mark();
    try {
      run();
      return true;
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      this.state = state;
      this.scope = scope;
      meter.depth = depth;
      this.statements.reset(frames);
      return false;
    }
  }

  evaluate(expr: Expr): Value {
    this.spend(1);
    return this.nested(expr, () => this.valueOf(expr)) ?? UNKNOWN;
  }

  /** Calls `run` one nesting level deeper and returns its result; returns null and records a limit if that is too deep. */
  nested<T>(place: Place, run: () => T): T | null {
    const { meter } = this;
    if (meter.isTooDeep) {
      this.limits.add("depth", "calls, statements and expressions are nested too deeply", place);
      return null;
    }
    meter.depth++;
    const value = run();
    meter.depth--;
    return value;
  }

  private valueOf(expr: Expr): Value {
    switch (expr.kind) {
      case "name":
        return this.bindings.name(expr);
      case "member":
        return this.bindings.member(expr);
      case "index":
        return this.bindings.index(expr);
      case "call":
        return callValue(this, expr);
      case "text":
        return this.strings.valueOf(expr);
      case "constant":
        return {
          ...UNKNOWN,
          truth: expr.truth,
          constant: expr.number === null ? null : Number(expr.number),
        };
      case "list":
        return this.list(this.itemsOf(expr.items));
      case "record":
        return this.record(expr);
      case "assign":
        return this.assignment(expr.target, expr.operator, expr.value, expr);
      case "yield":
        this.statements.yieldItems(this.itemsOf([expr.item]));
        return UNKNOWN;
      case "choice":
        this.each(expr.tested);
        return joinRecords(this, this.each(expr.options));
      case "concat":
        return this.concat(
          this.itemsOf(expr.operands.map((value) => ({ name: null, spread: false, value }))),
        );
      case "format":
        return fillTemplate(this, this.evaluate(expr.template), this.formatValues(expr.values));
      case "carry":
        return carried(this.each(expr.operands));
      case "inert":
        this.each(expr.operands);
        // `(Get-FileHash FILE).Hash -ne $sum`
        this.files.compare();
        return UNKNOWN;
      case "sequence":
        return this.each(expr.operands).at(-1) ?? UNKNOWN;
      case "comprehension":
        return this.comprehension(expr);
      case "group":
        return this.statements.collect(() => {
          this.statements.runAll(expr.body);
        });
      case "command":
        return commandValue(this, expr);
      case "function":
        return this.functions.closure(expr, null);
      case "class":
        return this.functions.classValue(expr);
      case "module":
        return this.module(expr);
      case "code":
        return codeValue(this, expr, this.strings.valueOf(expr.value));
    }
  }

  private module(expr: ModuleExpr): Value {
    if (expr.path.endsWith(".*")) this.stars.push(expr.path.slice(0, -2));
    const dot = expr.path.lastIndexOf(".");
    const path = this.roles.has("scope.global", expr.path.slice(0, Math.max(dot, 0)))
      ? expr.path.slice(dot + 1)
      : expr.path;
    return { ...UNKNOWN, api: apiAt(expr, path) };
  }

  interpreterOf({ api }: Value, place: Place): string | null {
    if (api === null || roleOf(this.roles.of(api, place), "sink.self") === null) return null;
    return INTERPRETERS.get(this.traits.language ?? "") ?? null;
  }

  each(exprs: readonly Expr[]): Value[] {
    return exprs.map((expr) => this.evaluate(expr));
  }

  itemsOf(args: readonly Argument[]): Item[] {
    return args.map((arg) => this.item(arg));
  }

  item({ value, spread, at }: Argument): Item {
    return {
      value: this.evaluate(value),
      spread,
      start: value.start,
      end: value.end,
      roles: this.roles.at(at ?? value),
    };
  }

  list(items: readonly Item[]): Value {
    const lists = spreadLists(this, items);
    const [flat = [], ...others] = lists;
    const most = Math.max(items.length, MAX_ITEMS);
    return {
      ...UNKNOWN,
      items: flat.slice(0, most),
      others: others.map((list) => list.slice(0, most)),
      taint: strongest(flat.map((item) => item.value.taint)),
      ...((lists.some((list) => list.length > most) ||
        items.some(({ spread, value }) => spread && value.cut === true)) && { cut: true as const }),
    };
  }

  private formatValues(expr: Expr): Item[] {
    const value = this.evaluate(expr);
    return value.items ? [...value.items] : [itemOf(value, expr)];
  }

  concat(items: readonly Item[]): Value {
    const values = items.map((item) => item.value);
    if (values.some((value) => value.items !== null))
      return this.list(items.map((item) => ({ ...item, spread: item.value.items !== null })));
    return withJoined(this, { ...combine(values), texts: joinTexts(this, items, "") }, items);
  }

  private record(expr: RecordExpr): Value {
    const object = `record${expr.start}`;
    const fields: string[] = [];
    const others: Value[] = [];
    const set = (name: string, stored: Value): void => {
      this.state.set(`${object}.${name}`, stored);
      fields.push(name);
    };
    for (const { key, spread, value } of expr.entries) {
      const stored =
        value.kind === "function" ? this.functions.closure(value, object) : this.evaluate(value);
      if (key !== null) {
        set(key, stored);
        this.described.assigned(key, itemOf(stored, value));
        if (this.traits.spansCalls) assignLine(this, key, itemOf(stored, value));
      } else if (spread) others.push(...spreadInto(this, stored, set));
      else others.push(stored);
    }
    return { ...combine(others), object, fields };
  }

  private assignment(target: Target, operator: string, expr: Expr, place: Place): Value {
    const value = this.evaluate(expr);
    const assigned = operator === "=" ? value : this.augmented(target, operator, value, expr);
    this.bindings.assign(target, assigned, place);
    if (target.kind === "name" && expr.kind === "call") this.functions.callAgain(expr, target.name);
    if (target.kind === "name") this.described.assigned(target.name, itemOf(assigned, target));
    else if (target.kind === "member" && this.traits.spansCalls)
      assignLine(this, target.property, itemOf(assigned, expr));
    else if (target.kind === "member" && this.traits.isLoose)
      this.described.assignedMember(target, itemOf(assigned, expr));
    else if (target.kind === "items" && this.traits.isLoose) {
      // `cmd.Stdin, err = other.StdoutPipe()`
      const [first] = target.items;
      if (first?.kind === "member") this.described.assignedMember(first, itemOf(assigned, expr));
    }
    return assigned;
  }

  private augmented(target: Target, operator: string, value: Value, expr: Expr): Value {
    if (target.kind === "items" || target.kind === "fields") return value;
    const before = this.evaluate(target);
    if (["||=", "&&=", "??="].includes(operator)) return joinValues([before, value]);
    if (operator !== "+=") return combine([before, value]);
    const more = itemOf(value, expr);
    return before.items === null
      ? this.appended(before, more)
      : this.concat([itemOf(before, target), more]);
  }

  /** Returns a string with another one appended. */
  appended(before: Value, more: Item): Value {
    const texts = before.texts.map((text) => GrownText.of(this, text, more));
    const items = [itemOf(before, more), more];
    return withJoined(this, { ...combine([before, more.value]), texts }, items);
  }

  private comprehension(expr: ComprehensionExpr): Value {
    const names = new Set<string>();
    for (const loop of expr.loops) if (loop.target.kind === "name") names.add(loop.target.name);
    return this.within(names, () => {
      let list = UNKNOWN;
      for (const loop of expr.loops) {
        list = this.evaluate(loop.over);
        this.bindings.assign(loop.target, this.elementOf(list), loop.over);
      }
      this.each(expr.tested);
      return comprehended(this, expr, list, this.evaluate(expr.body));
    });
  }

  /** Returns the value of the loop variable for a loop over `value`: any of its items, or what a table contains. */
  elementOf(value: Value): Value {
    if (value.items === null)
      return elementOfRecord(this, value) ?? constantOf(this, value) ?? combine([value]);
    const lists = listsOf(value);
    this.spend(lists.reduce((sum, list) => sum + list.length, 0) >> 2);
    const elements = lists.flatMap((list) => list.map((item) => item.value));
    // the value may also be another list, of which only the taint is known
    const isOther = value.taint !== null && elements.every(({ taint }) => taint === null);
    const element = joinRecords(this, isOther ? [...elements, combine([value])] : elements);
    return withCut(element, value);
  }

  /** Calls `run` in a new scope with these names. @param hides tells which other variables of outer scopes are not visible in it */
  within<T>(
    names: ReadonlySet<string>,
    run: () => T,
    hides: ((name: string) => boolean) | null = null,
  ): T {
    const before = this.scope;
    this.scope = new Scope(this.scopeCount++, before, names, hides);
    try {
      return run();
    } finally {
      this.scope = before;
    }
  }
}
