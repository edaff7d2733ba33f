/**
 * Measures the gateway beyond its limits: `npx tsx bench/service-overload.ts [PART…]` after `npm run build`. Without an argument, all
 * parts run. `goodput` compares the successful answers per second at 256 connections with those at 32. `beside` measures short
 * texts and health checks while 16 hostile texts of 1 MiB are analyzed. `soak=SECONDS` measures memory and health checks under
 * load from short and long texts.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { createToken } from "../src/service/index.js";
import { answer, hostile } from "./texts.js";

const PARTS = process.argv.slice(2);
const isRequested = (part: string): boolean =>
  PARTS.length === 0 || PARTS.some((name) => name.split("=")[0] === part);
const SOAK_SECONDS = Number(
  PARTS.find((name) => name.startsWith("soak="))?.slice("soak=".length) ?? 180,
);
const MEBIBYTE = 1024 * 1024;

interface Posted {
  readonly status: number;
  readonly ms: number;
}

/** A thread that posts a text several times in parallel. It is separate so that it does not delay the measurements. */
const POSTING = `
const { parentPort, workerData: { url, headers, body, times } } = require("node:worker_threads");
const post = async () => {
  const started = performance.now();
  const response = await fetch(url, { method: "POST", headers, body });
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - started };
};
Promise.all(Array.from({ length: times }, post)).then((posted) => parentPort.postMessage(posted));`;

/** A thread that requests the health check until it is stopped. It is separate so that the load does not delay its measurements. */
const CHECKING_HEALTH = `
const { parentPort, workerData: url } = require("node:worker_threads");
const { Agent, get } = require("node:http");
const agent = new Agent({ keepAlive: true });
const waits = [];
let going = true;
parentPort.once("message", () => (going = false));
const ask = () => {
  if (!going) return parentPort.postMessage(waits);
  const started = performance.now();
  get(url, { agent }, (response) => response.resume().once("end", () => {
    waits.push(performance.now() - started);
    setTimeout(ask, 10);
  }));
};
ask();`;

interface Service {
  readonly address: string;
  readonly health: string;
  readonly child: ChildProcess;
}

async function start(tokens: string): Promise<Service> {
  const args = [
    "serve",
    "--port",
    "0",
    "--health-listen",
    "8790",
    "--tokens",
    tokens,
    "--requests-per-minute",
    "0",
    "--log-level",
    "warn",
  ];
  const child = spawn(process.execPath, ["dist/cli.js", ...args], {
    stdio: ["ignore", "inherit", "pipe"],
  });
  for await (const chunk of child.stderr) {
    const address = /listens on (http:\S+)/.exec(String(chunk))?.[1];
    if (address !== undefined) return { address, health: "http://127.0.0.1:8790", child };
  }
  throw new Error("the gateway did not start; is dist/ built?");
}

/** Formats the median, the 99th percentile and the maximum of durations in milliseconds, and their number. */
function percentiles(values: number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  return `p50 ${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(1)}, p99 ${(sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(1)}, slowest ${(sorted.at(-1) ?? 0).toFixed(1)} ms (${sorted.length})`;
}

class Bench {
  readonly headers: Record<string, string>;

  constructor(
    readonly service: Service,
    token: string,
  ) {
    this.headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  }

  async post(text: string): Promise<Posted> {
    const started = performance.now();
    const response = await fetch(`${this.service.address}/v1/assessments`, {
      method: "POST",
      headers: this.headers,
      body: JSON.stringify({ text }),
    });
    await response.arrayBuffer();
    return { status: response.status, ms: performance.now() - started };
  }

  /** Posts a text several times in parallel, on a separate thread. */
  async postMany(text: string, times: number): Promise<Posted[]> {
    const workerData = {
      url: `${this.service.address}/v1/assessments`,
      headers: this.headers,
      body: JSON.stringify({ text }),
      times,
    };
    const worker = new Worker(POSTING, { eval: true, workerData });
    const [posted] = (await once(worker, "message")) as [Posted[]];
    return posted;
  }

  /** Posts short texts one after another until a promise settles. */
  async postShortTextsUntil(done: Promise<unknown>): Promise<Posted[]> {
    let going = true;
    const end = done.finally(() => (going = false));
    const posted: Posted[] = [];
    while (going) {
      posted.push(await this.post(answer));
      await pause(10);
    }
    await end;
    return posted;
  }

  /** Requests the health check until a promise settles. Resolves to the response times in milliseconds. */
  async checkHealthUntil(done: Promise<unknown>): Promise<number[]> {
    const workerData = `${this.service.health}/healthz`;
    const worker = new Worker(CHECKING_HEALTH, { eval: true, workerData });
    await done;
    worker.postMessage("stop");
    const [waits] = (await once(worker, "message")) as [number[]];
    await worker.terminate();
    return waits;
  }

  /** Posts short texts over several connections, and returns the number of successful answers per second. */
  async goodput(connections: number, seconds: number): Promise<number> {
    const { statusCodeStats = {} } = await autocannon({
      url: `${this.service.address}/v1/assessments`,
      connections,
      duration: seconds,
      method: "POST",
      headers: this.headers,
      body: JSON.stringify({ text: answer }),
    });
    const ok = (statusCodeStats as Record<string, { count?: number }>)["200"]?.count ?? 0;
    console.log(
      `${connections} connections: ${(ok / seconds).toFixed(0)} answers/s; ${Object.entries(
        statusCodeStats,
      )
        .map(([status, { count }]) => `${status}: ${count}`)
        .join(", ")}`,
    );
    return ok / seconds;
  }

  /** Measures short texts and health checks while 16 long texts are analyzed. */
  async shortBesideLong(part: string): Promise<void> {
    const alone = await this.postShortTextsUntil(pause(3000));
    const load = this.postMany(part.repeat(Math.floor(MEBIBYTE / part.length)), 16);
    const [short, health, results] = await Promise.all([
      this.postShortTextsUntil(load),
      this.checkHealthUntil(load),
      load,
    ]);
    const counts = new Map<number, number>();
    for (const { status } of results) counts.set(status, (counts.get(status) ?? 0) + 1);
    const refused = results.filter(({ status }) => status !== 200).map(({ ms }) => ms);
    console.log(
      `  long: ${[...counts].map(([status, count]) => `${count} × ${status}`).join(", ")}; refused after ${percentiles(refused)}`,
    );
    console.log(`  short, alone: ${percentiles(alone.map(({ ms }) => ms))}`);
    console.log(
      `  short: ${percentiles(short.map(({ ms }) => ms))}, ${short.filter(({ status }) => status !== 200).length} failed`,
    );
    console.log(`  health: ${percentiles(health)}`);
  }

  /** Returns the resident size of the gateway, in MiB. */
  memory(): number {
    return (
      Number(
        /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.service.child.pid}/status`, "utf8"))?.[1],
      ) / 1024
    );
  }

  async soak(seconds: number): Promise<void> {
    const until = performance.now() + seconds * 1000;
    const texts = Object.values(hostile).map((part) =>
      part.repeat(Math.floor(MEBIBYTE / 4 / part.length)),
    );
    let index = 0;
    const long = async () => {
      while (performance.now() < until) await this.post(texts[index++ % texts.length] ?? "");
    };
    const load = Promise.all([long(), long(), long(), this.goodput(16, seconds)]);
    const memory: number[] = [];
    const sampling = setInterval(() => memory.push(this.memory()), (seconds * 1000) / 20);
    const health = await this.checkHealthUntil(load);
    clearInterval(sampling);
    console.log(`  memory in MiB: ${memory.map((value) => value.toFixed(0)).join(" ")}`);
    console.log(`  health: ${percentiles(health)}`);
  }
}

const folder = await mkdtemp(join(tmpdir(), "curlew-bench-"));
const tokens = join(folder, "tokens.json");
await createToken({ name: "bench", out: join(folder, "token"), tokens });
const service = await start(tokens);
try {
  const bench = new Bench(service, (await readFile(join(folder, "token"), "utf8")).trim());
  await bench.goodput(32, 3);
  if (isRequested("goodput")) {
    const few = await bench.goodput(32, 6);
    const many = await bench.goodput(256, 6);
    console.log(`goodput at 256 connections: ${((100 * many) / few).toFixed(0)} % of that at 32`);
  }
  for (const family of isRequested("beside") ? ["flagged lines", "warnings", "table cells"] : []) {
    console.log(`16 texts of 1 MiB in parallel, ${family}:`);
    await bench.shortBesideLong(hostile[family] ?? "");
  }
  if (isRequested("soak")) {
    console.log(`soak of ${SOAK_SECONDS} s:`);
    await bench.soak(SOAK_SECONDS);
  }
} finally {
  service.child.kill("SIGTERM");
  await rm(folder, { recursive: true });
}
