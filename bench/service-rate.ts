/**
 * Requests a second of two builds of the gateway at one connection, in turns, with texts of 2 KB and the evaluator embedded:
 * `npx tsx bench/service-rate.ts OTHER_CHECKOUT`, after a build of both.
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

/** The number of requests until everything is compiled. */
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
 * Sends requests over one connection, each as soon as the one before is answered, with little other work, because there are few
 * processors.
 * @returns the milliseconds until a number of requests were answered
 */
async function ask({ address }: Service, token: string, requests: number): Promise<number> {
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

/** Returns the milliseconds that all threads of a process were on a processor, if the system reports it (Linux). */
function worked({ pid }: ChildProcess): number {
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
  /** Milliseconds of a processor for each request; depends less on the machine's other work. */
  readonly work: number;
}

async function measure(service: Service, token: string): Promise<Round> {
  const before = worked(service.child);
  const took = await ask(service, token, REQUESTS);
  return { rate: (1000 * REQUESTS) / took, work: (worked(service.child) - before) / REQUESTS };
}

const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

interface Pair {
  readonly ours: Round;
  readonly theirs: Round;
}

function tell(
  name: string,
  pairs: readonly Pair[],
  value: (round: Round) => number,
  digits: number,
  ratio: (pair: Pair) => number,
): void {
  const [here, there] = [
    median(pairs.map(({ ours }) => value(ours))),
    median(pairs.map(({ theirs }) => value(theirs))),
  ];
  const ratios = pairs.map(ratio);
  console.log(
    `${name}: this build ${here.toFixed(digits)}, the other ${there.toFixed(digits)}; ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  );
}

const folder = await mkdtemp(join(tmpdir(), "curlew-bench-"));
const tokens = join(folder, "tokens.json");
await createToken({ name: "bench", out: join(folder, "token"), tokens });
const token = (await readFile(join(folder, "token"), "utf8")).trim();
const [ours, theirs] = [await start(".", tokens), await start(process.argv[2] ?? ".", tokens)];
try {
  for (const service of [ours, theirs]) await ask(service, token, WARM_UP);
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round++)
    pairs.push({ ours: await measure(ours, token), theirs: await measure(theirs, token) });
  tell(
    "requests a second",
    pairs,
    ({ rate }) => rate,
    0,
    (pair) => pair.ours.rate / pair.theirs.rate,
  );
  tell(
    "processor time for each, ms",
    pairs,
    ({ work }) => work,
    2,
    (pair) => pair.theirs.work / pair.ours.work,
  );
} finally {
  for (const { child } of [ours, theirs]) child.kill("SIGTERM");
  await rm(folder, { recursive: true });
}
