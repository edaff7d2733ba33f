/**
 * Brings what the tests drive and npm does not have: the browsers of the extension and the report (Debian's chromium
 * and firefox-esr), and the server and tool that batches work with (redis-server, GNU parallel, openssl), and the shells that are
 * guarded (zsh, fish); through apt-get where
 * it is there and allowed. Where they cannot be had, the tests that need them say so.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const programs = [
  { program: "/usr/bin/chromium", name: "chromium" },
  { program: "/usr/bin/firefox-esr", name: "firefox-esr" },
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
