import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { build as bundle } from "esbuild";
import type { Profile } from "../../src/core/index.js";
import { answerFormat, keyOf, type Answer } from "./answer.js";
import { CannotRun, type Build } from "./build-revision.js";
import type { Batch } from "./worker.js";

/** The answers of one build, by {@link keyOf}. */
export type Answers = ReadonlyMap<string, Answer>;

const THREADS = 2;
const BATCH = 100;
/** The comparison fails if the analysis of a text takes longer than this. */
const TIMEOUT_SECONDS = 60;

/** Returns the answers of a build for all texts. The answers of a revision are cached in the folder of its build. */
export async function answersOf(
  build: Build,
  texts: ReadonlySet<string>,
  profiles: readonly Profile[],
): Promise<Answers> {
  const cache = build.commit === null ? null : join(build.folder, `answers-${answerFormat}.jsonl`);
  const answers = new Map<string, Answer>(cache === null ? [] : cachedAnswers(cache));
  const batches = profiles.flatMap((profile) => {
    const unknown = [...texts].filter((text) => !answers.has(keyOf(text, profile)));
    return batched(unknown).map((some) => ({ profile, texts: some }));
  });
  if (batches.length === 0) return answers;
  const script = join(build.folder, "dist", "compare-worker.mjs");
  const entryPoints = [join(import.meta.dirname, "worker.ts")];
  await bundle({
    entryPoints,
    outfile: script,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "silent",
  });
  await inThreads(build, script, batches, ({ profile, texts }, found) => {
    const lines = found.map(
      (answer, index) => [keyOf(texts[index] ?? "", profile), answer] as const,
    );
    for (const [key, answer] of lines) answers.set(key, answer);
    if (cache !== null)
      appendFileSync(cache, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  });
  return answers;
}

function cachedAnswers(path: string): [string, Answer][] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as [string, Answer]];
      } catch {
        return []; // an interrupted run may have left an incomplete line
      }
    });
}

function batched(texts: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(texts.length / BATCH) }, (_, index) =>
    texts.slice(index * BATCH, (index + 1) * BATCH),
  );
}

type OnAnswers = (batch: Batch, answers: readonly Answer[]) => void;

async function inThreads(
  build: Build,
  script: string,
  batches: readonly Batch[],
  onAnswers: OnAnswers,
): Promise<void> {
  const waiting = [...batches];
  const threads = Array.from(
    { length: Math.min(THREADS, waiting.length) },
    () => new Thread(build, script),
  );
  try {
    await Promise.all(
      threads.map(async (thread) => {
        for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift())
          onAnswers(batch, await thread.read(batch));
      }),
    );
  } finally {
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

interface Reply {
  readonly resolve: (answers: Answer[]) => void;
  readonly reject: (error: Error) => void;
}

/** A worker thread that analyzes batches of texts with a build. */
class Thread {
  /** The index of the text in the batch that is being analyzed, written by the thread. */
  private readonly progress = new Int32Array(new SharedArrayBuffer(4));
  private readonly worker: Worker;
  private reply: Reply | null = null;

  constructor(
    private readonly build: Build,
    script: string,
  ) {
    this.worker = new Worker(script, {
      workerData: { library: build.library, progress: this.progress },
      execArgv: [],
    });
    this.worker.on("message", (message: { answers: Answer[] } | { problem: string }) => {
      if ("problem" in message) this.fail(message.problem);
      else this.reply?.resolve(message.answers);
    });
    this.worker.on("error", (error) => {
      this.fail(error instanceof Error ? error.message : String(error));
    });
    this.worker.on("exit", (code) => {
      this.fail(`the thread ended with status ${code}`);
    });
  }

  async read(batch: Batch): Promise<Answer[]> {
    let last = -1;
    const watch = setInterval(() => {
      const now = Atomics.load(this.progress, 0);
      const text = batch.texts[now]?.slice(0, 2000);
      if (now === last)
        this.fail(
          `no answer to this text within ${TIMEOUT_SECONDS} seconds: ${JSON.stringify(text)}`,
        );
      last = now;
    }, TIMEOUT_SECONDS * 1000);
    try {
      return await new Promise((resolve, reject) => {
        this.reply = { resolve, reject };
        this.worker.postMessage(batch);
      });
    } finally {
      clearInterval(watch);
    }
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private fail(problem: string): void {
    this.reply?.reject(new CannotRun(`${this.build.name}: ${problem}`));
  }
}
