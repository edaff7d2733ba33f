import type { FunctionExpr } from "../ir.js";
import type { Comparison } from "./compare-values.js";
import type { Evaluator } from "./evaluator.js";
import { listsOf, UNKNOWN, type Item, type Value } from "./value.js";

/** The number of calls of one function that are always evaluated with all of their arguments. */
const EXACT_CALLS = 8;

/** Maximum length of a string that can be plain; a longer one is not searched. */
const MAX_TEXT_LENGTH = 2000;
/** Maximum number of strings, items and fields of a value that can be plain; a larger one is not searched. */
const MAX_PARTS = 256;
/** Maximum nesting depth of lists and records in a value that can be plain. */
const MAX_DEPTH = 3;

/** Matches shell operators that pass text to a command. */
const PASSES_ON = /[|`]|[$<>]\(/;

const NAME = /[a-z_]\w*(?:\.\w+)*/gi;

/**
 * Removes plain arguments, which are strings, lists and records that cannot lead to a finding. It does so for a function that was
 * called several times, once much of the budget is used up: many calls of `log("…")` are then evaluated as one.
 */
export class PlainValues {
  /** The number of calls of each function so far. */
  private readonly calls = new Map<FunctionExpr, number>();

  constructor(private readonly engine: Evaluator) {}

  /** Counts a call, and returns the arguments with which it is to be evaluated, and whether none of them is relevant. */
  givenTo(code: FunctionExpr, args: readonly Item[], named: ReadonlyMap<string, Value>): Given {
    const calls = this.calls.get(code) ?? 0;
    this.calls.set(code, calls + 1);
    const isExact = calls < EXACT_CALLS || this.engine.options.budget.hasPlenty;
    const given = isExact ? { args, named } : this.reduced(args, named);
    const isPlain =
      !given.args.some((item) => isRelevant(item.value)) &&
      ![...given.named.values()].some(isRelevant);
    // the results of plain calls are joined, so they must not depend on the numbers in the arguments
    return isPlain
      ? { args: given.args.map(withoutNumber), named: given.named, isPlain }
      : { ...given, isPlain };
  }

  private reduced(args: readonly Item[], named: ReadonlyMap<string, Value>): Arguments {
    return {
      args: args.map((item) => ({ ...item, value: this.without(item.value) })),
      named: new Map([...named].map(([name, value]) => [name, this.without(value)])),
    };
  }

  /** Whether two values are equal, or neither is relevant. */
  areEqual(one: Value | undefined, other: Value | undefined, comparison: Comparison): boolean {
    if (one === other) return true;
    if (one !== undefined && other !== undefined && comparison.values(one, other, true))
      return true;
    const isExact = this.engine.options.budget.hasPlenty;
    return [one, other].every(
      (value) => value === undefined || !isRelevant(isExact ? value : this.without(value)),
    );
  }

  /** Returns a plain value without its strings, lists and fields; any other value unchanged. */
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

  /** Whether a string contains no operator or name that may belong to a finding. */
  private isPlainText(text: string): boolean {
    const { options, roles } = this.engine;
    this.engine.spend(text.length >> 8);
    if (text.length > MAX_TEXT_LENGTH || PASSES_ON.test(text) || options.mentions(text))
      return false;
    return !(text.match(NAME) ?? []).some((name) => roles.named(name).length > 0);
  }
}

interface Arguments {
  readonly args: readonly Item[];
  readonly named: ReadonlyMap<string, Value>;
}

/** The arguments with which a call is evaluated. */
export interface Given extends Arguments {
  /** Whether none of them is relevant. */
  readonly isPlain: boolean;
}

function withoutNumber(item: Item): Item {
  return item.value.constant === null
    ? item
    : { ...item, value: { ...item.value, constant: null } };
}

/** Whether a value has known content that may lead to a finding in a function to which it is passed. */
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
