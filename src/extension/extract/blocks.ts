/** Elements that begin a block; every other element is inline. */
export const BLOCK_TAGS: ReadonlySet<string> = new Set(
  (
    "ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HGROUP " +
    "HR LI MAIN OL P PRE SECTION SUMMARY TABLE UL"
  ).split(" "),
);

/** Elements whose text is inline code. */
export const CODE_TAGS: ReadonlySet<string> = new Set(["CODE", "KBD", "SAMP", "TT"]);

/** Returns a fence that no line of `code` can close. */
export function fenceFor(code: string): string {
  if (!code.includes("```")) return "```";
  const longest = Math.max(0, ...Array.from(code.matchAll(/`{3,}/g), (run) => run[0].length));
  return "`".repeat(Math.max(3, longest + 1));
}

/** Returns the language of a code block in lower case, from the class of its code element or from its header, or an empty string. */
export function languageOf(code: Element, header: () => string): string {
  const language = /(?:^|\s)lang(?:uage)?-([\w+#.-]{1,32})(?!\S)/.exec(code.className)?.[1];
  if (language !== undefined) return language.toLowerCase();
  const word = header().trim();
  return /^[\w+#.-]{1,32}$/.test(word) ? word.toLowerCase() : "";
}
