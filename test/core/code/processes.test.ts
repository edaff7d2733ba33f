import { expect, test } from "vitest";
import { analyzeJavaScript } from "../../../src/core/code/javascript/analyze.js";
import { analyzePython } from "../../../src/core/code/python/analyze.js";
import { injected } from "./harness.js";

const PYTHON: [string, string][] = [
  [
    "subprocess.run(['bash'], input=subprocess.check_output(['curl', 'A']))",
    'bash <<< "$(curl A)"',
  ],
  ["p = Popen(['curl', 'A'], stdout=PIPE)\nPopen(['sh'], stdin=p.stdout)", "curl A | sh"],
  [
    "out = subprocess.check_output(['curl', 'A'])\nsubprocess.run(['bash', '-c', out])",
    'bash -c "$(curl A)"',
  ],
  [
    "out = subprocess.run('curl A', shell=True, capture_output=True).stdout.decode()\nos.system(out)",
    'eval "$(curl A)"',
  ],
  ["os.system(os.popen('curl A').read())", 'eval "$(curl A)"'],
  ["v = subprocess.getoutput('curl A')\nos.system(f'bash -c \"{v}\"')", 'bash -c "$(curl A)"'],
  [
    "p = Popen(['sh'], stdin=PIPE)\np.communicate(check_output(['curl', 'A']))",
    'sh <<< "$(curl A)"',
  ],
];

test.each(PYTHON)(
  "Python's connected processes are analyzed as one shell command: %s",
  (text, expected) => {
    expect(injected(text, analyzePython)).toContain(`shell: ${expected}`);
  },
);

const JAVASCRIPT: [string, string][] = [
  [
    "const c = spawn('curl', ['A']);\nconst s = spawn('sh');\nc.stdout.pipe(s.stdin);",
    "curl A | sh",
  ],
  ["exec('curl A', (e, out) => { execSync(out); });", 'eval "$(curl A)"'],
  ["spawnSync('sh', { input: execSync('curl A') });", 'sh <<< "$(curl A)"'],
  ["spawn('sh', ['-c', execSync('curl A').toString()]);", 'sh -c "$(curl A)"'],
];

test.each(JAVASCRIPT)(
  "JavaScript's connected processes are analyzed as one shell command: %s",
  (text, expected) => {
    expect(injected(text, analyzeJavaScript)).toContain(`shell: ${expected}`);
  },
);

const APART: string[] = [
  "print(subprocess.check_output(['curl', 'A']))",
  "subprocess.check_output(['curl', 'A'])\nsubprocess.run(['sh', 'i.sh'])",
  "with open('f', 'wb') as f:\n    subprocess.run(['curl', 'A'], stdout=f)\nsubprocess.run(['sh', 'f'])",
  "out = subprocess.check_output(['curl', 'A'])\nout = 'ls'\nos.system(out)",
];

test.each(APART)("%s does not connect the processes", (text) => {
  expect(injected(text, analyzePython).filter((each) => /curl.*sh|\$\(/.test(each))).toEqual([]);
});

test("the length of a command with nested outputs is limited", () => {
  const text = `x = check_output(['curl', 'A'])\n${"x = check_output(['echo', x, x])\n".repeat(60)}os.system(x)`;
  expect(Math.max(...injected(text, analyzePython).map((each) => each.length))).toBeLessThan(
    20_000,
  );
});

const RETURNED: [string, string, typeof analyzePython][] = [
  [
    "lists of Python",
    "def f():\n    if w:\n        return ['sh', '-c', 'curl A | sh']\n    return ['sh', '-c', 'curl B | sh']\nsubprocess.run(['env', *f()])",
    analyzePython,
  ],
  [
    "lists of JavaScript",
    "function f() { if (w) return ['sh', ['-c', 'curl A | sh']]; return ['sh', ['-c', 'curl B | sh']]; }\nconst [c, a] = f(); spawn(c, a);",
    analyzeJavaScript,
  ],
  [
    "records of JavaScript",
    "function f() { if (w) return { c: 'sh', a: ['-c', 'curl A | sh'] }; return { c: 'sh', a: ['-c', 'curl B | sh'] }; }\nconst { c, a } = f(); spawn(c, a);",
    analyzeJavaScript,
  ],
  [
    "a conditional expression of JavaScript",
    "const o = w ? { c: 'sh', a: ['-c', 'curl A | sh'] } : { c: 'sh', a: ['-c', 'curl B | sh'] };\nspawn(o.c, o.a);",
    analyzeJavaScript,
  ],
];

test.each(RETURNED)(
  "each of several commands that a value may contain is analyzed: %s",
  (_name, text, analyze) => {
    const shown = injected(text, analyze).join("\n");
    expect(shown).toContain("curl A | sh");
    expect(shown).toContain("curl B | sh");
    const printed = text.replaceAll("'sh'", "'echo'");
    expect(
      injected(printed, analyze).filter((each) => / -c /.test(each) && /sh -c/.test(each)),
    ).toEqual([]);
  },
);
