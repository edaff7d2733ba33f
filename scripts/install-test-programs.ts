/**
 * Installs with apt-get the programs that the tests need and that are not npm packages: the browsers for the extension and the
 * report (unless `--no-browsers` is given), redis-server, GNU parallel and openssl for batch, and the guarded shells zsh and fish.
 * If a program cannot be installed, this script prints a message, and the tests that need the program fail.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const browsers = [
  { program: "/usr/bin/chromium", name: "chromium" },
  { program: "/usr/bin/firefox-esr", name: "firefox-esr" },
];
const programs = [
  ...(process.argv.includes("--no-browsers") ? [] : browsers),
  { program: "/usr/bin/redis-server", name: "redis-server" },
  { program: "/usr/bin/parallel", name: "parallel" },
  { program: "/usr/bin/openssl", name: "openssl" },
  { program: "/usr/bin/zsh", name: "zsh" },
  { program: "/usr/bin/fish", name: "fish" },
];

const missing = programs.filter(({ program }) => !existsSync(program)).map(({ name }) => name);

function apt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
}

if (missing.length > 0) {
  console.log(`test programs: installing ${missing.join(" and ")}`);
  const install = (): boolean => apt("install", "-y", "--no-install-recommends", ...missing);
  if (!install() && !(apt("update") && install())) {
    console.error(
      `test programs: ${missing.join(" and ")} could not be installed; run as root: apt-get install ${missing.join(" ")}`,
    );
  }
}
