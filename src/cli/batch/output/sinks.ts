import { open, type FileHandle } from "node:fs/promises";
import { Failure, fileErrorMessage } from "../../failure.js";
import type { Output } from "../../output.js";
import { MAX_PROBLEMS, type Sink } from "../run/run.js";
import type { InputFailure, Shard, ShardResult } from "../shard.js";
import type { Manifest } from "./manifest.js";

/** Discards predictions. */
export const discardingSink: Sink = {
  open: true,
  commit: async () => undefined,
  fail: async () => undefined,
};

/** Returns a sink that writes predictions immediately, to standard output or to a file that is not a regular one. */
export function streamSink(output: Output): Sink {
  return {
    get open() {
      return output.open;
    },
    commit: async (_shard, { output: bytes }) => output.write(bytes),
    fail: async () => undefined,
  };
}

/** Writes predictions to a file, with a manifest of the finished shards next to it. */
export class FileSink implements Sink {
  readonly open = true;

  private constructor(
    private readonly handle: FileHandle,
    private readonly name: string,
    private readonly manifest: Manifest,
    private size: number,
  ) {}

  /**
   * @param size size of the output of an earlier run, in bytes; bytes after it are removed
   * @param head what precedes the first row of a new file
   */
  static async open(
    path: string,
    name: string,
    manifest: Manifest,
    size: number,
    head: string,
  ): Promise<FileSink> {
    try {
      const handle = await open(path, size > 0 ? "r+" : "w");
      const { size: found } = await handle.stat();
      if (found < size)
        throw new Failure(
          `cannot resume: ${name} is shorter than its manifest says; start over with --force`,
        );
      await handle.truncate(size);
      const sink = new FileSink(handle, name, manifest, size);
      if (size === 0 && head !== "") await sink.write(Buffer.from(head));
      return sink;
    } catch (error) {
      throw error instanceof Failure
        ? error
        : new Failure(`cannot write ${name}: ${fileErrorMessage(error)}`);
    }
  }

  async commit(
    { input, name, next, nextFirst }: Shard,
    { output, tally, exhibits, problems, stopped }: ShardResult,
  ): Promise<void> {
    await this.write(output);
    this.manifest.finish({
      input,
      name,
      next,
      nextFirst,
      bytes: this.size,
      tally,
      exhibits,
      problems: problems.slice(0, MAX_PROBLEMS),
      stopped,
    });
  }

  async fail(failure: InputFailure): Promise<void> {
    this.manifest.fail(failure);
  }

  async close(): Promise<void> {
    await this.handle.close();
  }

  private async write(bytes: Uint8Array): Promise<void> {
    try {
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await this.handle.write(
          bytes,
          at,
          bytes.length - at,
          this.size + at,
        );
        at += bytesWritten;
      }
    } catch (error) {
      throw new Failure(`cannot write ${this.name}: ${fileErrorMessage(error)}`);
    }
    this.size += bytes.length;
  }
}
