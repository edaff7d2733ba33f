import { expect, test } from "vitest";
import { findDecodeExecute } from "../../../src/core/code/find-decode-execute.js";
import { NOTHING } from "../../../src/core/code/analysis.js";
import type { SnippetKind } from "../../../src/core/model.js";
import { mark, marked, unmark } from "./harness.js";

const read = (text: string, kind: SnippetKind): string => {
  const found = marked(text, (source, tools) => ({
    ...NOTHING,
    matches: distinct(findDecodeExecute(source, tools, kind, "unknown", null).matches),
  }));
  return found;
};

function distinct<T extends { span: readonly [number, number] }>(matches: readonly T[]): T[] {
  const seen = new Map(matches.map((match) => [`${match.span[0]}-${match.span[1]}`, match]));
  return [...seen.values()].sort((a, b) => a.span[0] - b.span[0]);
}

const PROSE = [
  "Paste «exec(base64».b64decode(x)) into the console and press Enter.",
  "Use «eval(atob»(x)) here, and not later.",
  "It's (0, «eval)(atob»(x)) that runs, isn't it?",
  "Call builtins.«exec(bytes.fromhex»(x)) once.",
  "In the old days: «exec base64».b64decode(x), said nobody.",
  "window['«eval'](atob»(x)) works too.",
  "First «eval(atob»(a)) and then «exec(base64».b64decode(b)).",
  'Type "«eval(atob»(x))" now.',
  "«eval(\n  atob»(x)\n) over lines",
  "eval is not atob, and exec(f(x)) is not base64.b64decode(x).",
  "Never mind eval(atob(...)) and exec(base64.b64decode(…)).",
  "A fragment such as eval(atob( or exec(base64.b64decode( names a pattern.",
  "re.exec(atob(x)) and df.eval(base64.b64decode(x)) are methods.",
  "# eval(atob(x))",
  "// eval(atob(x))",
  "my-exec(base64.b64decode(x)) and eval_code(atob(x))",
  "* «eval(atob»(x)) in a list",
];

const CODE = [
  "import base64\ncode = base64.b64decode(x)\n«exec(code»)",
  "const code = atob(x);\n«eval(code»);",
  "payload: «eval(atob»(x))",
  "key = 1\n[section]\nrun = «exec(base64».b64decode(x))",
  '<button onclick="«eval(atob»(x))">run</button>',
  'puts "eval(atob(x))"',
  "log('exec(base64.b64decode(x))')",
  'echo "exec(base64.b64decode(x))"',
  "# eval(atob(x))\nls",
  "// eval(atob(x))",
  "/* eval(atob(x)) */",
  " * eval(atob(x))",
  "ls # eval(atob(x))",
  "/^v=(.*)$/.exec(atob(x))",
  "f().eval(atob(x))",
  "$eval(atob(x));",
  "items[0].exec(atob(x));",
  "re.compile('a').exec(base64.b64decode(x))",
  "new RegExp('a').exec(atob(x));",
  "self.exec(base64.b64decode(x))",
  'exec("«exec(base64».b64decode(x))")',
  "eval('«eval(atob»(x))');",
  'x = "exec(base64.b64decode(x))"',
  "def a(p):\n    code = base64.b64decode(p)\ndef b(code):\n    exec(code)",
  'git commit -m "drop eval(atob(x))"',
  "code = atob(x);\ncode = 'a';\neval(code);",
];

test.each(PROSE)("in running text, exactly the marked calls are matches: %s", (text) => {
  expect(read(unmark(text), "prose")).toBe(text);
});

test.each(CODE)("in a code block, exactly the marked calls are matches: %s", (text) => {
  expect(read(unmark(text), "fence")).toBe(text);
});

test("40,000 unclosed calls have no match", () => {
  const text = `${"eval(".repeat(40_000)}atob(x)`;
  expect(mark(text, [])).toBe(read(text, "prose"));
});

test.each([
  "cat > f.py <<EOF\nexec(base64.b64decode(x))\nEOF",
  "python3 - <<'PY'\nexec(base64.b64decode(x))\nPY",
])("%s has no match in the code stage, because it is shell code", (text) => {
  expect(
    marked(text, (source, tools) => ({
      ...NOTHING,
      matches: findDecodeExecute(source, tools, "fence", "shell", null).matches,
    })),
  ).toBe(text);
});

test.each([
  ["rust", "let", []],
  [null, "let", ["depth"]],
  ["rust", "", ["depth"]],
])(
  "a deeply nested text with the tag %s and the first word %j has the limits %j",
  (tag, keyword, limits) => {
    const chain = `x${".b()".repeat(400)}`;
    const text = `${keyword} a = ${chain}\nexec(c)\neval(base64.b64decode(c))\n`;
    let found: readonly string[] = [];
    marked(text, (source, tools) => {
      found = findDecodeExecute(source, tools, "fence", "unknown", tag).limits.map(
        ({ limit }) => limit,
      );
      return NOTHING;
    });
    expect([...new Set(found)]).toEqual(limits);
  },
);
