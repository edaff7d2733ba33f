/**
 * The identities of objects that are created from a class of the program: `CLASS#1`. A property that an instance does not have itself is
 * read from the class, which has what any instance was assigned last: methods that the program never calls are evaluated with the class.
 */

/** The separator of a class and the number of its instance. */
const MARK = "#";

/** Returns the identity of an instance. `each` is one of several in a list, `rest` stands for those that share their values. */
export function instanceOf(type: string, number: number | "each" | "rest"): string {
  return `${type}${MARK}${String(number)}`;
}

/** Returns the identity of the class of an instance, or of the same object in the class; null for any other object. */
export function sharedObject(object: string): string | null {
  const at = object.indexOf(MARK);
  return at < 0 ? null : object.slice(0, at) + object.slice(at).replace(/^#\w+/, "");
}

/** Whether an object stands for several instances, each of which keeps its values. */
export function isShared(object: string): boolean {
  return object.endsWith(`${MARK}rest`);
}

/** Whether an object is an instance, and not an object in one. */
export function isInstance(object: string): boolean {
  return /#\w+$/.test(object);
}
