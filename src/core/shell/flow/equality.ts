import { Source } from "../../source.js";

/**
 * Whether two things are the same to whoever goes on with them; what was made anew may be. Data is compared member by member,
 * the code of an argument by what it says and where it stands.
 */
export function alike(first: unknown, second: unknown): boolean {
  if (first === second) return true;
  if (
    !isObject(first) ||
    !isObject(second) ||
    Object.getPrototypeOf(first) !== Object.getPrototypeOf(second)
  )
    return false;
  if (first["text"] !== second["text"]) return false; // what most things differ in
  if (first instanceof Source)
    return second instanceof Source && alike(placeOf(first), placeOf(second));
  if (first instanceof Map && second instanceof Map) return alike([...first], [...second]);
  const names = Object.keys(first);
  return (
    names.length === Object.keys(second).length &&
    (names.length > 0 || Array.isArray(first)) &&
    names.every((name) =>
      name === "code" ? alike(codeOf(first), codeOf(second)) : alike(first[name], second[name]),
    )
  );
}

function isObject(thing: unknown): thing is Readonly<Record<string, unknown>> {
  return typeof thing === "object" && thing !== null;
}

function placeOf(source: Source): unknown {
  return source.origin(0, source.text.length);
}

function codeOf({ code }: Readonly<Record<string, unknown>>): unknown {
  return typeof code === "function" ? (code as () => unknown)() : code;
}
