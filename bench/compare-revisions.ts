/** Compares the speed of the working tree with that of an earlier revision. Both are measured alternately, in separate processes. */
import { fork, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build as bundle } from "esbuild";
import {
  buildRevision,
  buildWorkingTree,
  CannotRun,
  type Build,
} from "../scripts/compare/build-revision.js";
import type { Profile } from "../src/core/index.js";
import type { Task } from "./compare-revisions-child.js";
import { families } from "./hostile-families.js";
import { duration, median } from "./measure.js";
import { answer, withoutTriggers, longAnswer, oneLiner } from "./texts.js";

export interface Choice {
  readonly profile: Profile;
  /** Only texts whose names contain this string are measured. */
  readonly only: string;
}

interface Effort {
  readonly rounds: number;
  /** The processor time that each build is run before the measurement, in microseconds. */
  readonly warmUp: number;
}

const ORDINARY_EFFORT: Effort = { rounds: 15, warmUp: 1_500_000 };
/** Hostile texts are measured with less effort, because there are many and each takes long. */
const HOSTILE_EFFORT: Effort = { rounds: 5, warmUp: 60_000 };
/** The approximate duration of one measurement, which is long compared with the resolution of the clock. */
const ROUND_MICROSECONDS = 60_000;
/** The length of the hostile texts, in UTF-16 code units. */
const HOSTILE_LENGTH = 100_000;

const fenced = `\`\`\`sh\n${oneLiner}\n\`\`\`\n`;
const ordinary: Readonly<Record<string, string>> = {
  [`${withoutTriggers.length >> 10} KB without trigger words`]: withoutTriggers,
  "a flagged one-liner in a fence": fenced,
  "an answer of 2 KB, one flagged command": answer,
  [`an answer of ${longAnswer.length >> 10} KB`]: longAnswer,
};

/** Prints the comparison with a revision as a table. @throws CannotRun if one of the two builds fails or cannot be started */
export async function benchAgainst(revision: string, { profile, only }: Choice): Promise<void> {
  const before = await buildRevision(revision);
  const after = await buildWorkingTree();
  const processes: BuildProcess[] = [];
  try {
    for (const build of [after, before]) processes.push(await BuildProcess.start(build, profile));
    const [ours, theirs] = processes;
    if (ours === undefined || theirs === undefined) return;
    console.log(
      `Processor time, ${profile} profile.\n\n| text | working tree | ${before.name} | ratio |\n|---|---|---|---|`,
    );
    const measureText = async (name: string, text: string, effort: Effort): Promise<void> => {
      if (name.includes(only)) printRow(name, await measurePairs(ours, theirs, text, effort));
    };
    for (const [name, text] of Object.entries(ordinary))
      await measureText(name, text, ORDINARY_EFFORT);
    const command = "curlew scan of a flagged line, the whole process";
    if (command.includes(only)) printRow(command, measureScans(after, before, profile));
    // The command before the text makes the detector analyze it; most of these texts alone would only be searched for words.
    for (const [name, family] of Object.entries(families))
      await measureText(name, `${fenced}\n${family(HOSTILE_LENGTH)}`, HOSTILE_EFFORT);
  } finally {
    for (const each of processes) each.end();
  }
}

/** The times of both builds in microseconds, measured directly one after the other. */
interface Pair {
  readonly ours: number;
  readonly theirs: number;
}

function printRow(name: string, pairs: readonly Pair[]): void {
  const times = [
    median(pairs.map(({ ours }) => ours)),
    median(pairs.map(({ theirs }) => theirs)),
  ].map(duration);
  console.log(
    `| ${[name, ...times, median(pairs.map(({ ours, theirs }) => ours / theirs)).toFixed(2)].join(" | ")} |`,
  );
}

/** Returns pairs of measurements. The build that is measured first alternates. */
async function measurePairs(
  ours: BuildProcess,
  theirs: BuildProcess,
  text: string,
  { rounds, warmUp }: Effort,
): Promise<Pair[]> {
  const calls = Math.max(await callsFor(ours, text, warmUp), await callsFor(theirs, text, warmUp));
  await ours.measure({ text, calls });
  await theirs.measure({ text, calls });
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 === 0 ? await ours.measure({ text, calls }) : null;
    const other = await theirs.measure({ text, calls });
    pairs.push({ ours: first ?? (await ours.measure({ text, calls })), theirs: other });
  }
  return pairs;
}

/**
 * Returns how many calls take as long as a round, after a warm-up: until V8 has compiled the frequent functions, calls take many
 * times longer.
 */
async function callsFor(process: BuildProcess, text: string, warmUp: number): Promise<number> {
  let calls = 1;
  for (let spent = 0; ; ) {
    const one = Math.max(await process.measure({ text, calls }), 1);
    spent += one * calls;
    calls = Math.ceil(ROUND_MICROSECONDS / one);
    if (spent >= warmUp) return calls;
  }
}

/** A child process that measures one build. */
class BuildProcess {
  private constructor(
    private readonly build: Build,
    private readonly child: ChildProcess,
  ) {}

  static async start(build: Build, profile: Profile): Promise<BuildProcess> {
    const script = join(build.folder, "dist", "bench-child.mjs");
    const entryPoints = ["bench/compare-revisions-child.ts"];
    await bundle({
      entryPoints,
      outfile: script,
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
      logLevel: "silent",
    });
    const child = fork(script, [build.library, profile], { execArgv: [] });
    const started = new BuildProcess(build, child);
    await started.reply();
    return started;
  }

  /** Returns the mean time of a call, in microseconds. */
  async measure(task: Task): Promise<number> {
    const reply = this.reply();
    this.child.send(task);
    return Number(await reply);
  }

  end(): void {
    this.child.kill();
  }

  private reply(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ended = (): void => {
        reject(new CannotRun(`${this.build.name}: the measuring process has ended`));
      };
      this.child.once("exit", ended);
      this.child.once("message", (message) => {
        this.child.off("exit", ended);
        resolve(message);
      });
    });
  }
}

/** Measures whole processes of `curlew scan`; for the working tree, with the output and the caches of `npm run build`. */
function measureScans(after: Build, before: Build, profile: Profile): Pair[] {
  const folder = mkdtempSync(join(tmpdir(), "curlew-bench-"));
  const file = join(folder, "line.md");
  writeFileSync(file, fenced);
  const scan = ({ command }: Build): number =>
    timeOfProcess([process.execPath, command, "scan", "--profile", profile, file]);
  try {
    const built = { ...after, command: join("dist", "cli.cjs") };
    for (const build of [built, before]) scan(build);
    return Array.from({ length: ORDINARY_EFFORT.rounds }, (_, round) => {
      const first = round % 2 === 0 ? scan(built) : null;
      const theirs = scan(before);
      return { ours: first ?? scan(built), theirs };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the processor time of a process, in microseconds, as bash reports it with a resolution of 1 ms: Node does not report the
 * processor time of a child process.
 */
function timeOfProcess(command: readonly string[]): number {
  const script = 'TIMEFORMAT="%3U %3S"; time "$@" > /dev/null 2> /dev/null; exit "$?"';
  const { stderr, status } = spawnSync("bash", ["-c", script, "bash", ...command], {
    encoding: "utf8",
  });
  const [user, system] = stderr.trim().split(" ").map(Number);
  // The exit status of a scan with findings is 1.
  if (status !== 1 || user === undefined || system === undefined)
    throw new CannotRun(`${command.join(" ")} ended with status ${status}`);
  return (user + system) * 1e6;
}
