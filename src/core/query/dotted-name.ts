import type { WordValue } from "./predicates.js";

/** A name as it is written, without what it is called with: `Open3::capture2` of `Open3::capture2("…")`. */
const NAME = /^[^\s("'`]*/;

/** The name of a call, a type or a variable with dots between its parts, as queries tell the calls of languages by names. */
export const dottedName: WordValue = ({ text }) =>
  (NAME.exec(text)?.[0] ?? text).replace(/::|->|:/g, ".").replace(/^\$/, "");
