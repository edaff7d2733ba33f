/**
 * Brings the browsers that the extension's tests drive: Debian's chromium and firefox-esr, through
 * apt-get where it is there and allowed. Where they cannot be had, the tests that need them say so.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const browsers = [
  { program: "/usr/bin/chromium", name: "chromium" },
  { program: "/usr/bin/firefox-esr", name: "firefox-esr" },
];

const missing = browsers.filter(({ program }) => !existsSync(program)).map(({ name }) => name);

function apt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
}

if (missing.length > 0) {
  console.log(`browsers: installing ${missing.join(" and ")}`);
  const install = (): boolean => apt("install", "-y", "--no-install-recommends", ...missing);
  if (!install() && !(apt("update") && install())) {
    console.error(`browsers: ${missing.join(" and ")} could not be installed; run as root: apt-get install ${missing.join(" ")}`);
  }
}
