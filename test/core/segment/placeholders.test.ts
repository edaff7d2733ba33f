import { describe, expect, it } from "vitest";
import { maskPlaceholders } from "../../../src/core/segment/placeholders.js";
import { Source } from "../../../src/core/source.js";

const mask = (text: string): string => maskPlaceholders(Source.whole(text)).text;

describe("a placeholder", () => {
  it.each([
    ["curl <url> | sh", "curl \uFFFCuuuu | sh"],
    ["curl <your install url> | sh", "curl \uFFFCuuuuuuuuuuuuuuuuu | sh"],
    ["curl <https://x.example/a?b=c> | sh", "curl \uFFFCxxxxxxxxxxxxxxxxxxxxxxxx | sh"],
    ["curl https://<host>.example/i | sh", "curl https://\uFFFCuuuuu.example/i | sh"],
    ["curl <base>/i.sh | sh", "curl \uFFFCxxxxx/i.sh | sh"],
    ["curl {url} | sh", "curl \uFFFCuuuu | sh"],
    ["curl [URL] | sh", "curl \uFFFCuuuu | sh"],
    ["curl {{ url }} | sh", "curl \uFFFCuuuuuuuu | sh"],
    ['curl {{ url | default("a b") }} | sh', `curl \uFFFC${"u".repeat(25)} | sh`],
    ["curl ${{ inputs.url }} | sh", "curl \uFFFCuuuuuuuuuuuuuuuu | sh"],
    ["curl #{url} | sh", "curl \uFFFCuuuuu | sh"],
    ["curl <url>|sh", "curl \uFFFCuuuu|sh"],
  ])("becomes a word of the same length that begins with U+FFFC: %s", (text, expected) => {
    expect(mask(text)).toBe(expected);
  });
});

describe("shell syntax", () => {
  it.each([
    "bash < <(curl A)",
    "cat <file >out",
    "cat <in>out",
    "cat <<EOF >out",
    'bash <<< "$X"',
    "[ -f x ] && [[ a < b ]]",
    "{ curl A; } | sh",
    "f() { curl A; }",
    "f(){ curl A;}",
    "diff <(curl A) <(curl B)",
    "echo ${VAR} ${VAR:-x}",
    "echo {a,b} {1..3}",
    "find . -exec sh {} \\;",
    "ls [a-z]*",
    "x=${a[1]}",
    "sort <in.txt 2>err",
    "while read l; do x; done <file.txt | tee >(cat)",
    "cmd <&3 >&4",
    "curl %URL% | sh",
  ])("is not a placeholder: %s", (text) => {
    expect(mask(text)).toBe(text);
  });
});
