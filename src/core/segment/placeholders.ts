import type { Source } from "../source.js";

/**
 * `{{ url }}`, `${{ x }}`, `#{url}`: templates are masked as a whole, whatever is between the braces. So is `${var.url}`: names
 * of shell variables have no dots.
 */
const TEMPLATE = new RegExp(
  "\\$?\\{\\{[^{}\\n]{0,200}\\}\\}|(?<!\\$)#\\{[^{}\\n]{0,200}\\}" +
    "|(?<![\\\\$])\\$\\{[A-Za-z_][\\w-]*(?:\\[[^[\\]{}\\n]{0,80}\\])?(?:\\.[\\w-]+(?:\\[[^[\\]{}\\n]{0,80}\\])?){1,9}\\}",
  "g",
);

/**
 * `<url>`, `<your url>`, `<https://…>`: no space inside at either end, no operator or descriptor (`<in.txt 2>err`) of a shell, nor
 * Perl's `<STDIN>`.
 */
const ANGLE =
  /(?<![<&])<(?!STDIN>)(?=[^\s<>=(&|;"'`$!])[^<>|;&()"'`$\n]{0,200}[^\s<>|;&()"'`$](?<![\s<]\d+)>(?![\w&>(])/g;

/** `{url}`: one brace, a name; no list (`{a,b}`), no range (`{1..3}`), no `${name}`, no descriptor of a redirect (`{fd}<`). */
const BRACE = /(?<![${\\])\{(?!\.)[A-Za-z_][\w:-]*(?:\.[\w:-]+)*(?: [\w:.-]+){0,5}\}(?![}<>])/g;

/** `[URL]` as a word or a part of a URL; a test or a glob has other characters around it, and two colons follow a PowerShell type. */
const SQUARE = /(?<=^|[\s"'/=@:])\[[A-Za-z][\w .:/-]{0,80}\](?=$|[\s"'/|;)&?:.])(?!::)/gm;

/** `[https://…](https://…)`: a URL that an editor turned into a link. */
export const LINK = /(?<=^|[\s"'])\[[^\s[\]()]{1,400}\]\(https?:\/\/[^\s()]{1,400}\)/gm;

/** `… | sh <1>`: a callout mark at the end of a line. */
const CALLOUT = /(?<=[ \t])<\d{1,2}>(?=[ \t]*$)/gm;

/**
 * Replaces placeholders by plain word characters, one for one, so that the shell grammar sees a word instead of a redirection,
 * group or comment. Real redirections, groups, tests and expansions are kept.
 */
export function maskPlaceholders(source: Source): Source {
  let masked = source.text;
  if (masked.includes("{")) masked = masked.replace(TEMPLATE, maskOf).replace(BRACE, maskOf);
  if (masked.includes("<")) {
    masked = masked.replace(CALLOUT, (mark) => " ".repeat(mark.length)).replace(ANGLE, maskOf);
  }
  if (masked.includes("[")) masked = masked.replace(LINK, maskOf).replace(SQUARE, maskOf);
  return source.overlay(masked);
}

/** Matches a part of the name of a placeholder for a URL or host. */
const URL_NAME = /ur[il]|address|host|link|path_smb/i;

/** Returns letters that replace a placeholder and encode whether it is named after a URL or host. */
function maskOf(placeholder: string): string {
  const letter = URL_NAME.test(placeholder) ? "u" : "x";
  return `\uFFFC${letter.repeat(placeholder.length - 1)}`;
}
