import type { WordValue } from "./predicates.js";

/** A name as written, without its arguments: `Open3::capture2` of `Open3::capture2("…")`. */
const NAME = /^[^\s("'`]*/;

/** Returns the name of a call, a type or a variable with dots between its parts, as queries identify calls of languages by name. */
export const dottedName: WordValue = ({ text }) =>
  (NAME.exec(text)?.[0] ?? text).replace(/::|->|:/g, ".").replace(/^\$/, "");
