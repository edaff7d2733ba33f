import { blanked, Closers, lowerCase } from "../../text-search.js";
import { SourceBuilder, type Source } from "../../source.js";
import { decodeEntities } from "../entities.js";
import type { InlinePiece } from "../running/inline-pieces.js";
import { readBuildCommands } from "./build-commands.js";
import { readClipboard, readComponents } from "./clipboard.js";
import { readInlineCode } from "../running/inline-code.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";
import { readVisualBasic } from "./visual-basic.js";

/** A tag, or the beginning of a comment; in components, an attribute's value may be an expression in braces. */
const TOKEN = new RegExp(
  "<!--|<(\\/?)([A-Za-z][\\w:-]*)" +
    "(?:\"[^\"]{0,1000}\"|'[^']{0,1000}'|\\{[^{}]{0,1000}\\}|\\{(?![^{}]{0,1000}\\})|[^<>\"'{])*>",
  "g",
);
const COMMENT = /<!--[^]*?(?:-->|$)/g;
/** Attributes with code or a URL: those of HTML, and those of frameworks, whose values are expressions. */
const HANDLER = new RegExp(
  "(?<=[\\s/\"'])(on:?[a-z][\\w:|.-]*|[@:][a-z:.-]+|\\([a-z][\\w:.-]*\\)|(?:v|x|ng|hx-on)[-:][\\w:.-]+" +
    "|(?:xlink:)?href|src|srcdoc|(?:form)?action|(?<=<exec\\s[^<>]{0,400})command)\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'|([^\\s\"'>][^\\s>]*))",
  "gi",
);
const CODE = new Set(["pre", "code", "kbd", "samp", "tt"]);
/** Elements whose content is not part of the running text of a page, or is a description. */
const RAW = new Set(["script", "style", "title", "description", "desc"]);
/** Inline elements, which do not end the text around them. */
const PHRASE = new Set([
  "a",
  "b",
  "i",
  "em",
  "strong",
  "span",
  "u",
  "s",
  "small",
  "big",
  "mark",
  "font",
  "del",
  "ins",
  "sub",
  "sup",
  "abbr",
  "cite",
  "q",
  "wbr",
]);
const BREAK = /<(?:br|div|p)\b/i;
/** Maximum length of a code element in running text, in UTF-16 code units. */
const MAX_ELEMENT_LENGTH = 5000;

/** Reads a component file: scripts, handlers and the expressions in its template are JavaScript; other text is not read. */
export function readComponent(tools: Tools, snippet: Snippet): void {
  readHtml(tools, snippet, readExpressions, true);
}

function readExpressions(tools: Tools, snippet: Snippet): void {
  for (const { index, 0: whole, 1: code = "" } of snippet.source.text.matchAll(
    /\{\{?([^{}]+)\}/g,
  )) {
    const end = index + whole.length - 1;
    tools.add(snippet, "javascript", snippet.source.slice(end - code.length, end));
  }
}

/** Reads HTML: scripts and handlers as JavaScript, code elements as code, and the rest by `readText`. */
export function readHtml(
  tools: Tools,
  snippet: Snippet,
  readText: (tools: Tools, snippet: Snippet) => void,
  component = false,
): void {
  const { text } = snippet.source;
  const html: Snippet = { ...snippet, kind: "html" };
  const uncommented = { ...html, source: withoutHtmlComments(html.source) };
  readClipboard(tools, uncommented);
  readComponents(tools, uncommented);
  readBuildCommands(tools, html);
  let plain = new SourceBuilder(snippet.source);
  let done = 0;
  const flush = (end: number): void => {
    plain.append(decodeEntities(snippet.source.slice(done, end)));
    if (plain.size > 0) readText(tools, { ...html, source: plain.build() });
    plain = new SourceBuilder(snippet.source);
  };
  const token = new RegExp(TOKEN);
  const closers = new Closers(lowerCase(text));
  for (let found = token.exec(text); found !== null && !tools.closed; found = token.exec(text)) {
    const [whole, slash = "", tag = ""] = found;
    const name = tag.toLowerCase();
    const opened = found.index + whole.length;
    const isComment = whole === "<!--";
    const isRead = slash === "" && (CODE.has(name) || RAW.has(name));
    const next = isComment
      ? closers.after("-->", opened)
      : isRead
        ? closers.before(`</${name}`, opened)
        : opened;
    if (isComment || isRead || !PHRASE.has(name)) flush(found.index);
    else plain.append(decodeEntities(snippet.source.slice(done, found.index)));
    if (isComment)
      tools.addShownRange(
        html,
        { start: found.index + 4, end: next },
        "comment",
        "is in an HTML comment",
      );
    else readHandlers(tools, html, snippet.source, found.index, opened);
    if (component)
      readExpressions(tools, { ...html, source: snippet.source.slice(found.index, opened) });
    if (isRead && (!component || name === "script"))
      readContent(tools, html, name, whole, opened, next);
    else if (isRead) readText(tools, { ...html, source: snippet.source.slice(opened, next) });
    done = token.lastIndex = next;
  }
  if (!tools.closed) flush(text.length);
}

/** Returns a source with spaces for its HTML comments. */
function withoutHtmlComments(source: Source): Source {
  return source.text.includes("<!--")
    ? source.overlay(source.text.replace(COMMENT, (comment) => blanked(comment)))
    : source;
}

/** Reads the element that begins with the tag `pieces[at]` of running text, and returns the offset at which running text continues. */
export function readElement(
  tools: Tools,
  snippet: Snippet,
  pieces: readonly InlinePiece[],
  at: number,
): number {
  const piece = pieces[at];
  if (piece === undefined) return 0;
  const { source } = snippet;
  const whole = source.text.slice(piece.start, piece.end);
  const name = /^<([a-z][\w:-]*)/i.exec(whole)?.[1]?.toLowerCase() ?? "";
  readHandlers(tools, snippet, source, piece.start, piece.end);
  const tag = { ...snippet, source: source.slice(piece.start, piece.end) };
  readClipboard(tools, tag);
  readComponents(tools, tag);
  if (!CODE.has(name) && !RAW.has(name)) return piece.end;
  for (let index = at + 1; index < pieces.length; index++) {
    const close = pieces[index];
    if (close === undefined) break;
    if (close.start > piece.end + MAX_ELEMENT_LENGTH) {
      const message = "a code element this long is read as running text";
      tools.limit("size", message, source, piece.end, close.start);
      break;
    }
    if (
      close.kind !== "tag" ||
      !source.text.slice(close.start, close.end).toLowerCase().startsWith(`</${name}`)
    )
      continue;
    readContent(tools, { ...snippet, kind: "html" }, name, whole, piece.end, close.start);
    return close.end;
  }
  return piece.end;
}

function readContent(
  tools: Tools,
  html: Snippet,
  name: string,
  openTag: string,
  start: number,
  end: number,
): void {
  if (
    !tools.mentions(html.source.text.slice(start, end)) &&
    !html.source.text.slice(start, end).includes("&")
  )
    return;
  if (name === "script") {
    const type = /\btype\s*=\s*["']?([^\s"'>]+)/i.exec(openTag)?.[1];
    if (
      type === undefined ||
      /^(?:module$|text\/(?:java|type|babel|jsx)|application\/(?:java|ecma))/i.test(type)
    ) {
      tools.add({ ...html, tag: "script" }, "javascript", html.source.slice(start, end));
    }
    if (/\b(?:type|language)\s*=\s*["']?[^\s"'>]*vbs/i.test(openTag))
      readVisualBasic(tools, { ...html, source: html.source.slice(start, end) });
    return;
  }
  if (RAW.has(name)) return;
  const inside = html.source.text.slice(start, Math.min(end, start + MAX_ELEMENT_LENGTH));
  const content = textContent(html.source, start, end);
  // Any element whose content has line breaks is a block of code.
  if (name === "pre" || BREAK.test(inside)) {
    const tag =
      languageOf(openTag) ??
      (inside.trimStart().startsWith("<")
        ? languageOf(inside.slice(0, inside.indexOf(">")))
        : null);
    tools.readCode({ ...html, source: content, tag });
  } else readInlineCode(tools, html, content);
}

/** Returns x for a tag with `class="language-x"`, `class="highlight-source-x"` or `lang="x"`; null for any other tag. */
function languageOf(tag: string): string | null {
  return (
    /(?:lang(?:uage)?-|highlight-source-|brush:\s*|\blang=["']?)([\w+-]+)/i
      .exec(tag)?.[1]
      ?.toLowerCase() ?? null
  );
}

/** Returns the text of an element: without tags, `<br>` as a line end, character references decoded. */
function textContent(source: Source, start: number, end: number): Source {
  const builder = new SourceBuilder(source);
  const tag = /<!--[^>]{0,1000}-->|<\/?([A-Za-z][\w:-]*)(?:\s[^<>]*)?\/?>/g;
  tag.lastIndex = start;
  let done = start;
  for (
    let found = tag.exec(source.text);
    found !== null && found.index < end;
    found = tag.exec(source.text)
  ) {
    const name = (found[1] ?? "").toLowerCase();
    if (!["", "br", "p", "div", "var"].includes(name) && !CODE.has(name) && !PHRASE.has(name))
      continue;
    builder.append(decodeEntities(source.slice(done, found.index)));
    done = found.index + found[0].length;
    if (name === "br" || name === "div" || name === "p") builder.replace("\n", found.index, done);
  }
  return builder.append(decodeEntities(source.slice(done, end))).build();
}

function readHandlers(
  tools: Tools,
  html: Snippet,
  source: Source,
  start: number,
  end: number,
): void {
  const tag = source.text.slice(start, end);
  if (!tag.includes("=") || !tools.mentions(tag)) return;
  for (const found of tag.matchAll(HANDLER)) {
    const value = found[2] ?? found[3] ?? found[4] ?? "";
    const at =
      start + found.index + found[0].length - (found[4] === undefined ? 1 : 0) - value.length;
    const name = (found[1] ?? "").toLowerCase();
    const isUrl = ["href", "src", "action"].some((ending) => name.endsWith(ending));
    const scheme = isUrl ? (/^\s*javascript:/i.exec(value)?.[0].length ?? -1) : 0;
    const code = decodeEntities(source.slice(at + Math.max(0, scheme), at + value.length));
    if (name === "srcdoc") {
      tools.readDocument({ ...html, tag: "html", source: code });
    } else if (name === "command") {
      // an MSBuild task
      if (tools.knowsWindows) tools.add({ ...html, kind: "html", tag: null }, "shell", code);
    } else if (scheme >= 0) tools.add({ ...html, kind: "html", tag: "script" }, "javascript", code);
  }
}
