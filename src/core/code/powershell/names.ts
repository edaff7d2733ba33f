/** A word without its backticks: before a letter that names a control character one stands for a sign that no name holds. */
export function unticked(word: string): string {
  return word.replace(/`(\S)/g, (_tick, letter: string) =>
    "0abefnrtuv".includes(letter) ? "\u001b" : letter,
  );
}

/** What a node that names something stands for, as patterns compare it: `[System.Convert]` is `convert`. */
export function nameValue({ text }: { readonly text: string }): string {
  return unticked(text)
    .replace(/^\[|\]$|["']/g, "")
    .toLowerCase()
    .replace(/^system\./, "");
}

/** What a function is called in the lowered program: variables have their own names. */
export function functionName(written: string): string {
  return `${unticked(written)
    .toLowerCase()
    .replace(/^(?:script|global|local|private):/, "")}()`;
}

const LITERAL = `'[^'\\n]{0,80}'|"[^"$\\n]{0,80}"`;
const JOINED = new RegExp(`^\\(\\s*(?:${LITERAL})(?:\\s*\\+\\s*(?:${LITERAL}))*\\s*\\)$`);

/** The name of a member as it is written, or as literals in parentheses give it: `('Down' + 'load')`. */
export function memberName(written: string): string {
  return JOINED.test(written)
    ? Array.from(written.matchAll(new RegExp(LITERAL, "g")), ([part]) => part.slice(1, -1)).join("")
    : written;
}
