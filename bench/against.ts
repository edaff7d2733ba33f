/** Compares the working tree with an earlier revision: both are built alike and measured in turn, each in a separate process. */
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
} from "../scripts/compare/build.js";
import type { Profile } from "../src/core/index.js";
import type { Task } from "./against-child.js";
import { families } from "./hostile.js";
import { duration, median } from "./measure.js";
import { answer, withoutTriggers, longAnswer, oneLiner } from "./texts.js";

export interface Choice {
  readonly profile: Profile;
  /** Part of the names of the requested texts. */
  readonly only: string;
}

interface Effort {
  readonly rounds: number;
  /** Microseconds of warm-up on each side before the measurement. */
  readonly warmUp: number;
}

const usual: Effort = { rounds: 15, warmUp: 1_500_000 };
/** For hostile texts: there are many, and each takes long. */
const brief: Effort = { rounds: 5, warmUp: 60_000 };
/** The approximate time of one measurement: long in comparison with the clock's resolution. */
const ROUND_MICROSECONDS = 60_000;
const HOSTILE_SIZE = 100_000;

const fenced = `\`\`\`sh\n${oneLiner}\n\`\`\`\n`;
const ordinary: Readonly<Record<string, string>> = {
  [`${withoutTriggers.length >> 10} KB without trigger words`]: withoutTriggers,
  "a flagged one-liner in a fence": fenced,
  "an answer of 2 KB, one flagged command": answer,
  [`an answer of ${longAnswer.length >> 10} KB`]: longAnswer,
};

/** @throws CannotRun if one of the two cannot be built or started */
export async function benchAgainst(revision: string, { profile, only }: Choice): Promise<void> {
  const there = await buildRevision(revision);
  const here = await buildWorkingTree();
  const sides: Side[] = [];
  try {
    for (const build of [here, there]) sides.push(await Side.start(build, profile));
    const [ours, theirs] = sides;
    if (ours === undefined || theirs === undefined) return;
    console.log(
      `Processor time, ${profile} profile.\n\n| text | here | ${there.name} | ratio |\n|---|---|---|---|`,
    );
    const rowOf = async (name: string, text: string, effort: Effort): Promise<void> => {
      if (name.includes(only)) row(name, await inTurn(ours, theirs, text, effort));
    };
    for (const [name, text] of Object.entries(ordinary)) await rowOf(name, text, usual);
    const command = "curlew scan of a flagged line, the whole process";
    if (command.includes(only)) row(command, scans(here, there, profile));
    // a command before the text opens the gate: without one, most of these are only scanned
    for (const [name, family] of Object.entries(families))
      await rowOf(name, `${fenced}\n${family(HOSTILE_SIZE)}`, brief);
  } finally {
    for (const side of sides) side.end();
  }
}

/** One time of each side, in microseconds, measured directly after each other. */
interface Pair {
  readonly here: number;
  readonly there: number;
}

function row(name: string, pairs: readonly Pair[]): void {
  const times = [
    median(pairs.map(({ here }) => here)),
    median(pairs.map(({ there }) => there)),
  ].map(duration);
  console.log(
    `| ${[name, ...times, median(pairs.map(({ here, there }) => here / there)).toFixed(2)].join(" | ")} |`,
  );
}

/** Returns pairs of measurements; the side that is measured first changes from pair to pair. */
async function inTurn(
  ours: Side,
  theirs: Side,
  text: string,
  { rounds, warmUp }: Effort,
): Promise<Pair[]> {
  const calls = Math.max(await callsFor(ours, text, warmUp), await callsFor(theirs, text, warmUp));
  await ours.measure({ text, calls });
  await theirs.measure({ text, calls });
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round++) {
    const early = round % 2 === 0 ? await ours.measure({ text, calls }) : null;
    const there = await theirs.measure({ text, calls });
    pairs.push({ here: early ?? (await ours.measure({ text, calls })), there });
  }
  return pairs;
}

/**
 * Returns how many calls fill a round, after the engine has compiled frequent functions: the first hundreds of calls take many
 * times longer.
 */
async function callsFor(side: Side, text: string, warmUp: number): Promise<number> {
  let calls = 1;
  for (let spent = 0; ; ) {
    const one = Math.max(await side.measure({ text, calls }), 1);
    spent += one * calls;
    calls = Math.ceil(ROUND_MICROSECONDS / one);
    if (spent >= warmUp) return calls;
  }
}

/** A build in a process that runs as long as the benchmark. */
class Side {
  private constructor(
    private readonly build: Build,
    private readonly child: ChildProcess,
  ) {}

  static async start(build: Build, profile: Profile): Promise<Side> {
    const script = join(build.folder, "dist", "bench-child.mjs");
    const entryPoints = ["bench/against-child.ts"];
    await bundle({
      entryPoints,
      outfile: script,
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
      logLevel: "silent",
    });
    const side = new Side(build, fork(script, [build.library, profile], { execArgv: [] }));
    await side.reply();
    return side;
  }

  /** Returns the microseconds of one call. */
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
        reject(new CannotRun(`${this.build.name}: the process that measures has ended`));
      };
      this.child.once("exit", ended);
      this.child.once("message", (message) => {
        this.child.off("exit", ended);
        resolve(message);
      });
    });
  }
}

/** Measures the command as a person calls it, including start and end; on this side as `npm run build` makes it, with its caches. */
function scans(here: Build, there: Build, profile: Profile): Pair[] {
  const folder = mkdtempSync(join(tmpdir(), "curlew-bench-"));
  const file = join(folder, "line.md");
  writeFileSync(file, fenced);
  const scan = ({ command }: Build): number =>
    timeOfProcess([process.execPath, command, "scan", "--profile", profile, file]);
  try {
    const built = { ...here, command: join("dist", "cli.cjs") };
    for (const build of [built, there]) scan(build);
    return Array.from({ length: usual.rounds }, (_, round) => {
      const early = round % 2 === 0 ? scan(built) : null;
      const theirs = scan(there);
      return { here: early ?? scan(built), there: theirs };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Measures a process with the shell: Node does not report a child's processor time; the shell does, in seconds with three decimal
 * places.
 */
function timeOfProcess(command: readonly string[]): number {
  const script = 'TIMEFORMAT="%3U %3S"; time "$@" > /dev/null 2> /dev/null; exit "$?"';
  const { stderr, status } = spawnSync("bash", ["-c", script, "bash", ...command], {
    encoding: "utf8",
  });
  const [user, system] = stderr.trim().split(" ").map(Number);
  // a scan with findings ends with 1
  if (status !== 1 || user === undefined || system === undefined)
    throw new CannotRun(`${command.join(" ")} ended with status ${status}`);
  return (user + system) * 1e6;
}
