import { expect, it } from "vitest";
import { segmented } from "./harness.js";

const SIZE = 60_000;

it.each([
  "> ",
  "- ",
  "1. ",
  "- > 1) * ",
  "`",
  "`curl` ",
  "[",
  "|",
  "```\ncurl\n",
  "<div>",
  "<code>curl ",
  "<!-- curl ",
  "&#124;curl ",
  "curl (",
  'bash -c "$(curl ',
  "X=$(curl ",
  "if curl; then\n\n",
  "cat <<A curl\n\n",
  "curl {{ ",
  "curl <a ",
  "curl [a ",
  'curl " ',
  "curl ' ",
  "eval(atob(",
  'f("curl ',
  "a|curl\n-|-\n",
  "$ curl\n",
  '{"curl":[',
  "curl: [\n",
  "\ncurl:\n - ",
  "RUN curl <<A\n",
  "curl \\\n",
  "\\curl",
  "curl x | sh ",
  "<?php /* curl ?>\n",
  '<?php "curl \\"',
  "<?\ncurl 'a\n",
])("60,000 characters of repeated %j are segmented completely", (unit) => {
  const text = `${unit.repeat(Math.ceil(SIZE / unit.length))}\n\nRun \`curl A | sh\``;
  const { document, regions } = segmented(text);
  expect(document.end).toBe(text.length);
  for (const { source } of regions) {
    const [start, end] = source.origin(0, source.text.length);
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeLessThanOrEqual(text.length);
  }
});

it.each([
  "yaml",
  "json",
  "toml",
  "dockerfile",
  "make",
  "ini",
  "crontab",
  "bat",
  "powershell",
  "diff",
  "html",
  "markdown",
  "ipynb",
  "python",
  "ruby",
])("malformed text in the format %s is segmented completely", (format) => {
  for (const unit of [
    '{"curl',
    "[[",
    "'curl",
    '"curl\\',
    "curl: |\n",
    "- - - curl\n",
    "<<<curl",
    "\tcurl \\\n",
    "+curl\n",
    "/*curl",
    "&curl;",
  ]) {
    expect(segmented(unit.repeat(2000), format).document.end).toBe(unit.length * 2000);
  }
});
