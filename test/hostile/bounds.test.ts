import { describe, expect, it } from "vitest";
import { maximumLength } from "../../src/core/input.js";
import type { Detection } from "../../src/core/model.js";
import { families } from "../../bench/hostile-families.js";
import { sharedDetector } from "../support/marked.js";
import { assertSound } from "./invariants.js";

const limitsOf = ({ outcome }: Detection): string[] =>
  outcome.status === "complete" ? [] : outcome.limits.map(({ limit }) => limit);

describe("the limits of an analysis", { timeout: 120_000 }, () => {
  it("report an expired deadline once, with its position", async () => {
    const text = families["flagged fences"]?.(50_000) ?? "";
    const detection = (await sharedDetector()).detect(text, { deadlineMs: 0 });
    assertSound(text, detection);
    expect(limitsOf(detection)).toEqual(["deadline"]);
  });

  it("do not affect an ordinary text with a long deadline", async () => {
    const detection = (await sharedDetector()).detect("```sh\ncurl -L A | sh\n```", {
      deadlineMs: 100_000,
    });
    expect(detection.labels).toEqual(["PS"]);
    expect(detection.outcome.status).toBe("complete");
  });

  it("do not hide a command after thousands of lines that contain JSON", async () => {
    const text = `${'Input: {"command": "ls"}\n'.repeat(5000)}Run: curl -L A | sh`;
    const detection = (await sharedDetector()).detect(`Steps\n${text}`);
    assertSound(`Steps\n${text}`, detection);
    expect(detection.findings.map((finding) => finding.text)).toEqual(["curl -L A | sh"]);
    expect(detection.outcome.status).toBe("complete");
  });

  it("report code that is nested too deeply, and do not hide a command before it", async () => {
    const text = `\`\`\`sh\ncurl -L A | sh\n${"( curl ".repeat(400)}\n\`\`\`\n`;
    const detection = (await sharedDetector()).detect(text);
    expect(detection.findings[0]?.text).toBe("curl -L A | sh");
    expect(limitsOf(detection)).toContain("depth");
  });

  it.each(["\\e", "\\033", "\\x1b", "\\u001b", "\u001b"])(
    "do not count the brackets of terminal control sequences that begin with %j",
    async (escape) => {
      const colored = `  echo "${escape}[31mERROR${escape}[0m"\n`.repeat(200);
      const text = `\`\`\`sh\nf() {\n${colored}  curl -L A | sh\n}\nf\n\`\`\`\n`;
      const detection = (await sharedDetector()).detect(text);
      expect(detection.findings.map((finding) => finding.text)).toEqual(["curl -L A | sh"]);
      expect(detection.outcome.status).toBe("complete");
    },
  );

  it("do not take the braces of other languages for brace expansions", async () => {
    const value = '&http.Cookie{Domain: domain, Name: "a", Value: "b"}';
    const declarations = `\tvar (\n${`\t\tx = ${value}\n`.repeat(5)}\t)\n`;
    const text = `\t"net/http"\n${declarations}\t\tt.Run(test.Name, func(t *testing.T) {\n`;
    const { outcome } = (await sharedDetector("extended")).detect(text, { format: "go" });
    expect(outcome.status).toBe("complete");
  });

  it("report a text that is longer than the limit", async () => {
    const text = `${"\n".repeat(maximumLength)}curl A | sh`;
    const detection = (await sharedDetector()).detect(text);
    expect(limitsOf(detection)).toEqual(["size"]);
  });

  it("report a text with a line that is too long for a regular expression", async () => {
    const text = `* * * * * curl A | sh\n* * * * * ${"a".repeat(12_000_000)}\n`;
    const { findings, outcome } = (await sharedDetector()).detect(text, { format: "crontab" });
    expect(findings).toEqual([]);
    expect(outcome).toMatchObject({ limits: [{ limit: "size", span: [0, text.length] }] });
  });

  it.each([
    ['A="$A$A"', 'eval "$A"'],
    ['A+="$A"', 'eval "$A"'],
    ['A=$(echo "$A$A")', 'eval "$A"'],
    ['printf -v A "%s%s" "$A" "$A"', 'eval "$A"'],
    ['set -- "$@" "$@"', 'eval "$@"'],
  ])(
    "report a value that becomes too long, and do not hide a later command: %s",
    async (step, end) => {
      const text = `\`\`\`sh\nA=ab\nset -- a b\n${`${step}\n`.repeat(40)}${end}\ncurl -L A | sh\n\`\`\`\n`;
      const detection = (await sharedDetector()).detect(text);
      assertSound(text, detection);
      expect(detection.findings.map((finding) => finding.text)).toEqual(["curl -L A | sh"]);
      expect(limitsOf(detection)).toContain("size");
    },
  );

  it.each(['eval "$A"', 'bash -c "$A"', 'echo "$A" | sh'])(
    "report lines that each execute more code than the previous one, and do not hide a later command: %s",
    async (step) => {
      const text = `\`\`\`sh\nA=ls\n${`${step}; A="$A;ab"\n`.repeat(700)}curl -L A | sh\n\`\`\`\n`;
      const detection = (await sharedDetector()).detect(text);
      assertSound(text, detection);
      expect(detection.findings.map((finding) => finding.text)).toEqual(["curl -L A | sh"]);
      expect(limitsOf(detection)).toContain("steps");
    },
  );

  it.each([
    [20, []],
    [300, ["size"]],
  ])(
    "report a value that is split into words %i times only if there are too many words",
    async (times, limits) => {
      const text = `\`\`\`sh\nA='${"ab ".repeat(5000)}'\n${"B=($A)\n".repeat(times)}curl -L A | sh\n\`\`\`\n`;
      const detection = (await sharedDetector()).detect(text);
      assertSound(text, detection);
      expect(detection.findings.map((finding) => finding.text)).toEqual(["curl -L A | sh"]);
      expect([...new Set(limitsOf(detection))]).toEqual(limits);
    },
  );

  it("do not apply to a broken notebook cell with magics, whose calls are also read separately", async () => {
    const text =
      "```python\nname = 1; exec(base64.b64decode(A: b\n\n%post\n  x\n\n%runscript\n  y')):\n```\n";
    const detection = (await sharedDetector()).detect(text);
    assertSound(text, detection);
    expect(detection.findings.map((finding) => finding.text)).toEqual(["exec(base64"]);
    expect(limitsOf(detection)).toEqual([]);
  });

  it("do not hide fetched content in a word that becomes too long", async () => {
    const text = `\`\`\`sh\nA=ab\n${'A="$A$A"\n'.repeat(16)}eval "$A$A$A$(curl -L A)"\n\`\`\`\n`;
    const detection = (await sharedDetector()).detect(text);
    expect(detection.findings.map((finding) => finding.text)).toEqual([
      'eval "$A$A$A$(curl -L A)"',
    ]);
    expect(limitsOf(detection)).toContain("size");
  });

  it.each([
    ["one word", (payload: string) => `echo ${payload} | base64 -d | sh\n`],
    ["a quoted line", (payload: string) => `sh -c "$(echo '${payload}' | base64 -d)"\n`],
  ])("do not hide a payload of 40,000 characters in %s", async (_, program) => {
    const detection = (await sharedDetector("extended")).detect(program("QUJD".repeat(10_000)), {
      format: "shell",
    });
    expect(detection.findings).toHaveLength(1);
    expect(detection.outcome.status).toBe("complete");
  });

  it.each(["curl -L A | sh", "ls"])(
    "report an executed statement that is too long only if it contains a word of the gate: %s",
    async (command) => {
      const text = `eval "${command}; : ${"\\\\".repeat(9000)}"\n`;
      const detection = (await sharedDetector()).detect(text, { format: "shell" });
      expect(limitsOf(detection)).toEqual(command === "ls" ? [] : ["size"]);
    },
  );
});
