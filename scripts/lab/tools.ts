/** One tool of `npm run lab`. */
export interface Tool {
  /** The path of the script, relative to the root of the repository. */
  readonly script: string;
  /** What the tool does, as a phrase that begins with a verb. */
  readonly does: string;
  /** Whether `scripts/build.ts` must run first. */
  readonly needsBuild?: boolean;
}

/** The tools of `npm run lab` by name. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  "bench-batch": {
    script: "bench/batch.ts",
    needsBuild: true,
    does: "measures batch: one process, threads, and other ways to split the work",
  },
  "bench-cold": {
    script: "bench/cold-start.ts",
    needsBuild: true,
    does: "measures commands from a cold start, compared with `node -e 0` and other tools",
  },
  "bench-enter": {
    script: "bench/shell-enter.ts",
    does: "measures what a guarded shell adds to Enter on a clean line",
  },
  "bench-playground": {
    script: "bench/playground.ts",
    does: "measures the time to the first result of the playground on a slow machine",
  },
  "bench-scan": {
    script: "bench/scan.ts",
    needsBuild: true,
    does: "measures a scan of a folder with one and two jobs",
  },
  "compare-tools": {
    script: "scripts/compare-tools.ts",
    needsBuild: true,
    does: "runs other tools on the corpus of the extended profile; writes docs/comparison.md",
  },
  conformance: {
    script: "scripts/conformance.ts",
    does: "scores another implementation of the contract on the corpora: -- COMMAND",
  },
  corpora: {
    script: "scripts/batch-corpora.ts",
    does: "scores the corpora of the repository; writes the table of README.md",
  },
  "equal-verdicts": {
    script: "scripts/equal-verdicts.ts",
    does: "compares a gateway with an embedded evaluator to one with a remote evaluator",
  },
  "explain-text": {
    script: "scripts/explain-text.ts",
    does: "follows a text through the stages of the core; --write updates ARCHITECTURE.md",
  },
  generated: {
    script: "scripts/check-generated-documents.ts",
    does: "checks many generated documents and prints each failure, shrunk",
  },
  hostile: {
    script: "scripts/measure-costly-programs.ts",
    needsBuild: true,
    does: "doubles costly programs of every language; prints their time and memory",
  },
  oracle: {
    script: "scripts/oracle.ts",
    does: "runs generated shell in a sandbox and compares it with the detector's answer",
  },
  owner: {
    script: "scripts/set-owner.ts",
    does: "replaces the placeholder owner in the URLs of the repository",
  },
  "prose-mutants": {
    script: "scripts/prose-mutants.ts",
    does: "removes each phrase of the warning words in turn; lists those that change no case",
  },
  "query-mutants": {
    script: "scripts/query-mutants.ts",
    does: "removes each pattern, word and setting in turn; lists those that change no case",
  },
  reach: {
    script: "scripts/reach.ts",
    does: "counts in how many texts each function of the core runs; lists the rare ones",
  },
  "release-files": {
    script: "scripts/release-files.ts",
    does: "writes packages, extension zips, SBOM and digests of a release into dist/release",
  },
  "rules-page": {
    script: "scripts/rules-page.ts",
    does: "writes docs/rules.md and the list of rules in README.md",
  },
  runtimes: {
    script: "scripts/runtimes.ts",
    needsBuild: true,
    does: "tries the packed library and command in Node, Bun and Deno",
  },
  schemas: {
    script: "scripts/schemas.ts",
    does: "writes the JSON schemas of the configuration and the scan report",
  },
  size: {
    script: "scripts/core-size.ts",
    does: "prints lines, regular expressions and import cycles of the core by folder",
  },
  "source-hash": {
    script: "scripts/source-hash.ts",
    does: "prints the hash of the evaluator's sources",
  },
  units: {
    script: "bench/search-hostile-texts.ts",
    needsBuild: true,
    does: "searches for repeated strings whose cost grows faster than their length",
  },
  wasm: {
    script: "scripts/wasm.ts",
    does: "copies or builds the grammars of the installed packages into wasm/ with their digests",
  },
  weave: {
    script: "scripts/weave.ts",
    does: "inserts commands into real documents and prints those in which one is missed",
  },
};
