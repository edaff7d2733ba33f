import type { Source } from "../../source.js";
import type { Place } from "../ir.js";
import { isRecord } from "./instances.js";
import type { Item, KnownText, Taint, Value } from "./value.js";

/** Maximum number of values that are compared; further ones count as different. */
const MAX_COMPARED = 1024;
/** Maximum nesting depth of lists that are compared. */
const MAX_DEPTH = 4;

/** Compares values, up to a number of items and strings: code that uses a value has the same effects with an equal one. */
export class Comparison {
  /** The work so far, in values and in parts of long strings. */
  work = 0;

  /**
   * Whether two values are equal.
   * @param isNamed whether the value is used under the name of a variable, so that its range is replaced at each use
   */
  values(one: Value, other: Value, isNamed = false, depth: number = MAX_DEPTH): boolean {
    if (one === other) return true;
    this.work++;
    return (
      depth > 0 &&
      this.work <= MAX_COMPARED &&
      one.truth === other.truth &&
      one.constant === other.constant &&
      one.created === other.created &&
      one.cut === other.cut &&
      one.bound === other.bound &&
      one.api?.path === other.api?.path &&
      one.api?.isVariable === other.api?.isVariable &&
      haveSameProperties(one, other) &&
      haveSameFunction(one, other) &&
      this.taints(one.taint, other.taint, isNamed) &&
      this.texts(one.texts, other.texts) &&
      this.lists(one, other, depth - 1)
    );
  }

  items(one: Item, other: Item | undefined, isNamed = false, depth: number = MAX_DEPTH): boolean {
    return (
      one === other ||
      (other !== undefined &&
        one.spread === other.spread &&
        (isNamed || isSamePlace(one, other)) &&
        this.values(one.value, other.value, isNamed, depth))
    );
  }

  /** Whether two lists have equal items. */
  list(
    one: readonly Item[],
    other: readonly Item[] | undefined,
    depth: number = MAX_DEPTH,
  ): boolean {
    return (
      one === other ||
      (one.length === other?.length &&
        this.work + one.length <= MAX_COMPARED &&
        one.every((item, at) => this.items(item, other[at], false, depth)))
    );
  }

  private lists(one: Value, other: Value, depth: number): boolean {
    if (one.items === null || other.items === null) return one.items === other.items;
    return (
      one.others.length === other.others.length &&
      this.list(one.items, other.items, depth) &&
      one.others.every((list, at) => this.list(list, other.others[at], depth))
    );
  }

  private taints(one: Taint | null, other: Taint | null, isNamed: boolean): boolean {
    if (one === other) return true;
    if (one === null || other === null) return false;
    const { command } = one;
    return (
      one.origin === other.origin &&
      one.role === other.role &&
      one.literal === other.literal &&
      isSamePlace(one.source, other.source) &&
      (isNamed || isSamePlace(one, other)) &&
      (command === other.command ||
        (command !== undefined &&
          other.command !== undefined &&
          this.sources(command, other.command)))
    );
  }

  private texts(one: readonly KnownText[], other: readonly KnownText[]): boolean {
    return one.length === other.length && one.every((text, at) => this.text(text, other[at]));
  }

  /** Whether two strings are the same and have the same origin. */
  text(one: KnownText, other: KnownText | undefined): boolean {
    return (
      one === other ||
      (one.cut === other?.cut &&
        one.isPartial === other?.isPartial &&
        isSamePlace(one.open, other?.open) &&
        isSamePlace(one.close, other?.close) &&
        this.sources(one.source, other?.source))
    );
  }

  private sources(one: Source, other: Source | undefined): boolean {
    if (one === other) return true;
    const { length } = one.text;
    this.work += 1 + (length >> 6);
    if (other === undefined || this.work > MAX_COMPARED || one.text !== other.text) return false;
    const [from, to] = one.origin(0, length);
    const [otherFrom, otherTo] = other.origin(0, length);
    return from === otherFrom && to === otherTo;
  }
}

function isSamePlace(one: Place | null | undefined, other: Place | null | undefined): boolean {
  return one?.start === other?.start && one?.end === other?.end;
}

/** Whether two values have the same properties, or none that are known by the object. */
function haveSameProperties(one: Value, other: Value): boolean {
  return one.object === other.object || !(isRecord(one) || isRecord(other));
}

function haveSameFunction({ closure: one }: Value, { closure: other }: Value): boolean {
  return (
    one === other ||
    (one !== null &&
      one.code === other?.code &&
      one.scope === other.scope &&
      one.self === other.self &&
      one.instance === other.instance)
  );
}
