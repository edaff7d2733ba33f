import { LinkifyIt, type Match, type SchemaOpts } from "linkify-it";
import type { Entity } from "../entity.js";

/** Validates the part after the scheme as linkify does for `http:`. */
const likeHttp: SchemaOpts = {
  validate: (text, position, { re }) => {
    const pattern = re.get_http_validator();
    pattern.lastIndex = position;
    return pattern.exec(text)?.[0].length ?? 0;
  },
};

/** Validates the part after `file:`, which has a path and rarely a host. */
const localFile: SchemaOpts = {
  validate: (text, position) => {
    const pattern = /\/\/[^\s"'`<>]{1,4096}/y;
    pattern.lastIndex = position;
    return pattern.exec(text)?.[0].length ?? 0;
  },
};

/** Finds links in a text; exported for its tests. */
export const linkify = new LinkifyIt({
  fuzzyLink: true,
  fuzzyEmail: true,
  urlAuth: true,
  maxLength: 1 << 16,
});
for (const scheme of ["ws:", "wss:", "sftp:", "ssh:", "git:", "s3:"]) linkify.add(scheme, likeHttp);
linkify.add("file:", localFile);
// `//` starts a comment in many languages.
linkify.add("//", null);

/** Matches a character at which a URL in a command ends: a quote, an expansion, an operator or whitespace. */
const SHELL_END = /["'`$()<>|;\\{}^]|[\p{Z}\p{Cc}\p{Cf}]|&(?!(?:amp;)?[\w.%+[\]~-]*=)/u;

/** Matches common top-level domains. A name with another ending, such as `node.js` or `obj.id`, is usually a file or a member. */
const COMMON_DOMAINS = /\.(?:com|org|net|edu|gov)$/i;

/** Matches a word with `.`, `:` or `@` before its last character, which every link contains, but few words of prose. */
const CANDIDATE = /(?<![^ \t\r\n])[^ \t\r\n.:@]*[.:@][^ \t\r\n]+/g;

/** A link, with its offsets in the whole text. */
type Link = Pick<Match, "schema" | "index" | "lastIndex" | "raw">;

/** Returns the URLs and mail addresses in a text. */
export function recognizeLinks(text: string): Entity[] {
  return linksOf(text).flatMap((link) => {
    const entity = link.schema === "mailto:" ? mail(link) : url(text, link);
    return entity === undefined ? [] : [entity];
  });
}

/** Returns the links that linkify finds in a text. Only words that can contain a link are searched. */
export function linksOf(text: string): Link[] {
  const links: Link[] = [];
  for (const { index: start, 0: run } of text.matchAll(CANDIDATE)) {
    for (const { schema, index, lastIndex, raw } of linkify.match(run) ?? []) {
      links.push({ schema, index: start + index, lastIndex: start + lastIndex, raw });
    }
  }
  return links;
}

/** Whether a value contains a character at which a URL in a command ends. */
export function hasShellEnd(value: string): boolean {
  return SHELL_END.test(value);
}

/** Whether the value at an offset is a URL with a scheme, or probably a URL without one. */
export function isUrl(text: string, start: number, value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(value) || isBareUrl(text, start, value);
}

function mail({ index, lastIndex, raw }: Link): Entity | undefined {
  const prefix = /^mailto:/i.exec(raw)?.[0].length ?? 0;
  return { type: "EMAIL_ADDRESS", start: index + prefix, end: lastIndex, score: 0.95 };
}

function url(text: string, match: Link): Entity | undefined {
  const raw = text.slice(match.index, match.lastIndex);
  const shellEnd = raw.search(SHELL_END);
  const kept = shellEnd < 0 ? raw : raw.slice(0, shellEnd);
  const end = match.index + kept.length;
  if (match.schema === "" && !isBareUrl(text, match.index, kept)) return undefined;
  if (!/[\p{L}\p{N}]/u.test(kept.replace(/^[a-z]+:\/*/i, ""))) return undefined;
  return { type: "URL", start: match.index, end, score: match.schema === "" ? 0.5 : 0.85 };
}

/** Whether a value without a scheme begins with a host, and not with a file name or a member of an object. */
function isBareUrl(text: string, start: number, raw: string): boolean {
  const before = text[start - 1];
  if (before !== undefined && !/[\s"'`([<=,|;]/.test(before)) return false;
  const host = raw.split(/[/:?#]/, 1)[0] ?? "";
  if (/^www\./i.test(host)) return true;
  if (raw[host.length] === "/") return true;
  return COMMON_DOMAINS.test(host) && !/[([=]/.test(text[start + raw.length] ?? "");
}
