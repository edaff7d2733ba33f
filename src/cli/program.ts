import { fstatSync, statSync } from "node:fs";
import { Readable, type Writable } from "node:stream";
import packageJson from "../../package.json" with { type: "json" };
import { isData } from "./input/read-sync.js";
import { streamOf } from "./descriptor-stream.js";
import { run } from "./run.js";
import { toolkitOf, type Library } from "./toolkit.js";

/**
 * Runs the command line of this process and sets its exit status.
 * @param input standard input if it was already read, otherwise null
 * @returns whether the process may exit at once, because all output is written
 */
export async function program(
  load: () => Promise<Library>,
  input: Buffer | null = null,
): Promise<boolean> {
  const streams = new Streams(input);
  const context = {
    toolkit: toolkitOf(load),
    get stdin() {
      return streams.stdin;
    },
    get stdout() {
      return streams.stdout;
    },
    get stderr() {
      return streams.stderr;
    },
    env: process.env,
    cwd: process.cwd(),
    stdinIsData: input !== null || isData(0),
    stdinIsNull: input === null && stdinIsNull(),
  };

  process.exitCode = await run(process.argv.slice(2), context, packageJson.version);
  streams.close();
  return streams.areIdle;
}

/** The streams of this process, each created on first use, because few commands need all of them. */
class Streams {
  private input: Readable | null = null;
  private output: Writable | null = null;
  private errors: Writable | null = null;

  constructor(private readonly given: Buffer | null) {}

  get stdin(): Readable {
    return (this.input ??= this.given === null ? process.stdin : Readable.from([this.given]));
  }

  get stdout(): Writable {
    return (this.output ??= streamOf(1, () => process.stdout));
  }

  get stderr(): Writable {
    if (this.errors === null) {
      this.errors = streamOf(2, () => process.stderr);
      this.errors.on("error", () => undefined); // the reader has closed the stream
    }
    return this.errors;
  }

  /** Whether no stream of Node.js was used; such a stream may have unwritten data. */
  get areIdle(): boolean {
    return [this.input, this.output, this.errors].every(
      (stream) => stream === null || !("fd" in stream),
    );
  }

  /** Closes standard input, which would keep the process alive if it was not read completely. */
  close(): void {
    this.input?.destroy();
  }
}

function stdinIsNull(): boolean {
  try {
    const stdin = fstatSync(0);
    return stdin.isCharacterDevice() && stdin.rdev === statSync("/dev/null").rdev;
  } catch {
    return false;
  }
}
