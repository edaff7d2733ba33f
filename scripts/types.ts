/** Type-checks every runtime folder of src and packages with its own tsconfig, then tests, scripts and benchmarks. */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");

/** All tsconfig files directly below a folder of src, and the root's. */
function projects(): string[] {
  const inSource = readdirSync("src", { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((folder) =>
      readdirSync(join("src", folder.name))
        .filter((name) => /^tsconfig(\.[a-z]+)?\.json$/.test(name))
        .map((name) => join("src", folder.name, name)),
    );
  const inPackages = readdirSync("packages").map((name) => join("packages", name, "tsconfig.json"));
  return [...inSource, ...inPackages, "tsconfig.json"];
}

/**
 * Runs the compiler on one project, unless none of its files has changed since it passed; resolves to whether it passed. A file is
 * checked in its own folder's project and in the root's, so what it does to those who import it is seen there.
 */
function check(project: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [compiler, "-b", project, "--pretty", "false"], { stdio: "inherit" });
    child.on("close", (code) => {
      if (code !== 0) console.error(`types: ${project} failed`);
      resolve(code === 0);
    });
  });
}

const waiting = projects();
let passed = true;

async function work(): Promise<void> {
  for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
    passed = (await check(project)) && passed;
  }
}

await Promise.all([work(), work()]);
process.exitCode = passed ? 0 : 1;
