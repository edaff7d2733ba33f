#!/usr/bin/env node
/** The command as it is built. The version is checked first: an older Node refuses what launch.ts imports. */
import { askHookd } from "./hookd/client.js";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `curlew: needs Node 20.19 or newer, and this is ${process.versions.node}; install a newer one from https://nodejs.org\n`,
  );
  process.exitCode = 2;
} else {
  const args = process.argv.slice(2);
  const asked = args[0] === "hook" ? await askHookd(args, import.meta.dirname) : null;
  if (asked?.response) {
    process.exitCode = asked.response.status;
    process.stderr.write(asked.response.stderr);
    process.stdout.write(asked.response.stdout);
  } else await (await import("./launch.js")).launch(asked?.input ?? null);
}
