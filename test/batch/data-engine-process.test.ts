/** Runs `curlew batch -` as data engines do: as a process that reads lines, and writes one line for each line, in the same order. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface, type Interface } from "node:readline";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { CURLEW } from "../support/built.js";
import { BAD, row } from "./predictions.js";

const started: ChildProcessWithoutNullStreams[] = [];
afterEach(() => started.splice(0).forEach((child) => child.kill("SIGKILL")));

/** The process that an engine's worker starts. */
class Filter {
  readonly child: ChildProcessWithoutNullStreams;
  private readonly lines: AsyncIterator<string>;
  stderr = "";

  constructor(...args: string[]) {
    this.child = spawn(process.execPath, [CURLEW, "batch", "-", ...args]);
    started.push(this.child);
    this.child.stderr.on("data", (chunk: Buffer) => (this.stderr += chunk.toString()));
    const reader: Interface = createInterface(this.child.stdout);
    this.lines = reader[Symbol.asyncIterator]();
  }

  send(text: string): void {
    this.child.stdin.write(text);
  }

  async next(): Promise<any> {
    const { value, done } = await this.lines.next();
    return done === true ? null : JSON.parse(value);
  }

  async end(): Promise<number | null> {
    const exit = once(this.child, "exit");
    this.child.stdin.end();
    const [status] = (await exit) as [number | null];
    return status;
  }
}

describe("`batch -` as a process of a data engine", () => {
  it("answers each line before the next one arrives (Beam, Ray)", async () => {
    const filter = new Filter();
    for (let id = 0; id < 5; id++) {
      filter.send(row({ id, text: id % 2 === 0 ? BAD : "words" }));
      expect(await filter.next()).toMatchObject({ id, labels: id % 2 === 0 ? ["PS"] : [] });
    }
    expect([await filter.end(), filter.stderr]).toEqual([0, ""]);
  });

  it("writes one line per line in order, also for errors (RDD.pipe)", async () => {
    const filter = new Filter("--ids", "input");
    const lines = [
      row({ id: "a", text: BAD }),
      "{broken\n",
      row({ text: "x" }),
      row({ id: "d", text: "y" }),
    ];
    // the last line of a partition may have no line break
    filter.send(lines.join("").trimEnd());
    filter.child.stdin.end();
    const found = [
      await filter.next(),
      await filter.next(),
      await filter.next(),
      await filter.next(),
    ];
    expect(found.map(({ id, outcome }) => [id, outcome.status])).toEqual([
      ["a", "complete"],
      [2, "incomplete"],
      [3, "incomplete"],
      ["d", "complete"],
    ]);
    expect(found[2].outcome.limits[0].message).toBe('has no "id" (--ids input)');
    expect(await filter.next()).toBeNull();
  });

  it("exits silently with status 0 if its input is empty or its output is closed", async () => {
    const empty = new Filter();
    expect([await empty.end(), empty.stderr]).toEqual([0, ""]);
    const left = new Filter();
    left.send(row({ id: 1, text: BAD }));
    await left.next();
    left.child.stdout.destroy();
    left.child.stdin.on("error", () => undefined);
    for (let id = 0; id < 2000; id++) left.send(row({ id, text: "x ".repeat(500) }));
    await left.end();
    expect(left.stderr).toBe("");
  });
});
