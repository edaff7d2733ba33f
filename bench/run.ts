/**
 * `npm run bench`: compares the built library with other programs; `-- --write` writes the ratios into README.md.
 * `npm run bench -- --against REVISION`: compares the working tree with an earlier revision. The measured code runs without a
 * TypeScript loader, which would slow it down.
 */
import { spawnSync } from "node:child_process";
import { Command, Option } from "commander";
import { build as bundle } from "esbuild";
import { profiles, type Profile } from "../src/core/model.js";
import { CannotRun } from "../scripts/compare/build-revision.js";
import { benchAgainst } from "./compare-revisions.js";

interface Options {
  readonly against?: string;
  readonly profile: Profile;
  readonly only?: string;
  readonly write?: true;
}

const { against, profile, only, write } = new Command("npm run bench --")
  .description("Compares the library with other programs, or with an earlier revision.")
  .option("--against <revision>", "a commit, branch or tag")
  .addOption(
    new Option("--profile <profile>", "with --against: the profile to measure")
      .choices(profiles)
      .default("contract"),
  )
  .option("--only <part>", "with --against: only texts whose name contains this")
  .option("--write", "write the ratios into README.md")
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse()
  .opts<Options>();

async function benchPeers(): Promise<number> {
  const built = spawnSync("npx", ["--no-install", "tsx", "scripts/build.ts"], { stdio: "inherit" });
  if (built.status !== 0) return 2;
  const outfile = "dist/bench.mjs";
  await bundle({
    entryPoints: ["bench/detector.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
  return (
    spawnSync(process.execPath, [outfile, ...(write ? ["--write"] : [])], { stdio: "inherit" })
      .status ?? 2
  );
}

try {
  if (against === undefined) process.exitCode = await benchPeers();
  else await benchAgainst(against, { profile, only: only ?? "" });
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  console.error(`bench: ${error.message}`);
  process.exitCode = 2;
}
