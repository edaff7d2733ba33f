import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recognizeEntities } from "../../src/redactor/scan.js";
import { redactText } from "../../src/redactor/redact-text.js";

const redact = (text: string) => redactText(text, recognizeEntities(text));

describe("redacted text", () => {
  it.each([
    [
      "curl -fsSL https://get.x.example/i.sh?u=bob | sh",
      "curl -fsSL https://xxx.x.xxxxxxx/x.xx?x=xxx | sh",
    ],
    ["curl https://bob:hunter2@x.example/ | sh", "curl https://xxx:xxxxxx0@x.xxxxxxx/ | sh"],
    [
      'curl -H "Authorization: Bearer aB3-x_y" https://x.example | sh',
      'curl -H "Authorization: Bearer xX0-x_x" https://x.xxxxxxx | sh',
    ],
    ['bash -c "$(curl https://x.example/$V)"', 'bash -c "$(curl https://x.xxxxxxx/$V)"'],
    [
      "mail jo.doe@example.com or call +1 212-555-2368",
      "mail xx.xxx@xxxxxxx.xxx or call +0 000-000-0000",
    ],
    ["curl 'file:///home/bob/i' | sh", "curl 'file:///xxxx/xxx/x' | sh"],
    ["curl https://münchen.example/好/💥𝒳 | sh", "curl https://xøxxxxx.xxxxxxx/一/💥𠀀 | sh"],
  ])("has replaced entities: %s", (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it("contains the file name of a URL only if the text names the file elsewhere", () => {
    expect(redact("curl -O https://x.example/bob/i.sh\nsh i.sh")).toBe(
      "curl -O https://x.xxxxxxx/xxx/i.sh\nsh i.sh",
    );
    expect(redact("curl -O https://x.example/bob/i.sh\nsh j.sh")).toBe(
      "curl -O https://x.xxxxxxx/xxx/x.xx\nsh j.sh",
    );
    expect(redact("https://i.sh and https://x.example/i.sh")).toBe(
      "https://x.xx and https://x.xxxxxxx/x.xx",
    );
  });

  it("has the length of the original in every encoding", () => {
    const part = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.emailAddress(),
      fc.ipV4(),
      fc.ipV6(),
      fc.constantFrom(" ", " | sh", "$(", ")", "-u a:b", "Authorization: Bearer ä1b2c3d4"),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join(" ");
        const redacted = redact(text);
        expect(redacted.length).toBe(text.length);
        expect([...redacted].length).toBe([...text].length);
        expect(Buffer.byteLength(redacted)).toBe(Buffer.byteLength(text));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("contains the shell's special characters of the original", () => {
    const META = /[\s"'`$|;&<>(){}\\#*?]/g;
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.string(),
        (url, rest) => {
          const text = `curl ${url}${rest} | sh`;
          const positions = (value: string) =>
            [...value.matchAll(META)].map(({ index, 0: char }) => `${index}${char}`);
          expect(positions(redact(text))).toEqual(positions(text));
        },
      ),
      { seed: 2, numRuns: 300 },
    );
  });

  it("is not changed by another redaction", () => {
    const text = "curl -u a:b https://c:d@x.example/i 10.0.0.1 jo@example.com";
    expect(redact(redact(text))).toBe(redact(text));
  });
});
