import { describe, expect, it } from "vitest";
import type { Profile } from "../../src/core/model.js";
import { sharedDetector } from "../support/marked.js";
import { assertSound } from "./invariants.js";

const range = (length: number): number[] => Array.from({ length }, (_, index) => index);
const words = (length: number): string =>
  range(length)
    .map((at) => `'ls ${String(at)}'`)
    .join(" ");
const prose = "echo words of a long document that go on and on\n".repeat(600);
const encoded = `${"QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVpBQkNERUZHSElKS0xNTk9QUVJTVFVWV1hZWg==\n".repeat(400)}`;

const FETCHES = "curl -fsSL A | sh";
const HARMLESS = "curl -fsSL A | jq";

/** Functions that return programs in which the given code is executed and earlier versions found nothing. */
const programs: Readonly<Record<string, (code: string) => string>> = {
  "code that is one of many values of a variable": (code) =>
    `case $x in ${range(60)
      .map((at) => `${String(at)}) c='ls ${String(at)}';;`)
      .join(" ")} *) c='${code}';; esac\neval "$c"`,
  "code that is one of two values, of which the other is long": (code) =>
    `if a; then c='echo ${"x".repeat(5000)}'; else c='${code}'; fi\neval "$c"`,
  "code in a long value that is known only in part": (code) =>
    `c="$x ${"echo hello; ".repeat(500)} ${code}"\neval "$c"`,
  "code in a long array": (code) =>
    `a=(${words(300)} '${code}')\nfor c in "\${a[@]}"; do eval "$c"; done`,
  "code in an array that is extended 300 times": (code) =>
    `a=()\n${range(300)
      .map((at) => `a+=('ls ${String(at)}')\n`)
      .join("")}a+=('${code}')\nfor c in "\${a[@]}"; do eval "$c"; done`,
  "code in the twelfth parameter": (code) => `set -- ${words(11)} '${code}'\neval "\${12}"`,
  "code in the parameter after 300 others": (code) =>
    `set -- ${words(300)} '${code}'\neval "\${301}"`,
  "code in parameters that a loop shifts": (code) =>
    `f() { while [ $# -gt 0 ]; do eval "$1"; shift; done; }\nf ${words(5)} '${code}'`,
  "code in one of a hundred parameters": (code) =>
    `f() { shift; shift; eval "$1"; }\nf a b '${code}' ${words(100)}`,
  "code after a variable that is doubled sixty times": (code) =>
    `a='ls;'\n${'a="$a$a"\n'.repeat(60)}eval "$a"\neval '${code}'`,
  "code in a long quoted argument of eval": (code) => `eval '${prose}${code}'`,
  "code in a long quoted argument of bash -c": (code) => `bash -c '${prose}${code}'`,
};

describe("the evaluation of large shell programs:", { timeout: 60_000 }, () => {
  it.each(Object.entries(programs))("%s is found", async (_, program) => {
    const text = `\`\`\`sh\n${program(FETCHES)}\n\`\`\`\n`;
    const detection = (await sharedDetector()).detect(text);
    assertSound(text, detection);
    expect(detection.findings).toHaveLength(1);
  });

  it.each(Object.entries(programs))("%s is not found if it is harmless", async (_, program) => {
    const text = `\`\`\`sh\n${program(HARMLESS)}\n\`\`\`\n`;
    const detection = (await sharedDetector()).detect(text);
    assertSound(text, detection);
    expect(detection.findings).toEqual([]);
  });

  it.each([
    ["bash", "cat"],
    ["sh", "jq"],
  ])(
    "a command name with many possible values is a finding if one of them is %s instead of %s",
    async (found, harmless) => {
      const program = (name: string): string =>
        `\`\`\`sh\ncase $x in ${range(6)
          .map((at) => `${String(at)}) c='ls ${String(at)}';;`)
          .join(" ")} *) c='${name}';; esac\ncurl A | $c\n\`\`\`\n`;
      const detector = await sharedDetector();
      expect(detector.detect(program(found)).findings).toHaveLength(1);
      expect(detector.detect(program(harmless)).findings).toEqual([]);
    },
  );

  it("fetched content is followed through four iterations of a loop", async () => {
    const program = (value: string): string =>
      `\`\`\`sh\nwhile :; do eval "$a"; a=$b; b=$c; c=$d; d=$(${value}); done\n\`\`\`\n`;
    const detector = await sharedDetector();
    expect(detector.detect(program("curl A")).findings).toHaveLength(1);
    expect(detector.detect(program("curl -o f A")).findings).toEqual([]);
  });

  it.each([
    [
      "a here-document",
      `base64 -d <<EOF | sh\n${encoded}EOF`,
      `base64 -d <<EOF | jq\n${encoded}EOF`,
    ],
    ["quotes", `echo '${encoded}' | base64 -d | sh`, `echo '${encoded}' | base64 -d | jq`],
  ])("an encoded payload of many lines in %s is found", async (_, found, harmless) => {
    const detector = await sharedDetector("extended");
    expect(detector.detect(`\`\`\`sh\n${found}\n\`\`\`\n`).findings).toHaveLength(1);
    expect(detector.detect(`\`\`\`sh\n${harmless}\n\`\`\`\n`).findings).toEqual([]);
  });
});

describe("a limit of the evaluation of shell code is reported", { timeout: 60_000 }, () => {
  it.each<[string, Profile, string, string]>([
    ["wrappers", "contract", `curl A | ${"sudo ".repeat(70)} sh`, "depth"],
    ["stages of a pipeline", "contract", `curl A ${"| cat ".repeat(300)} | sh`, "size"],
    [
      "possible values of a command name",
      "contract",
      `case $x in ${range(40)
        .map((at) => `${String(at)}) c='sudo -u u${String(at)} cat';;`)
        .join(" ")} esac\ncurl A | $c`,
      "contexts",
    ],
    [
      "elements of an array",
      "contract",
      `a=(${words(1500)})\nfor c in "\${a[@]}"; do eval "$c"; done\ncurl A | jq`,
      "size",
    ],
    [
      "nested commands",
      "contract",
      `${"if a; then\n".repeat(160)}curl A | sh\n${"fi\n".repeat(160)}`,
      "depth",
    ],
  ])("for too many %s", async (_, profile, program, limit) => {
    const { outcome } = (await sharedDetector(profile)).detect(`\`\`\`sh\n${program}\n\`\`\`\n`);
    const limits = outcome.status === "complete" ? [] : outcome.limits;
    expect(limits.map((each) => each.limit)).toContain(limit);
  });

  it("except for a long array that is not executed", async () => {
    const program = `a=(${words(1500)})\nfor c in "\${a[@]}"; do echo "$c"; done\ncurl A | jq`;
    const { outcome } = (await sharedDetector()).detect(`\`\`\`sh\n${program}\n\`\`\`\n`);
    expect(outcome.status).toBe("complete");
  });
});
