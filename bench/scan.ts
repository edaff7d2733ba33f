/**
 * `npm run lab -- bench-scan [-- FOLDER]`: compares the times and the results of `curlew scan` with `--jobs 1` and `--jobs 2` on the
 * documents, scripts and workflows below a folder, by default node_modules. The runs are separate processes and alternate.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { runTimed } from "../scripts/third-party-tools.js";
import { median } from "./measure.js";

const ROUNDS = 3;
const KINDS = /\.(?:md|ya?ml|sh|py|txt|html|toml)$|(?:^|\/)(?:Dockerfile|Makefile)[^/]*$/;

const folder = mkdtempSync(join(tmpdir(), "curlew-scan-"));
try {
  const from = resolve(process.argv[2] ?? "node_modules");
  let [files, bytes] = [0, 0];
  for (const entry of readdirSync(from, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !KINDS.test(path)) continue;
    const copy = join(folder, "tree", relative(from, path).replaceAll("node_modules", "modules"));
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(path, copy);
    files++;
    bytes += statSync(path).size;
  }
  const runs = [1, 2].map((jobs) => ({
    jobs,
    seconds: [] as number[],
    processor: [] as number[],
    stdout: "",
  }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const run of runs) {
      const words = [
        process.execPath,
        resolve("dist", "cli.js"),
        "scan",
        "-q",
        "--jobs",
        String(run.jobs),
        "-f",
        "jsonl",
        "tree",
      ];
      const started = process.hrtime.bigint();
      const { status, stdout, stderr, processor } = runTimed(words, { cwd: folder });
      if (status !== 0 && status !== 1) throw new Error(stderr);
      run.seconds.push(Number(process.hrtime.bigint() - started) / 1e9);
      run.processor.push(processor / 1000);
      run.stdout = stdout;
    }
  }
  console.log(
    `${files} files, ${(bytes / 1e6).toFixed(1)} MB\n\n| scan | time | rate | processor time |\n| --- | ---: | ---: | ---: |`,
  );
  for (const { jobs, seconds, processor } of runs) {
    const time = median(seconds);
    console.log(
      `| --jobs ${jobs} | ${time.toFixed(1)} s | ${(bytes / 1e6 / time).toFixed(1)} MB/s | ${median(processor).toFixed(1)} s |`,
    );
  }
  const [one, two] = runs;
  console.log(
    `\n--jobs 2 is ${(median(one?.seconds ?? []) / median(two?.seconds ?? [])).toFixed(2)} times as fast; medians of ${ROUNDS} runs each.`,
  );
  console.log(
    one?.stdout === two?.stdout ? "The answers are the same, byte for byte." : "THE ANSWERS DIFFER",
  );
  if (one?.stdout !== two?.stdout) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
