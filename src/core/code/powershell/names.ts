/** Returns a word without backticks. A backtick with a letter that is an escape (`` `n ``) becomes a character that no name contains. */
export function unticked(word: string): string {
  return word.replace(/`(\S)/g, (_tick, letter: string) =>
    "0abefnrtuv".includes(letter) ? "\u001b" : letter,
  );
}

/** Returns a name in the form that the query patterns contain: `convert` for `[System.Convert]`. */
export function nameValue({ text }: { readonly text: string }): string {
  return unticked(text)
    .replace(/^\[|\]$|["']/g, "")
    .toLowerCase()
    .replace(/^system\./, "");
}

/** Returns the name of a function in the lowered program, which differs from that of any variable. */
export function functionName(written: string): string {
  return `${unticked(written)
    .toLowerCase()
    .replace(/^(?:script|global|local|private):/, "")}()`;
}

/** Matches a string literal without variables. */
const LITERAL = `'[^'\\n]{0,80}'|"[^"$\\n]{0,80}"`;
/** Matches concatenated literals in parentheses. */
const JOINED = new RegExp(`^\\(\\s*(?:${LITERAL})(?:\\s*\\+\\s*(?:${LITERAL}))*\\s*\\)$`);

/** Returns the name of a member: as written, or concatenated from literals in parentheses (`('Down' + 'load')`). */
export function memberName(written: string): string {
  return JOINED.test(written)
    ? Array.from(written.matchAll(new RegExp(LITERAL, "g")), ([part]) => part.slice(1, -1)).join("")
    : written;
}
