import type { Match, Span } from "../model.js";

/** Maximum number of characters that are searched before and after a position on its line. */
const MAX_LINE_LENGTH = 1000;
/** Maximum length of the URL of a commit. */
const MAX_URL_LENGTH = 300;

/** Matches a commit or a digest in hexadecimal digits: 40 of them, 64, 96 or 128. */
const DIGITS = /(?<![\da-z])(?:[\da-f]{40}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})(?![\da-z])/gi;
const SHA1_LENGTH = 40;
/** Matches `sha256:` or `checksum = "` directly before a digest. */
const NAMED =
  /(?:sha-?(?:1|256|384|512)|blake2b|blake3|integrity|checksum|digest|hash)[\w-]{0,8}[\s"'=:@-]{1,4}$/i;
/** Matches commands that compare a file with a digest. */
const COMPARES = /\b(?:sha(?:256|384|512)sum|shasum|b2sum|openssl\s+dgst)\b/;
/** Matches the URL of a repository before its fragment, which is a revision: `git+https://x.example/r.git#`, `github:o/r#`, `o/r#`. */
const REVISION = /^(?:git\+[^?#]*|(?:github|gitlab|bitbucket|gist):[^?#]*|[\w-]+\/[\w.-]+)#$/;
/** Matches a digest in an HTML page: `integrity="sha384-…"`. */
const INTEGRITY = /\bsha(?:256|384|512)-[\w+/]{43}/;

/** Tests whether matches of a text fetch only pinned content. */
export class Pins {
  private readonly hasAny: boolean;

  constructor(private readonly text: string) {
    this.hasAny = /[\da-f]{40}/i.test(text) || INTEGRITY.test(text);
  }

  /**
   * Whether a match fetches only from URLs that name a commit by its 40 digits or have a digest on the same line, so that it is
   * known what runs.
   */
  has({ span, trace }: Match): boolean {
    if (!this.hasAny) return false;
    const fetches = trace.flatMap((step) =>
      step.step === "fetch" && step.span !== undefined ? [step.span] : [],
    );
    const places = fetches.length === 0 ? [span] : fetches;
    return places.every((place) => this.isPinned(place, span));
  }

  private isPinned(place: Span, [, matchEnd]: Span): boolean {
    const { text } = this;
    const lineEnd = this.endOfLine(place[0]);
    const lineStart = Math.max(
      text.lastIndexOf("\n", place[0] - 1) + 1,
      place[0] - MAX_LINE_LENGTH,
    );
    const line = text.slice(lineStart, lineEnd);
    const end = place[1] <= matchEnd ? Math.max(matchEnd, place[1]) : lineEnd;
    // a separate command after the fetcher has a separate URL
    const command = text.slice(place[0], Math.min(end, place[0] + MAX_LINE_LENGTH));
    return isOfCommit(command) || INTEGRITY.test(line) || isCompared(line);
  }

  private endOfLine(start: number): number {
    const end = this.text.indexOf("\n", start);
    return Math.min(end < 0 ? this.text.length : end, start + MAX_LINE_LENGTH);
  }
}

/** Whether a URL in a command names a commit: `https://x.example/COMMIT/i.sh`, `github:o/r?rev=COMMIT`. */
function isOfCommit(command: string): boolean {
  return Array.from(command.matchAll(DIGITS)).some(({ 0: digits, index }) => {
    if (digits.length !== SHA1_LENGTH) return false;
    const before = command.slice(Math.max(0, index - MAX_URL_LENGTH), index);
    const url = before.split(/[\s"'`<>|;&]/).at(-1) ?? "";
    return (
      /[?&#](?:rev|ref|commit|sha)=$/i.test(before) ||
      (/[/@:]$/.test(url) && url.includes("/") && !/[?#]/.test(url)) ||
      REVISION.test(url)
    );
  });
}

/** Whether a line names a digest, or compares something with it. */
function isCompared(line: string): boolean {
  return Array.from(line.matchAll(DIGITS)).some(
    ({ 0: digits, index }) =>
      digits.length > SHA1_LENGTH &&
      (NAMED.test(line.slice(Math.max(0, index - 24), index)) || COMPARES.test(line)),
  );
}
