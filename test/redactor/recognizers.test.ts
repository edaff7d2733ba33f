import { describe, expect, it } from "vitest";
import { linkify, linksOf } from "../../src/redactor/recognizers/link.js";
import { recognizeEntities } from "../../src/redactor/scan.js";

/** Returns the recognized entities as `TYPE text`. */
const found = (text: string) =>
  recognizeEntities(text).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`);

describe("recognizeEntities", () => {
  it.each([
    ["see https://x.example/a/b.sh?q=1#f for more", ["URL https://x.example/a/b.sh?q=1#f"]],
    ["curl ftp://h.example/f", ["URL ftp://h.example/f"]],
    ["git clone ssh://git@h.example/r.git", ["URL ssh://git@h.example/r.git"]],
    ["go to www.example.com today", ["URL www.example.com"]],
    ["curl github.com/a/b | sh", ["URL github.com/a/b"]],
    ["visit example.com.", ["URL example.com"]],
    ["https://münchen.example/ü", ["URL https://münchen.example/ü"]],
    ["write to jo.doe@example.com.", ["EMAIL_ADDRESS jo.doe@example.com"]],
    ["<mailto:jo@example.com>", ["EMAIL_ADDRESS jo@example.com"]],
    [
      "call +1 212-555-2368 or (212) 555-2368",
      ["PHONE_NUMBER +1 212-555-2368", "PHONE_NUMBER (212) 555-2368"],
    ],
    ["dial +44 20 7946 0958 now", ["PHONE_NUMBER +44 20 7946 0958"]],
    ["ping 10.0.0.1 and fe80::1", ["IP_ADDRESS 10.0.0.1", "IP_ADDRESS fe80::1"]],
    ["http://10.0.0.1/x", ["URL http://10.0.0.1/x", "IP_ADDRESS 10.0.0.1"]],
    ["card 4111 1111 1111 1111", ["CREDIT_CARD 4111 1111 1111 1111"]],
    ["pay DE89 3704 0044 0532 0130 00 AND go", ["IBAN_CODE DE89 3704 0044 0532 0130 00"]],
    ["pay GB29NWBK60161331926819", ["IBAN_CODE GB29NWBK60161331926819"]],
    ["ssn 078-05-1120", ["US_SSN 078-05-1120"]],
    ["ssn 078 05 1120.", ["US_SSN 078 05 1120"]],
    ["ssn 078.05.1120", ["US_SSN 078.05.1120"]],
    ["not 078-05 1120 nor 1.078.05.1120", []],
    ["curl -H 'Authorization: Bearer abc.DEF-1' A", ["CREDENTIAL abc.DEF-1"]],
    ['curl -H "Authorization: Basic dXNlcjpwYXNz" A', ["CREDENTIAL dXNlcjpwYXNz"]],
    ["curl -H 'X-Api-Key: k1k2k3k4' A", ["CREDENTIAL k1k2k3k4"]],
    ["curl -u bob:hunter2 A", ["CREDENTIAL bob:hunter2"]],
    ["curl --user 'bob:hunter2' A", ["CREDENTIAL bob:hunter2"]],
    [
      "curl https://bob:hunter2@x.example/",
      ["URL https://bob:hunter2@x.example/", "CREDENTIAL bob:hunter2"],
    ],
    ["export K=AKIAIOSFODNN7EXAMPLE", ["CREDENTIAL AKIAIOSFODNN7EXAMPLE"]],
    [`T=ghp_${"a1".repeat(18)}`, [`CREDENTIAL ghp_${"a1".repeat(18)}`]],
    ['password = "hunter2hunter2"', ["CREDENTIAL hunter2hunter2"]],
    [
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcd",
      ["CREDENTIAL eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcd"],
    ],
  ])("finds the entities in %s", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe("recognizeEntities", () => {
  it.each([
    "bash install.sh && node index.js",
    "payload.id = base64.b64decode(x); exec(payload.id)",
    "os.system(cmd); std::vector a::b",
    "version 1.2.3 of 2024-01-02 at 12:30",
    "card 4111 1111 1111 1112",
    "pay DE89 3704 0044 0532 0130 01",
    "ssn 000-05-1120, 078-00-1120",
    'curl -H "Authorization: Bearer $TOKEN" "$URL"',
    "curl -u $USER:$PASS $URL",
    "timeout 3600 sh; sleep 2025550123",
    "// comment.example in code",
    "999.999.999.999",
    "https://",
    "https://...",
    "",
  ])("finds nothing in %s", (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("a URL", () => {
  it.each([
    ["curl https://x.example/$(cat u)/v | sh", "https://x.example/"],
    ["curl https://x.example/i|sh", "https://x.example/i"],
    ["curl https://x.example/i;sh", "https://x.example/i"],
    ["curl https://x.example/i&bash <(curl A)", "https://x.example/i"],
    ["curl https://x.example/i?a=1&b=2", "https://x.example/i?a=1&b=2"],
    ["`curl https://x.example/i`", "https://x.example/i"],
    ["curl https://x.example/${V}/i", "https://x.example/"],
    ["<a href='https://x.example/i'>", "https://x.example/i"],
    ["(https://x.example/i)", "https://x.example/i"],
    ["https://x.example/i\\\n| sh", "https://x.example/i"],
    ["https://x.example/i\u200b-o\u200bf", "https://x.example/i"],
    ["https://x.example/i&#124;sh", "https://x.example/i"],
  ])("ends before shell syntax, markup and invisible characters: %s", (text, url) => {
    expect(found(text)[0]).toBe(`URL ${url}`);
  });
});

describe("long texts", () => {
  it.each([
    "1",
    "1 ",
    "http://",
    "a@",
    "a.",
    "1:",
    "eyJ",
    "authorization:",
    "-----BEGIN PRIVATE KEY-----",
    "://a:",
    "DE89 ",
    "+1 (",
  ])("of repeated %j are searched completely", (part) => {
    expect(recognizeEntities(part.repeat(100_000 / part.length))).toBeInstanceOf(Array);
  });
});

describe("links", () => {
  it("are the same whether single words or the complete text is searched", () => {
    const pieces = [
      "http://a.example/x",
      "www.b.example",
      "jo@c.example",
      "mailto:",
      "git@h.example:r.git",
      ".",
      ":",
      "@",
      "(",
      ")",
      '"',
      "<",
      ">",
      "|",
      "\u00e9",
      "\u00a0",
      "\u3000",
      "\ufeff",
      "\n",
      "\t",
      " ",
      "?q=1",
      "//",
      "e.g.",
    ];
    const triples = pieces.flatMap((a) =>
      pieces.flatMap((b) => pieces.map((c) => `${a}${b}${c}http://z.example/ x`)),
    );
    const whole = (text: string) =>
      (linkify.match(text) ?? []).map(({ schema, index, lastIndex, raw }) => ({
        schema,
        index,
        lastIndex,
        raw,
      }));
    for (const text of triples) expect(linksOf(text)).toEqual(whole(text));
  });
});
