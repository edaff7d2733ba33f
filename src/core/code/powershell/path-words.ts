/** `> FILE`, `1>>FILE`, `*> FILE`, and `2>FILE`, which does not redirect the output; the grammar reads a word if the blank is missing. */
const REDIRECT = /^(?:[2-6]>|[1*]?>>?\s*["']?([^"']*))/;
/** A variable followed by a path, or in the current folder. */
const PATH = /^(?:\$(?:\w+|\w+:\w+|\{[^{}\n]{1,80}\})[\\/]|\.{1,2}[\\/]\$\w)/;

/** Whether a word without quotes is a path that contains variables: `$env:TEMP\a.exe`. */
export function isPath(word: string): boolean {
  return PATH.test(word);
}

/** Returns the file to which a word redirects the output, undefined if it redirects something else; null if it is not a redirect. */
export function redirectOf(word: string): { readonly file: string | undefined } | null {
  const found = REDIRECT.exec(word);
  return found === null ? null : { file: found[1] };
}
