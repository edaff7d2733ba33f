/**
 * Matches a redirect of the output, `> FILE`, `1>>FILE`, `*> FILE`, and `2>FILE`, which does not redirect it. The grammar reads a word if
 * the space is missing.
 */
const REDIRECT = /^(?:[2-6]>|[1*]?>>?\s*["']?([^"']*))/;
/** Matches a variable followed by a path, or a path from the current folder with a variable. */
const PATH = /^(?:\$(?:\w+|\w+:\w+|\{[^{}\n]{1,80}\})[\\/]|\.{1,2}[\\/]\$\w)/;

/** Whether a word without quotes is a path that contains variables: `$env:TEMP\a.exe`. */
export function isPath(word: string): boolean {
  return PATH.test(word);
}

/** Whether a word is a redirect. */
export function isRedirect(word: string): boolean {
  return REDIRECT.test(word);
}

/** Returns the file to which a word redirects the output; undefined for any other word. */
export function outputFile(word: string): string | undefined {
  return REDIRECT.exec(word)?.[1];
}
