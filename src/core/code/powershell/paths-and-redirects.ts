/**
 * Matches a redirection. Group 1 is the file to which the output is redirected (`> FILE`, `1>>FILE`, `*> FILE`); `2>FILE` does not
 * redirect the output. The grammar parses a redirection without spaces as a word.
 */
const REDIRECT = /^(?:[2-6]>|[1*]?>>?\s*["']?([^"']*))/;
/** Matches a path that begins with a variable, or a path relative to the current folder that contains one. */
const PATH = /^(?:\$(?:\w+|\w+:\w+|\{[^{}\n]{1,80}\})[\\/]|\.{1,2}[\\/]\$\w)/;

/** Whether an unquoted word is a path that contains a variable: `$env:TEMP\a.exe`. */
export function isPath(word: string): boolean {
  return PATH.test(word);
}

/** Whether a word is a redirection. */
export function isRedirect(word: string): boolean {
  return REDIRECT.test(word);
}

/** Returns the file to which a word redirects the output; undefined for any other word. */
export function outputFile(word: string): string | undefined {
  return REDIRECT.exec(word)?.[1];
}
