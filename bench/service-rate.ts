/**
 * Compares the requests per second of two builds of the gateway with an embedded evaluator:
 * `npx tsx bench/service-rate.ts OTHER_CHECKOUT` after a build of both. Each build answers texts of 2 KB over one connection; the
 * builds are measured alternately.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createToken } from "../src/service/index.js";
import { assessed } from "./texts.js";

/** The number of requests before the measurements, which make V8 compile the frequent functions. */
const WARM_UP = 3000;
const ROUNDS = 20;
const REQUESTS = 200;

interface Service {
  readonly address: URL;
  readonly child: ChildProcess;
}

async function start(checkout: string, tokens: string): Promise<Service> {
  const args = [
    "serve",
    "--port",
    "0",
    "--tokens",
    tokens,
    "--requests-per-minute",
    "1000000",
    "--log-level",
    "warn",
  ];
  const child = spawn(process.execPath, [join(resolve(checkout), "dist/cli.js"), ...args], {
    stdio: ["ignore", "inherit", "pipe"],
  });
  for await (const chunk of child.stderr) {
    const address = /listens on (http:\S+)/.exec(String(chunk))?.[1];
    if (address !== undefined) return { address: new URL(address), child };
  }
  throw new Error(`${checkout} did not start; is dist/ built?`);
}

/**
 * Sends requests over one connection, each when the previous request is answered. Does little else, because the client shares the
 * processors with the service.
 * @returns the milliseconds until all requests were answered
 */
async function sendRequests(
  { address }: Service,
  token: string,
  requests: number,
): Promise<number> {
  const body = JSON.stringify({ text: assessed });
  const head = [
    "POST /v1/assessments HTTP/1.1",
    `Host: ${address.host}`,
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  const request = Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
  const socket = connect(Number(address.port), address.hostname).setNoDelay();
  await once(socket, "connect");
  const began = performance.now();
  let left = requests;
  let answer = "";
  socket.write(request);
  for await (const chunk of socket) {
    answer += (chunk as Buffer).toString("latin1");
    const [start = "", length] = /^[^]*?content-length: (\d+)[^]*?\r\n\r\n/i.exec(answer) ?? [];
    if (length === undefined || answer.length < start.length + Number(length)) continue;
    if (!start.startsWith("HTTP/1.1 200 ")) throw new Error(answer);
    answer = "";
    if (--left === 0) break;
    socket.write(request);
  }
  if (left > 0) throw new Error("the service ended the connection");
  return performance.now() - began;
}

/** Returns the processor time of all threads of a process, in milliseconds, or NaN if the system does not report it. */
function processorTime({ pid }: ChildProcess): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.reduce(
      (sum, thread) =>
        sum +
        Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ", 1)[0]) /
          1e6,
      0,
    );
  } catch {
    return Number.NaN;
  }
}

interface Round {
  /** Requests per second. */
  readonly rate: number;
  /** The processor time per request, in milliseconds, which depends less on other processes. */
  readonly work: number;
}

async function measure(service: Service, token: string): Promise<Round> {
  const before = processorTime(service.child);
  const elapsed = await sendRequests(service, token, REQUESTS);
  return {
    rate: (1000 * REQUESTS) / elapsed,
    work: (processorTime(service.child) - before) / REQUESTS,
  };
}

const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

interface Pair {
  readonly ours: Round;
  readonly theirs: Round;
}

function printComparison(
  name: string,
  pairs: readonly Pair[],
  value: (round: Round) => number,
  digits: number,
  ratio: (pair: Pair) => number,
): void {
  const [ours, theirs] = [
    median(pairs.map((pair) => value(pair.ours))),
    median(pairs.map((pair) => value(pair.theirs))),
  ];
  const ratios = pairs.map(ratio);
  console.log(
    `${name}: this build ${ours.toFixed(digits)}, the other ${theirs.toFixed(digits)}; ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  );
}

const folder = await mkdtemp(join(tmpdir(), "curlew-bench-"));
const tokens = join(folder, "tokens.json");
await createToken({ name: "bench", out: join(folder, "token"), tokens });
const token = (await readFile(join(folder, "token"), "utf8")).trim();
const [ours, theirs] = [await start(".", tokens), await start(process.argv[2] ?? ".", tokens)];
try {
  for (const service of [ours, theirs]) await sendRequests(service, token, WARM_UP);
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round++)
    pairs.push({ ours: await measure(ours, token), theirs: await measure(theirs, token) });
  printComparison(
    "requests per second",
    pairs,
    ({ rate }) => rate,
    0,
    (pair) => pair.ours.rate / pair.theirs.rate,
  );
  printComparison(
    "processor time per request, ms",
    pairs,
    ({ work }) => work,
    2,
    (pair) => pair.theirs.work / pair.ours.work,
  );
} finally {
  for (const { child } of [ours, theirs]) child.kill("SIGTERM");
  await rm(folder, { recursive: true });
}
