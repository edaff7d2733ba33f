import { matchAll, type Entity } from "../entity.js";

/** Matches a secret in a command; none of its characters is special in a shell. */
const VALUE = String.raw`(?<value>[\w.~+/=:@%-]{4,512})`;
const AUTHORIZATION = String.raw`\b(?:proxy-)?authorization["']?\s{0,3}[:=]\s{0,3}["']?`;
const SCHEME = "(?:bearer|basic|token|digest|negotiate|apikey)";

/**
 * The patterns of secrets. The secret is the group `value` at the end of the match, or the whole match. Each pattern begins with rare
 * characters, because a pattern that could match at any character would be slow.
 */
const PATTERNS: readonly {
  readonly pattern: RegExp;
  readonly score: number;
  readonly accepts?: (value: string) => boolean;
}[] = [
  // Authorization: Bearer X
  { pattern: new RegExp(String.raw`${AUTHORIZATION}${SCHEME}\s{1,3}${VALUE}`, "gi"), score: 0.9 },
  // Authorization: X
  {
    pattern: new RegExp(String.raw`${AUTHORIZATION}(?!${SCHEME}\b)${VALUE}`, "gi"),
    score: 0.9,
    accepts: isNotWord,
  },
  {
    pattern: new RegExp(String.raw`\bbearer\s{1,3}${VALUE}`, "gi"),
    score: 0.6,
    accepts: looksRandom,
  },
  // X-Api-Key: X, Private-Token: X
  {
    pattern: new RegExp(
      String.raw`(?:api-?key|auth-token|private-token|access-token|security-token|vault-token|cookie):\s{0,3}${VALUE}`,
      "gi",
    ),
    score: 0.8,
    accepts: isNotWord,
  },
  // user:pass@ in a URL
  { pattern: /:\/\/(?<value>[\w.~+=%!*-]{1,256}:[\w.~+=%!*:-]{1,256})(?=@)/g, score: 0.9 },
  {
    pattern: new RegExp(String.raw`:\/\/${VALUE.replace("/=:@", "=")}(?=@)`, "g"),
    score: 0.7,
    accepts: looksRandom,
  },
  // curl -u user:pass
  {
    pattern:
      /\s-(?:u\s?|-(?:proxy-)?user[ =])["']?(?<value>[\w.~+=%@-]{1,128}:[\w.~+/=:@%-]{1,256})/g,
    score: 0.8,
  },
  // password="X"
  {
    pattern: new RegExp(
      String.raw`(?:password|passwd|secret|token|api_?key|access_?key)["']?\s{0,3}[:=]\s{0,3}["']${VALUE}(?=["'])`,
      "gi",
    ),
    score: 0.6,
    accepts: looksRandom,
  },
  // Formats of well-known keys
  { pattern: /(?<!\w)(?:AKIA|ASIA)[0-9A-Z]{16}(?!\w)/g, score: 0.95 },
  { pattern: /(?<!\w)gh[opusr]_[A-Za-z0-9]{36,255}(?!\w)/g, score: 0.95 },
  { pattern: /(?<!\w)github_pat_\w{22,255}/g, score: 0.95 },
  { pattern: /(?<!\w)glpat-[\w-]{20,128}/g, score: 0.95 },
  { pattern: /(?<!\w)xox[abeoprs]-[\w-]{10,128}/g, score: 0.95 },
  { pattern: /(?<!\w)AIza[\w-]{35}(?!\w)/g, score: 0.9 },
  {
    pattern: /(?<!\w)[sr]k[-_](?:[a-z]{2,10}[-_]){0,2}[A-Za-z0-9_-]{16,200}/g,
    score: 0.8,
    accepts: looksRandom,
  },
  { pattern: /(?<!\w)npm_[A-Za-z0-9]{36}(?!\w)/g, score: 0.95 },
  { pattern: /(?<!\w)curlew_[\w-]{43}(?!\w)/g, score: 0.95 },
  { pattern: /(?<![\w.-])eyJ[\w-]{8,2048}\.eyJ[\w-]{4,4096}\.[\w-]{0,1024}/g, score: 0.9 },
  {
    pattern:
      /-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY-----(?<value>[\w+/=\s]{16,16384})(?=-----END)/g,
    score: 0.95,
  },
];

/** Returns the secrets in a text. */
export function recognizeCredentials(text: string): Entity[] {
  return PATTERNS.flatMap(({ pattern, score, accepts }) =>
    matchAll(text, pattern, "CREDENTIAL", score, accepts),
  );
}

/** Whether a value that follows no scheme looks like a secret rather than a word of a sentence or a command. */
function isNotWord(value: string): boolean {
  return /[\d=]/.test(value) || (value.length >= 12 && /[a-z]/.test(value) && /[A-Z]/.test(value));
}

/** Whether a value has at least 8 characters and a digit, which is rare in words. */
function looksRandom(value: string): boolean {
  return value.length >= 8 && /\d/.test(value);
}
