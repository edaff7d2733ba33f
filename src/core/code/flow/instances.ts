import type { Value } from "./value.js";

// This file defines the identities of instances of the program's classes: `CLASS#1`. A property that an instance does not have is read
// from the class. The class also has the properties that were last set on any instance, because methods that the program never calls
// are evaluated with the class as the object.

/** The separator between a class and the number of an instance. */
const MARK = "#";

/** Returns the identity of an instance; `each` is for any of several in a list, `rest` for those that share their values. */
export function instanceOf(type: string, number: number | "each" | "rest"): string {
  return `${type}${MARK}${String(number)}`;
}

/**
 * Returns the identity of an instance's class; for an object in a property of an instance, that of the object in the same property of
 * the class. Returns null for any other object.
 */
export function sharedObject(object: string): string | null {
  const at = object.indexOf(MARK);
  return at < 0 ? null : object.slice(0, at) + object.slice(at).replace(/^#\w+/, "");
}

/** Whether an identity is that of several instances, so that an assignment does not replace the values of all of them. */
export function isShared(object: string): boolean {
  return object.endsWith(`${MARK}rest`);
}

/** Whether an object is an instance, and not an object in a property of one. */
export function isInstance(object: string): boolean {
  return /#\w+$/.test(object);
}

/** Whether the properties of a value are those of its object. */
export function isRecord(value: Value): boolean {
  return value.object !== null && (value.fields !== null || isInstance(value.object));
}

/** Whether several of the values are different records. */
export function areRecords(values: readonly Value[]): boolean {
  const first = values.find(isRecord);
  return (
    first !== undefined && values.some((each) => each.object !== first.object && isRecord(each))
  );
}
