import type { Finding } from "../../core/index.js";

/** A word, with or without quotes, that contains no characters special to a shell. */
const WORD = String.raw`(?:[\w./:@%+,=~-]+(?:\?[\w./:@%+,=&-]+)?|'[^'"\\\n$\u0060<>|;()]*'|"[^'"\\\n$\u0060<>|;()]*")`;
const WORDS = String.raw`${WORD}(?:[ \t]+${WORD})*`;
const FETCHER = String.raw`(?<fetch>(?:curl|wget|irm|iwr|Invoke-RestMethod|Invoke-WebRequest)(?:[ \t]+${WORD})+)`;

/**
 * The supported shapes of commands: a pipe, an interpreter with a single substitution, and a simple command, each of plain words. Anything
 * else could contain a hidden address.
 */
const SHAPES: readonly RegExp[] = [
  String.raw`^${FETCHER}(?<rest>(?:[ \t]*\|&?[ \t]*${WORDS})+)$`,
  String.raw`^(?<rest>${WORDS})[ \t]*(?:<[ \t]*)?<\([ \t]*${FETCHER}[ \t]*\)$`,
  String.raw`^(?<rest>${WORDS})[ \t]*(?:<<<[ \t]*)?"?(?:\$\([ \t]*${FETCHER}[ \t]*\)|\u0060${FETCHER.replace("<fetch>", "<ticks>")}\u0060)"?$`,
  String.raw`^(?<rest>iex|Invoke-Expression)[ \t]*\([ \t]*${FETCHER}[ \t]*\)$`,
  String.raw`^(?<rest>${WORDS})$`,
].map((shape) => new RegExp(shape, "i"));

/** The options of fetchers that are known to be harmless: without a value, with a value, and those that select standard output. */
const OPTIONS = {
  curl: {
    alone:
      /^(?:--(?:fail|fail-with-body|silent|show-error|location|compressed|progress-bar|no-progress-meter|tlsv1(?:\.[0-3])?|ssl-reqd|http[\d.]+|ipv[46]|no-buffer|globoff|retry-connrefused|retry-all-errors|verbose)|-[fsSLqvN46#g]+)$/,
    valued:
      /^(?:--(?:proto|proto-redir|retry|retry-delay|retry-max-time|max-time|connect-timeout|tls-max)|-[fsSLqvN46#g]*m)$/,
    output: /^(?:--output|-[fsSLqvN46#g]*o)$/,
    outputJoined: /^-[fsSLqvN46#g]*o-$|^--output=-$/,
  },
  wget: {
    alone:
      /^(?:--(?:quiet|no-verbose|https-only|show-progress|no-cache|inet[46]-only|retry-connrefused|verbose)|--secure-protocol=\w+|--tries=\d+|--timeout=\d+|-nv|-[q46v]+)$/,
    valued: /^(?:-[q46v]*[tT]|--tries|--timeout)$/,
    output: /^(?:--output-document|-[qnv46]*O)$/,
    outputJoined: /^-[qnv46]*O-$|^--output-document=-$/,
  },
  powershell: {
    alone: /^-(?:useb|usebasicparsing|uri)$/i,
    valued: /^$/,
    output: /^$/,
    outputJoined: /^$/,
  },
} as const;

/** Text that could be an address: a URL, a host with a port or path, an IP address, or a `/dev/tcp` path. */
const ADDRESS =
  /[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>|;()]+|\/dev\/(?:tcp|udp)\/\S+|(?:[\w.-]+@)?\blocalhost\b\S*|(?<![\w./~-])(?:[\w.-]+@)?(?:[\w-]+\.)+[a-z]{2,}(?::[^\s"'`<>|;()]*|\/[^\s"'`<>|;()]*)?|(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}\S*/gi;
/** Commands that can fetch, even from a host without a dot in its name, which ADDRESS does not match. */
const FETCHES =
  /\b(?:curl|wget|irm|iwr|invoke-\w+|aria2c|axel|fetch|https?|xhs?|nc|ncat|netcat|ssh|scp|rsync|git|lynx|w3m)\b/i;
/** Dotted names without a port or path that are files more often than hosts. */
const FILE_NAME =
  /^[\w-]+(?:\.[\w-]+)*\.(?:sh|bash|zsh|ps1|py|js|mjs|cjs|ts|rb|pl|json|ya?ml|toml|ini|cfg|conf|env|txt|md|log|lock|pem|gz|tgz|xz|zip|exe|deb|rpm)$/i;

/** Maximum length of a trusted command and of its lines, in UTF-16 code units: the time to search them for addresses is quadratic. */
const MAX_LENGTH = 4096;

/**
 * Whether a command is trusted: every address in it is trusted, and no part of it could contain another address. A command with a
 * proxy, an option that is not known to be harmless, a variable or a second fetcher is not trusted.
 * @param text the text in which the finding was found
 */
export function isTrusted(finding: Finding, text: string, trusted: ReadonlySet<string>): boolean {
  if (trusted.size === 0 || finding.text.length > MAX_LENGTH) return false;
  if (finding.trace.some(({ step }) => step === "decode")) return false;
  const command = joined(finding.text);
  const shape = SHAPES.map((each) => each.exec(command)?.groups).find(
    (groups) => groups !== undefined,
  );
  if (shape === undefined) return false;
  const fetch = shape["fetch"] ?? shape["ticks"];
  if (fetch !== undefined && (!isTrustedFetch(fetch, trusted) || FETCHES.test(shape["rest"] ?? "")))
    return false;
  const lines = linesAround(finding, text);
  if (lines === null) return false;
  const addresses = addressesIn(joined(lines));
  return addresses.length > 0 && addresses.every((address) => trusted.has(address));
}

function joined(command: string): string {
  return command.replace(/\\\r?\n/g, " ");
}

/** Whether all operands of a fetcher are trusted addresses, at least one, and its options are known to be harmless. */
function isTrustedFetch(stage: string, trusted: ReadonlySet<string>): boolean {
  const [tool = "", ...words] = Array.from(stage.matchAll(new RegExp(WORD, "g")), ([word]) =>
    word.replace(/^(["'])(.*)\1$/, "$2"),
  );
  const { alone, valued, output, outputJoined } =
    OPTIONS[tool === "curl" || tool === "wget" ? tool : "powershell"];
  let addresses = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (valued.test(word)) {
      if (!/^=?[\w.]+$/.test(words[++at] ?? "")) return false;
    } else if (output.test(word)) {
      if (words[++at] !== "-") return false;
    } else if (!alone.test(word) && !outputJoined.test(word)) {
      if (!trusted.has(word)) return false;
      addresses++;
    }
  }
  return addresses > 0;
}

function addressesIn(command: string): string[] {
  return Array.from(command.matchAll(ADDRESS), ([address]) => address).filter(
    (address) => !FILE_NAME.test(address),
  );
}

/**
 * Returns the lines of a command with their continuations or, for inline code and HTML, the text between its delimiters; null if the lines
 * are too long.
 */
function linesAround({ span: [start, end], snippet }: Finding, whole: string): string | null {
  // if a line extends beyond this range, it is too long
  const cut = Math.max(0, start - MAX_LENGTH - 1);
  const text = whole.slice(cut, end + MAX_LENGTH + 1);
  const [first, last] = [start - cut, end - cut];
  let from = lineStart(text, first);
  while (from > 0 && /\\\r?\n$/.test(text.slice(Math.max(0, from - 3), from)))
    from = lineStart(text, from - 1);
  let to = lineEnd(text, last);
  while (/\\\r?$/.test(text.slice(Math.max(0, to - 2), to)) && to < text.length)
    to = lineEnd(text, to + 1);
  if (to - from > MAX_LENGTH) return null;
  const marks =
    snippet.kind === "inline" ? ["`", "`"] : snippet.kind === "html" ? [">", "<"] : null;
  if (marks === null) return text.slice(from, to);
  const [open = "", close = ""] = marks;
  const before = text.slice(from, first);
  const after = text.slice(last, to);
  const stop = after.indexOf(close);
  return (
    before.slice(before.lastIndexOf(open) + 1) +
    text.slice(first, last) +
    (stop < 0 ? after : after.slice(0, stop))
  );
}

function lineStart(text: string, before: number): number {
  return before === 0 ? 0 : text.lastIndexOf("\n", before - 1) + 1;
}

function lineEnd(text: string, from: number): number {
  const feed = text.indexOf("\n", from);
  return feed < 0 ? text.length : feed;
}
