import { phpBlocks, withoutPhp } from "../../lex/php-blocks.js";
import { SourceBuilder, type Source } from "../../source.js";
import { Closers } from "../../text-search.js";
import { sniffSigns } from "../unmarked/sniff-signs.js";

/** A page with code between `<%` and `%>`, or with PHP. */
export interface Scriptlets {
  /** The code of the page as one program. */
  readonly program: Source;
  readonly tag: string;
  /** The page without the code. */
  readonly rest: Source;
}

/** The languages of templates with such code, by the tag of the page. */
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ["erb", "ruby"],
  ["ejs", "javascript"],
  ["jsp", "java"],
]);
/** A directive that names the language: `<%@ Page Language="C#" %>`. */
const DIRECTIVE = /<%@[^%]{0,400}\blanguage\s*=\s*["']?([\w#]+)/i;
/** A directive that only JSP has. */
const JSP = /<%@\s*(?:page\s+(?:import|contentType|pageEncoding|session)|taglib)\b/;

/** Returns the code of a page whose language is known, and the rest of the page; null if it has no such code. */
export function scriptletsOf(page: Source, tag: string | null): Scriptlets | null {
  const { text } = page;
  const php = [...phpBlocks(text)];
  if (php.length > 0) {
    const [program, rest] = withoutPhp(page, php);
    return { program, tag: "php", rest };
  }
  if (!text.includes("<%")) return null;
  const program = new SourceBuilder(page);
  const rest = new SourceBuilder(page);
  const closers = new Closers(text);
  let done = 0;
  for (let at = text.indexOf("<%"); at >= 0; at = text.indexOf("<%", done)) {
    const isComment = text.startsWith("<%--", at);
    const end = isComment ? closers.after("--%>", at) : closers.after("%>", at);
    rest.copy(done, at).replace("\n", at, end);
    const [, mark = ""] = /^<%([@=!#:%-]?)/.exec(text.slice(at, at + 3)) ?? [];
    const close = text.startsWith("%>", end - 2) ? end - 2 : end;
    // directives and comments contain no code
    if (!isComment && !["@", "#", "%"].includes(mark)) {
      program.copy(at + 2 + mark.length, close);
      const isValue = mark === "=" || mark === ":" || mark === "-";
      program.replace(isValue ? ";\n" : "\n", close, end);
    }
    done = end;
  }
  const code = program.build();
  const language = pageLanguage(text, tag) ?? sniffSigns(code.text);
  if (language === null) return null;
  return { program: code, tag: language, rest: rest.copy(done, text.length).build() };
}

function pageLanguage(text: string, tag: string | null): string | null {
  const known = LANGUAGES.get(tag ?? "");
  if (known !== undefined) return known;
  const named = DIRECTIVE.exec(text)?.[1]?.toLowerCase();
  if (named === "c#" || named === "csharp") return "csharp";
  if (named === "java" || JSP.test(text)) return "java";
  return named ?? null;
}
