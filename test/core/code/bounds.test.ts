import { expect, test } from "vitest";
import { analyzeJavaScript } from "../../../src/core/code/javascript/analyze.js";
import { analyzePython } from "../../../src/core/code/python/analyze.js";
import { Source } from "../../../src/core/source.js";
import { withTools } from "./harness.js";

const python = (text: string): ReturnType<typeof analyzePython> =>
  withTools((tools) => analyzePython(Source.whole(text), tools));
const javascript = (text: string): ReturnType<typeof analyzeJavaScript> =>
  withTools((tools) => analyzeJavaScript(Source.whole(text), tools));
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

test("a chain of 200 functions, each of which calls the next one twice, has a finding", () => {
  const text = `${lines(200, (index) => `def f${index}(c):\n    f${index + 1}(c)\n    f${index + 1}(c)\n    exec(c)`)}\nf0(base64.b64decode(x))`;
  expect(python(text).matches.length).toBeGreaterThan(0);
});

test("the evaluation of a recursive function ends, and the function has a finding", () => {
  expect(python("def f(c):\n    f(c)\n    exec(c)\nf(base64.b64decode(x))").matches).toHaveLength(
    1,
  );
});

test("a string that is doubled repeatedly is read up to a maximum length, and a limit is recorded", () => {
  const text = `x = 'curl A | sh '\n${"x = x + x\n".repeat(100)}os.system(x)`;
  const { injections, limits } = python(text);
  expect(injections).toHaveLength(1);
  expect(injections[0]?.source.text.length).toBeLessThanOrEqual(200_000);
  expect(limits?.map((limit) => limit.limit)).toEqual(["size"]);
});

test("a long concatenation of strings is one string", () => {
  const text = `os.system(${Array.from({ length: 1500 }, () => "'a'").join(" + ")})`;
  expect(python(text).injections.map((each) => each.source.text.length)).toEqual([1500]);
});

test("deep nesting records a limit", () => {
  const text = `exec(${"f(".repeat(2000)}base64.b64decode(x)${")".repeat(2000)})`;
  expect(python(text).limits?.map((limit) => limit.limit)).toContain("depth");
});

test("deep nesting hides no finding outside the nested code", () => {
  const text = `${"f(".repeat(2000)}x${")".repeat(2000)}\nexec(base64.b64decode(x))`;
  expect(python(text).matches).toHaveLength(1);
});

test("a finding in 60 nested loops is found without reaching a limit", () => {
  const text = `${lines(60, (index) => `${" ".repeat(index)}for a${index} in b:`)}\n${" ".repeat(60)}exec(base64.b64decode(x))`;
  const { matches, limits } = python(text);
  expect(matches).toHaveLength(1);
  expect(limits).toBeUndefined();
});

test("an evaluation has its finding or records a limit", () => {
  const calls = "f(a => f(a => f(a => f(a => f(a => f(a => a))))));\n";
  const { matches, limits } = javascript(`${calls.repeat(3000)}eval(atob(x));`);
  expect(matches.length + (limits?.length ?? 0)).toBeGreaterThan(0);
});

test("an exhausted budget is reported as the limit of steps", () => {
  const text = `def f(c):\n    exec(c)\n${"    c = c + c + c + c\n".repeat(200)}\n${"f(base64.b64decode(x))\n".repeat(300)}`;
  expect(python(text).limits?.map((limit) => limit.limit)).toEqual(["steps"]);
});

test("executed strings are read up to a total length, and a limit is recorded", () => {
  const text = `x = '${"x".repeat(9000)}'\nfor c in ['a', 'b', 'c']:\n    pass\n${"d = c + x\nos.system(d)\n".repeat(500)}`;
  const { injections, limits } = python(text);
  expect(new Set(limits?.map((limit) => limit.limit))).toEqual(new Set(["size"]));
  expect(injections.reduce((sum, each) => sum + each.source.text.length, 0)).toBeLessThan(
    200_000 + 20 * text.length,
  );
});

test("many replacements in a long string exhaust the budget", () => {
  const text = `x = '${"ab".repeat(20_000)}'\n${"y = x.replace('a', 'curl')\n".repeat(2000)}os.system(y)`;
  expect(python(text).limits?.map((limit) => limit.limit)).toEqual(["size"]);
});

test.each([
  ["x.split()", 10, []],
  ["x.split()", 2000, ["size"]],
  ["shlex.split(x)", 2000, ["size"]],
])("the words of %s, %i times, are charged", (call, times, limits) => {
  const text = `x = 'curl A | sh${" ab".repeat(5000)}'\n${`y = ${call}\n`.repeat(times)}subprocess.run(y)`;
  expect(python(text).limits?.map(({ limit }) => limit) ?? []).toEqual(limits);
});

test("many calls with a variable that has many possible values exhaust the budget", () => {
  const text = `x = ['a']\n${lines(60, (index) => `if a${index}: x = ['b${index}', 'c', 'd', 'e', 'f', 'g', 'h']`)}\n${"subprocess.run(x)\n".repeat(5000)}`;
  expect(python(text).limits?.map((limit) => limit.limit)).toEqual(["size", "steps"]);
});

test.each([
  ["python", "subprocess.run(x)"],
  ["python", "subprocess.run([*x])"],
  ["python", "subprocess.run([*[*x]])"],
  ["python", "subprocess.run(['env'] + x)"],
  ["python", "subprocess.run(['env', *x, 'b'])"],
  ["python", "subprocess.run(x[1:])"],
  ["python", "subprocess.run(x[0], shell=True)"],
  ["python", "for each in x:\n    os.system(each)"],
  ["python", "y = ['env']\ny.extend(x)\nsubprocess.run(y)"],
  ["python", "def f(*args):\n    subprocess.run(args)\nf(*x)"],
  ["javascript", "execFile(...x)"],
  ["javascript", "execFile('env', [...x])"],
  ["javascript", "execFile.apply(null, x)"],
])("a list with too many possible values is marked in %s: %s", (language, use) => {
  const isPython = language === "python";
  const limits = (count: number, last: string): string[] => {
    const sets = lines(count, (index) =>
      isPython
        ? `if a${index}: x = ['b${index}', 'c']`
        : `if (a${index}) x = ['b${index}', ['c']];`,
    );
    const text = isPython ? `x = []\n${sets}\n${last}` : `let x = [];\n${sets}\n${last}`;
    return (isPython ? python : javascript)(text).limits?.map(({ limit }) => limit) ?? [];
  };
  expect(limits(80, use)).toEqual(["size"]);
  expect(limits(20, use)).toEqual([]);
  expect(limits(80, isPython ? "print(*x)" : "console.log(...x);")).toEqual([]);
});

test("an empty list with a long alternative is marked where it is spread", () => {
  const text = `x = []\nif a: x = [${lines(600, () => "'b',")}]\nsubprocess.run([*x])`;
  expect(python(text).limits?.map(({ limit }) => limit)).toEqual(["size"]);
});
