/**
 * Runs one of the development tools: `npm run lab -- NAME [ARGUMENTS]`. Without a name, lists the tools.
 * The exit status is the exit status of the tool, or 2 for an unknown name.
 */
import { spawnSync } from "node:child_process";
import { TOOLS } from "./lab/tools.js";

const [name, ...args] = process.argv.slice(2);
const tool = name === undefined ? undefined : TOOLS[name];

function run(script: string, scriptArgs: readonly string[]): number {
  const { status, error } = spawnSync(
    process.execPath,
    ["--import", "tsx", script, ...scriptArgs],
    {
      stdio: "inherit",
    },
  );
  if (error) console.error(`lab: cannot start ${script}: ${error.message}`);
  return status ?? 2;
}

function list(): void {
  const width = Math.max(...Object.keys(TOOLS).map((each) => each.length));
  console.log("usage: npm run lab -- NAME [ARGUMENTS]\n");
  for (const [each, { does }] of Object.entries(TOOLS))
    console.log(`  ${each.padEnd(width)}  ${does}`);
}

if (name === undefined) list();
else if (tool === undefined) {
  console.error(`lab: there is no tool "${name}"; npm run lab lists them`);
  process.exitCode = 2;
} else {
  const built = tool.needsBuild ? run("scripts/build.ts", []) : 0;
  process.exitCode = built || run(tool.script, args);
}
