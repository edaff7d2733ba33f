import type { FunctionExpr } from "../ir.js";
import type { Evaluator } from "./evaluator.js";
import { listsOf, UNKNOWN, type Item, type Value } from "./value.js";

/** How many calls of one function are evaluated with all of their arguments; more are while much of the budget is left. */
const EXACT_CALLS = 8;

/** Maximum length of a text, and number of parts of a value, that are searched for something relevant; larger ones stay as they are. */
const LONGEST_TEXT = 2000;
const MAX_PARTS = 256;
/** Maximum nesting depth of lists and records that are searched. */
const MAX_DEPTH = 3;

/** Matches the operators by which a shell passes text to a command. */
const PASSES_ON = /[|`]|[$<>]\(/;

const NAME = /[a-z_]\w*(?:\.\w+)*/gi;

/**
 * Replaces texts, lists and records that cannot lead to a finding. Once much of the budget is used up, a function that was called several
 * times does not distinguish between them, so that many calls of `log("…")` are one.
 */
export class PlainValues {
  /** How often each function was called. */
  private readonly calls = new Map<FunctionExpr, number>();

  constructor(private readonly engine: Evaluator) {}

  /** Counts a call, and returns the arguments with which it is evaluated. */
  givenTo(
    code: FunctionExpr,
    args: readonly Item[],
    named: ReadonlyMap<string, Value>,
  ): { readonly args: readonly Item[]; readonly named: ReadonlyMap<string, Value> } {
    const calls = this.calls.get(code) ?? 0;
    this.calls.set(code, calls + 1);
    if (calls < EXACT_CALLS || this.engine.options.budget.hasPlenty) return { args, named };
    return {
      args: args.map((item) => ({ ...item, value: this.without(item.value) })),
      named: new Map([...named].map(([name, value]) => [name, this.without(value)])),
    };
  }

  /** Whether two values are the same as far as they matter. */
  areEqual(one: Value | undefined, other: Value | undefined): boolean {
    if (one === other) return true;
    const isExact = this.engine.options.budget.hasPlenty;
    return [one, other].every(
      (value) => value === undefined || !isRelevant(isExact ? value : this.without(value)),
    );
  }

  /** Returns a value without its texts, lists and fields if it is plain. */
  private without(value: Value): Value {
    if (value.texts.length === 0 && value.items === null && value.fields === null) return value;
    return this.isPlain(value, MAX_DEPTH)
      ? { ...value, texts: [], items: null, others: UNKNOWN.others, fields: null }
      : value;
  }

  private isPlain(value: Value, depth: number): boolean {
    const { taint, texts, fields, closure, created, cut } = value;
    if (taint !== null || closure !== null || created !== null || cut === true) return false;
    const lists = listsOf(value);
    const parts = lists.reduce(
      (sum, list) => sum + list.length,
      texts.length + (fields?.length ?? 0),
    );
    if (parts > MAX_PARTS || depth === 0) return false;
    this.engine.spend(parts >> 2);
    return (
      texts.every(({ source: { text } }) => this.isPlainText(text)) &&
      lists.every((list) => list.every((item) => this.isPlain(item.value, depth - 1))) &&
      (fields ?? []).every((name) => {
        const field = this.engine.bindings.property(value, name);
        return field === undefined || this.isPlain(field, depth - 1);
      })
    );
  }

  /** Whether a text contains no operator or name that may belong to a finding. */
  private isPlainText(text: string): boolean {
    const { options, roles } = this.engine;
    this.engine.spend(text.length >> 8);
    if (text.length > LONGEST_TEXT || PASSES_ON.test(text) || options.mentions(text)) return false;
    return !(text.match(NAME) ?? []).some((name) => roles.named(name).length > 0);
  }
}

/** Whether a value is relevant, so that it is followed into a function. */
export function isRelevant(value: Value): boolean {
  return (
    value.taint !== null ||
    value.texts.length > 0 ||
    value.items !== null ||
    value.closure !== null ||
    value.fields !== null ||
    value.cut === true
  );
}
