import { expect, it } from "vitest";
import { maskCommandPrefixes } from "../../../src/core/segment/mask-command-prefixes.js";
import { Source } from "../../../src/core/source.js";

const mask = (text: string): string => maskCommandPrefixes(Source.whole(text)).text;

it.each([
  ["* * * * * curl A | sh", "          curl A | sh"],
  ["*/5 2 1,15 * mon-fri curl A | sh", "                     curl A | sh"],
  ["crontab -e\n0 4 * * * root curl A | sh", "crontab -e\n               curl A | sh"],
  ["@reboot curl A | sh", "        curl A | sh"],
  ["ExecStart=/bin/sh -c 'curl A | sh'", "          /bin/sh -c 'curl A | sh'"],
  ["x\nExecStartPre=-/bin/sh i", "x\n              /bin/sh i"],
])("the schedule or key before the command is masked in %s", (text, masked) => {
  expect(mask(text)).toBe(masked);
});

it.each([
  "echo * * * * * curl A",
  "1 2 3 4 5 curl A",
  "* * curl A | sh",
  "@host curl A | sh",
  "echo '* * * * * curl A | sh' | crontab -",
  "ls *",
  "* * * * *",
  "ExecStart=sh -c x",
  "echo ExecStart=/bin/sh -c x",
  "Exec=/bin/sh -c x",
])("nothing is masked in %s", (text) => {
  expect(mask(text)).toBe(text);
});
