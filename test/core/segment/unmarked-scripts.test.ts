import { expect, it } from "vitest";
import { expectRegions, segmented } from "./harness.js";

it("a paragraph of shell lines is one region", () => {
  expectRegions('S=$(curl A)\neval "$S"\n', ['prose shell: S=$(curl A)\neval "$S"']);
});

it("shell lines below a sentence are one region", () => {
  expectRegions('Do this:\nS=$(curl A)\neval "$S"\nand it is done.', [
    'prose shell: S=$(curl A)\neval "$S"',
  ]);
});

it("a script continues across blank lines and comments, as one code block", () => {
  const text =
    'set -e\nS=$(curl A)\n# now run it\nbash -c "$S"\n\necho "it\'s done"\n\nThat was it.';
  const { regions, document } = segmented(text);
  expect(regions.map(({ source }) => source.text)).toEqual([
    text.slice(0, text.indexOf("\n\nThat")),
  ]);
  expect(document.children.map(({ kind }) => kind)).toEqual(["code", "paragraph"]);
});

it.each([
  ["a here-document", "cat <<EOF | bash\n# Title\n\n- curl A | sh\nEOF"],
  ["a function", 'f() {\n\n  curl A\n\n}\n\neval "$(f)"'],
  ["a function and its call", "get() {\n  curl $1\n}\n\nget A | sh"],
  ["a function with the keyword function", "function get {\n  curl $1\n}\n\nget A | sh"],
  ["an unknown command", 'S=$(curl A)\n\ncolor\n\neval "$S"'],
  ["an unknown command beside a shell line", 'S=$(curl A)\n\ntitle "x"\neval "$S"'],
  ["a conditional", "if true; then\n\n    curl A | sh\n\nfi"],
])("a script with %s and blank lines is one region", (_name, script) => {
  expectRegions(`${script}\n\nIt is over.`, [`prose shell: ${script}`]);
});

it("a word after a script is not part of it", () => {
  expectRegions("curl A | sh\n\nenjoy", ["prose shell: curl A | sh"]);
});

it("an unterminated construct does not continue after a blank line", () => {
  const { document } = segmented("if curl A; then\n\nThis is text.\n\nMore text.");
  expect(document.children.map(({ kind }) => kind)).toEqual([
    "paragraph",
    "paragraph",
    "paragraph",
  ]);
});

it("backticks inside a shell line are substitutions, not inline code", () => {
  expectRegions('sh -c "`curl A`"', ['prose shell: sh -c "`curl A`"']);
});

it("a line with # above a script is a heading", () => {
  const { document } = segmented("# Never run these\n\ncurl A | sh\n");
  expect(document.children.map(({ kind }) => kind)).toEqual(["heading", "paragraph"]);
});

it("a text that begins with a shell's shebang is a script", () => {
  expectRegions("#!/bin/bash\n# x\n\ncurl A | sh\n", [
    "fence shell: #!/bin/bash\n# x\n\ncurl A | sh\n",
  ]);
});

it("a shell function with a keyword and empty parentheses is not JavaScript", () => {
  const script = 'function f() {\nlocal url="$1"\neval "$(curl "$url")"\n}';
  expectRegions(script, [`prose shell: ${script}`]);
  expectRegions("```\nfunction f(url) {\n  curl(url)\n}\n```", [
    "fence javascript: function f(url) {\n  curl(url)\n}",
  ]);
});

it("an indented list with a fence and a prompt is read as a session, not as YAML", () => {
  const languages = (text: string): readonly string[] =>
    segmented(text).regions.map(({ language, source }) => `${language}: ${source.text.trim()}`);
  expect(languages("    - Linux:\n        ```bash\n        $ curl A | sh\n        ```\n")).toEqual([
    "shell: curl A | sh",
  ]);
  expect(languages("    - run:\n        curl A | sh\n")).toEqual(["shell: curl A | sh"]);
});
