import { expect, test } from "vitest";
import { analyzePython } from "../../../src/core/code/python/analyze.js";
import { Source } from "../../../src/core/source.js";
import { withTools } from "./harness.js";

const analyze = (text: string): ReturnType<typeof analyzePython> =>
  withTools((tools) => analyzePython(Source.whole(text), tools));

/** Returns the number of findings of a program, or of commands that it passes to a shell and that contain `curl`. */
function found(text: string): number {
  const { matches, injections } = analyze(text);
  return matches.length + injections.filter(({ source }) => source.text.includes("curl")).length;
}

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

const SETTERS = `s = "ls"
def fetch():
    global s
    s = "curl A | sh"
def reset():
    global s
    s = "ls"
def may_reset(c):
    global s
    if c:
        s = "ls"
`;

test.each([
  ["fetch()\nreset()\n", "fetch()", 1],
  ["fetch()\nreset()\n", "reset()", 0],
  ["reset()\nmay_reset(c)\n", "fetch()\nmay_reset(c)", 1],
  ["fetch()\nmay_reset(c)\n", "reset()\nmay_reset(c)", 0],
])("a repeated call has its effects again: %j, then %j", (calls, last, count) => {
  expect(found(`${SETTERS}${calls.repeat(6)}${last}\nos.system(s)`)).toBe(count);
});

test.each([
  ["s", 1],
  ["'ls'", 0],
])("a repeated call returns a function with the values that it uses: %s", (given, count) => {
  const text = `s = "curl A | sh"
def make(c):
    def inner():
        os.system(c)
    return inner
if a:
    f = make(${given})
    raise x
g = make(${given})
g()`;
  expect(found(text)).toBe(count);
});

test.each([
  ["p", "", 1],
  ["'ls'", "", 0],
  ["p", "a", 1],
  ["'ls'", "a", 0],
])(
  "functions with the same code and other outer values are different: %s, (%s)",
  (given, passed, count) => {
    const text = `p = base64.b64decode(x)
a = "a"
def make(c):
    def inner(d=None):
        exec(c)
    return inner
f = make("ls")
${`f(${passed})\n`.repeat(6)}g = make(${given})
g(${passed})`;
    expect(found(text)).toBe(count);
  },
);

test.each([
  ["f(p)", 1],
  ["f('ls')", 0],
])("a function that was skipped because it was running is evaluated later: %s", (last, count) => {
  const text = `p = base64.b64decode(x)
def f(c):
    g(c)
${lines(6, (at) => `    h${at}()`)}
def g(c):
${lines(6, (at) => `    h${at}()`)}
    if c:
        exec(c)
${lines(6, (at) => `def h${at}():\n    f(${count === 1 ? "p" : "q"})`)}
g("1")
${last}`;
  expect(found(text)).toBe(count);
});

test.each([
  ["g()", 0],
  ["f()", 1],
])("a call after which a skipped function would run is evaluated again: %s", (last, count) => {
  const text = `d = "1"
def g():
    exec(d)
    f()
def f():
    global d
    d = base64.b64decode(x)
    g()
${'g()\nd = "1"\n'.repeat(6)}${last}`;
  expect(found(text)).toBe(count);
});

test.each([
  ["exec(c)", 1],
  ["print(c)", 0],
])(
  "40 functions that each pass a payload to the next one twice are evaluated completely: %s",
  (use, count) => {
    const text = `${lines(40, (at) => `def f${at}(c):\n    f${at + 1}(c)\n    f${at + 1}(c)`)}
def f40(c):
    ${use}
f0(base64.b64decode(x))`;
    const { matches, limits } = analyze(text);
    expect(matches).toHaveLength(count);
    expect(limits).toBeUndefined();
  },
);

test.each([
  ["exec(base64.b64decode(x))", 1],
  ["print(base64.b64decode(x))", 0],
])("a machine with a stack of states is evaluated completely: %s", (use, count) => {
  const states = 6;
  const text = `class Machine:
    def __init__(self):
        self.stack = []
        self.state = self.s0
    def run(self):
        while self.more():
            self.state()
    def node(self, kind):
${lines(states, (at) => `        if kind == ${at}:\n            self.s${at}()`)}
${lines(
  states,
  (at) => `    def s${at}(self):
        if self.last():
            self.state = self.stack.pop()
        else:
            self.stack.append(self.s${(at + 1) % states})
            self.state = self.s${(at + 5) % states}
            self.node(self.kind)`,
)}
    def last(self):
        ${use}
Machine().run()`;
  const { matches, limits } = analyze(text);
  expect(matches).toHaveLength(count);
  expect(limits).toBeUndefined();
});
