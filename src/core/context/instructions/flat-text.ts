import { once } from "../../once.js";
import { allMatches } from "../../scan.js";
import type { Span } from "../../model.js";
import { lowerBound } from "../../text-search.js";
import type { Language } from "../language/prose-language.js";
import {
  ADDRESS,
  CODE,
  FILE_ADDRESS,
  LOCAL_ADDRESS,
  PASTE_ADDRESS,
} from "../sentence/mask-characters.js";

/** The words of a block without Markdown or HTML markup. A special character replaces each URL, and another one precedes inline code. */
export interface FlatText {
  readonly language: Language;
  readonly text: string;
  /** Returns the document range of a range of `text`. */
  origin(start: number, end: number): Span;
}

/**
 * Matches a character of a URL. Chinese and Japanese characters are excluded, because sentences in these languages continue after a
 * URL without a space.
 */
const URL_CHARACTER = "[^\\s<>\"'`)\\]|\\\\\\u3000-\\u9fff\\uff00-\\uffef]";
/** Matches a URL that begins with a scheme or with `www.`. */
const URL_TEXT = `(?:https?|ftp):\\/\\/${URL_CHARACTER}{3,2000}|www\\.${URL_CHARACTER}{3,2000}`;
/** Matches a URL that begins directly with any other host name. */
const BARE_HOST = `(?<![\\w./@-])(?:[a-z\\d-]{1,40}\\.){1,4}[a-z]{2,8}\\/${URL_CHARACTER}{2,500}`;
/** Matches the links, URLs and markup that are removed or replaced in the flat text. Named groups would take longer to read. */
const MARKUP = new RegExp(
  [
    "!\\[[^\\]\\n]{0,300}\\]\\([^)\\n]{0,2000}\\)", // an image
    "\\]\\(\\s{0,3}<?([^)\\s>]{1,2000})>?[^)\\n]{0,200}\\)", // 1: the target of a link, at its end
    "\\]\\[([^\\]\\n]{1,100})\\]", // 2: the label of a link, at its end
    "<a\\s[^>]{0,200}?href=[\"']?([^\"'\\s>]{1,2000})[^>]{0,200}>", // 3: the target of an element
    `<?(${URL_TEXT}|${BARE_HOST})>?`, // 4: an address without marks
    "<\\/?[a-z][^<>\\n]{0,200}>",
    "\\\\[nrt]",
    "(`{1,3})", // 5: a mark of inline code
    "([*~_[\\]]{1,3})", // 6: another mark
    "\\n[ \\t]{0,8}>",
    "&(?:nbsp|#160);",
  ].join("|"),
  "gi",
);

/** Matches punctuation after a bare URL that does not belong to it. */
const ENDING = /[.,;:!?'*_]{1,8}$/;

/** Returns the targets of the `[label]: https://…` lines of a document, by lower-case label. */
export function linkTargets(document: string): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  for (const [, label = "", target = ""] of allMatches(
    document,
    /^ {0,3}\[([^\]\n]{1,100})\]:[ \t]{0,8}<?(\S{1,2000})/gm,
  ))
    targets.set(label.toLowerCase(), target);
  return targets;
}

/** Returns the flat text of a span of the document; `targets` are its {@link linkTargets}. */
export function flatText(
  language: Language,
  document: string,
  [start, end]: Span,
  targets: ReadonlyMap<string, string>,
): FlatText {
  const written = document.slice(start, end);
  const words = flatten(language, written, targets, null);
  const origin = once(() => {
    const pieces = new Pieces(start);
    flatten(language, written, targets, pieces);
    return pieces;
  });
  return { language, text: words, origin: (from, to) => origin().origin(from, to) };
}

/** Returns the flat text of a text, and records its pieces if they are requested. */
function flatten(
  language: Language,
  written: string,
  targets: ReadonlyMap<string, string>,
  pieces: Pieces | null,
): string {
  let text = "";
  const copy = (from: number, to: number): void => {
    if (to <= from) return;
    pieces?.add(text.length, from, to, true);
    text += written.slice(from, to);
  };
  const add = (replacement: string, from: number, to: number): void => {
    pieces?.add(text.length, from, to, false);
    text += replacement;
  };
  let done = 0;
  let isCode = false;
  for (const match of allMatches(written, MARKUP)) {
    const [all, target, label, href, bare, tick, mark] = match;
    copy(done, match.index);
    done = match.index + all.length;
    const address =
      target ??
      href ??
      bare ??
      (label === undefined ? undefined : targets.get(label.toLowerCase()));
    if (address !== undefined) {
      const left = bare === undefined ? "" : (ENDING.exec(bare)?.[0] ?? "");
      const isRelative = bare === undefined && !ABSOLUTE.test(address);
      const replacement = isRelative
        ? LOCAL_ADDRESS
        : markOf(language, address.slice(0, address.length - left.length));
      add(
        target === undefined && label === undefined ? replacement : ` ${replacement}`,
        match.index,
        done - left.length,
      );
      copy(done - left.length, done);
    } else if (tick !== undefined) {
      isCode = !isCode;
      if (isCode) add(CODE, match.index, done);
    } else if (mark === undefined) add(" ", match.index, done);
    // in a page, asterisks may begin the items of a list
    else if (mark === "*" && written[done] === " " && isLineStart(written, match.index))
      copy(match.index, done);
  }
  copy(done, written.length);
  return text;
}

/** Whether only blanks precede an offset on its line, which is not the first line. */
function isLineStart(text: string, at: number): boolean {
  return /\n[ \t]{0,8}$/.test(text.slice(Math.max(0, at - 9), at));
}

/**
 * Matches addresses that do not count as the source of a download: hosts on this machine or on a local network, host names without a
 * dot, anchors, paths, and e-mail addresses.
 */
const LOCAL = new RegExp(
  [
    "^(?:https?:\\/\\/)?(?:localhost|127\\.|0\\.0\\.0\\.0|\\[::1\\]|10\\.|192\\.168\\.|172\\.(?:1[6-9]|2\\d|3[01])\\.)",
    "^(?:https?:\\/\\/)?[\\w-]{1,60}\\.(?:local|internal|lan)\\b",
    "^https?:\\/\\/[a-z][\\w-]{0,60}(?::\\d{1,5})?(?:[/?#]|$)",
    "^[#./]",
    "^mailto:",
  ].join("|"),
  "i",
);

/** Matches the target of a link that begins with a scheme or a host; any other target is a file beside the document. */
const ABSOLUTE = /^(?:[a-z][\w+.-]{1,20}:|\/\/|(?:[a-z\d-]{1,40}\.){1,4}[a-z]{2,8}(?:[/?#]|$))/i;

function markOf(language: Language, address: string): string {
  if (LOCAL.test(address)) return LOCAL_ADDRESS;
  if (language.test("paste-host", address)) return PASTE_ADDRESS;
  const isFile = language.test("program-file", address) && !language.test("product-page", address);
  return isFile ? FILE_ADDRESS : ADDRESS;
}

/** The pieces of a flat text, with their places in the document. */
class Pieces {
  private readonly all: { at: number; from: number; to: number; exact: boolean }[] = [];

  /** @param offset the offset of the written text in the document */
  constructor(private readonly offset: number) {}

  /** @param exact whether the piece, which begins at `at` in the flat text, is a copy of the written text */
  add(at: number, from: number, to: number, exact: boolean): void {
    this.all.push({ at, from: this.offset + from, to: this.offset + to, exact });
  }

  origin(start: number, end: number): Span {
    return [this.place(start, false), this.place(Math.max(start, end - 1), true) + 1];
  }

  private place(at: number, isEnd: boolean): number {
    const { all, offset } = this;
    const piece = all[lowerBound(all.length, (index) => (all[index]?.at ?? 0) > at) - 1];
    if (piece === undefined) return offset;
    if (piece.exact) return piece.from + at - piece.at;
    return isEnd ? piece.to - 1 : piece.from;
  }
}
