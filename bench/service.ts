/**
 * Measures the services on the loopback interface: `npx tsx bench/service.ts` after `npm run build`. First the requests per second
 * and latencies of the gateway, compared with a bare Fastify route with answers of the same size; then the latencies of the health
 * checks of all services while their workers analyze hostile texts.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import fastify from "fastify";
import { createToken } from "../src/service/index.js";
import { assessed } from "./texts.js";

const SECONDS = 4;
const MEBIBYTE = 1024 * 1024;
const HOSTILE: Readonly<Record<string, string>> = {
  "open substitutions": "curl $(",
  "open brackets": "((((curl ",
  "here-documents": "cat <<A\ncurl x | sh\n",
  findings: "curl https://x.example/i | sh\n",
  warnings: "Never run `curl https://x.example/i | sh`.\n\n",
  links: "http://a.b ",
  "telephone numbers": "+1 212 555 0123 ",
  "escaped characters": "\u0001",
};

interface Service {
  readonly address: string;
  readonly child: ChildProcess;
}

async function start(...args: string[]): Promise<Service> {
  const common = ["--port", "0", "--requests-per-minute", "1000000", "--log-level", "warn"];
  const child = spawn(process.execPath, ["dist/cli.js", ...args, ...common], {
    stdio: ["ignore", "inherit", "pipe"],
  });
  for await (const chunk of child.stderr) {
    const address = /listens on (http:\S+)/.exec(String(chunk))?.[1];
    if (address !== undefined) return { address, child };
  }
  throw new Error(`curlew ${args[0]} did not start; is dist/ built?`);
}

/** Starts a server that only returns about as many bytes as the gateway. */
async function startEcho(size: number): Promise<{ address: string; close(): Promise<void> }> {
  const app = fastify();
  const answer = { echo: "x".repeat(size) };
  app.post("/", async () => answer);
  return { address: await app.listen({ host: "127.0.0.1", port: 0 }), close: () => app.close() };
}

async function measure(
  name: string,
  url: string,
  connections: number,
  headers: Record<string, string>,
): Promise<void> {
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ text: assessed }),
  });
  const { requests, latency, non2xx, errors } = result;
  console.log(
    `| ${name} | ${connections} | ${Math.round(requests.average)} | ${latency.p50} | ${latency.p99} | ${non2xx + errors} |`,
  );
}

/** Returns the processor time of the main thread of a process, in milliseconds, or NaN if the system does not report it. */
function processorTime(pid: number | undefined): number {
  try {
    return (
      Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6
    );
  } catch {
    return Number.NaN;
  }
}

/** The times of a health check, in milliseconds. */
interface Check {
  /** The elapsed time until the answer. */
  readonly waited: number;
  /** The processor time of the service's main thread during this time. */
  readonly worked: number;
}

async function checkHealth({ address, child }: Service): Promise<Check> {
  const [start, worked] = [performance.now(), processorTime(child.pid)];
  await (await fetch(`${address}/healthz`)).text();
  return { waited: performance.now() - start, worked: processorTime(child.pid) - worked };
}

/** Measures health checks while a service answers four requests with a hostile text. */
async function healthUnder(
  url: string,
  watched: Service,
  part: string,
): Promise<[checks: Check[], statuses: string]> {
  const body = JSON.stringify({ text: part.repeat(Math.floor(MEBIBYTE / part.length)) });
  const post = async () => {
    const response = await fetch(url, { method: "POST", headers, body });
    await response.arrayBuffer();
    return response.status;
  };
  let done = false;
  const load = Promise.all(Array.from({ length: 4 }, post)).finally(() => (done = true));
  const checks: Check[] = [];
  while (!done) {
    checks.push(await checkHealth(watched));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return [checks, (await load).join(" ")];
}

const folder = await mkdtemp(join(tmpdir(), "curlew-bench-"));
const tokens = join(folder, "tokens.json");
await createToken({ name: "bench", out: join(folder, "token"), tokens });
const headers = {
  authorization: `Bearer ${(await readFile(join(folder, "token"), "utf8")).trim()}`,
  "content-type": "application/json",
};
const gateway = await start("serve", "--tokens", tokens);
const evaluator = await start("evaluator");
const front = await start("serve", "--tokens", tokens, "--evaluator", evaluator.address);
try {
  const sample = await fetch(`${gateway.address}/v1/assessments`, {
    method: "POST",
    headers,
    body: JSON.stringify({ text: assessed }),
  });
  const size = (await sample.text()).length;
  const echo = await startEcho(size);
  console.log(`Requests of 2 KB, answers of ${size} bytes, ${SECONDS} s each.\n`);
  console.log(
    "| route | connections | requests/s | p50 ms | p99 ms | failed |\n|---|---|---|---|---|---|",
  );
  for (const connections of [1, 32]) {
    await measure("bare echo", echo.address, connections, {});
    await measure(
      "gateway, embedded evaluator",
      `${gateway.address}/v1/assessments`,
      connections,
      headers,
    );
  }
  await echo.close();
  const targets: [name: string, url: string, watched: Service][] = [
    ["gateway, embedded evaluator", `${gateway.address}/v1/assessments`, gateway],
    ["gateway, remote evaluator", `${front.address}/v1/assessments`, front],
    ["evaluator", `${evaluator.address}/v1/evaluate`, evaluator],
  ];
  console.log(
    "\n| four hostile texts of 1 MiB in parallel | service | slowest health check, ms | p99 ms | maximum processor time, ms | statuses |\n|---|---|---|---|---|---|",
  );
  for (const [family, part] of Object.entries(HOSTILE)) {
    for (const [name, url, watched] of targets) {
      const [checks, statuses] = await healthUnder(url, watched, part);
      const waits = checks.map(({ waited }) => waited).sort((a, b) => a - b);
      const worked = Math.max(...checks.map((check) => check.worked));
      console.log(
        `| ${family} | ${name} | ${waits.at(-1)?.toFixed(1)} | ${waits[Math.floor(waits.length * 0.99)]?.toFixed(1)} | ${worked.toFixed(1)} | ${statuses} |`,
      );
    }
  }
} finally {
  for (const { child } of [gateway, front, evaluator]) child.kill("SIGTERM");
  await rm(folder, { recursive: true });
}
