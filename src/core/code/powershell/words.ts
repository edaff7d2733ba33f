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

/** What a function is called in the lowered program: variables have names of their own. */
export function functionName(written: string): string {
  return `${unticked(written)
    .toLowerCase()
    .replace(/^(?:script|global|local|private):/, "")}()`;
}
