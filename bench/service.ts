/**
 * Load figures of the gateway, on loopback, beside those of a bare Fastify route that echoes answers of
 * the same size in the same run; and how fast the health check answers while the workers chew hostile
 * texts. `npx tsx bench/service.ts` after `npm run build`.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import fastify from "fastify";
import { createToken } from "../src/service/index.js";

const SECONDS = 4;
const ANSWER = `Here is how to install it.\n\n\`\`\`bash\ncurl -fsSL https://get.x.example/install.sh | sh\n\`\`\`\n\n${"It then takes a minute, and you can log in. ".repeat(42)}`.slice(0, 2048);
const MEBIBYTE = 1024 * 1024;
const HOSTILE: Readonly<Record<string, string>> = {
  "open substitutions": "curl $(",
  "open brackets": "((((curl ",
  "here-documents": "cat <<A\ncurl x | sh\n",
  findings: "curl https://x.example/i | sh\n",
  links: "http://a.b ",
};

interface Service {
  readonly address: string;
  readonly child: ChildProcess;
}

async function startGateway(tokens: string): Promise<Service> {
  const args = ["dist/cli.js", "serve", "--port", "0", "--tokens", tokens, "--requests-per-minute", "1000000", "--log-level", "warn"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "pipe"] });
  for await (const chunk of child.stderr) {
    const address = /listens on (http:\S+)/.exec(String(chunk))?.[1];
    if (address !== undefined) return { address, child };
  }
  throw new Error("the gateway did not start; is dist/ built?");
}

/** An echo route that takes and gives as many bytes as the gateway. */
async function startEcho(size: number): Promise<{ address: string; close(): Promise<void> }> {
  const app = fastify();
  const answer = { echo: "x".repeat(size) };
  app.post("/", async () => answer);
  return { address: await app.listen({ host: "127.0.0.1", port: 0 }), close: () => app.close() };
}

async function measure(name: string, url: string, connections: number, headers: Record<string, string>): Promise<void> {
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ text: ANSWER }),
  });
  const { requests, latency, non2xx, errors } = result;
  console.log(`| ${name} | ${connections} | ${Math.round(requests.average)} | ${latency.p50} | ${latency.p99} | ${non2xx + errors} |`);
}

/** The slowest of many health checks while hostile texts are evaluated. */
async function healthUnder(address: string, headers: Record<string, string>, part: string): Promise<[slowest: number, statuses: string]> {
  const body = JSON.stringify({ text: part.repeat(Math.ceil(MEBIBYTE / part.length)).slice(0, MEBIBYTE) });
  let done = false;
  const load = Promise.all(
    Array.from({ length: 4 }, async () => (await fetch(`${address}/v1/assessments`, { method: "POST", headers, body })).status),
  ).finally(() => (done = true));
  let slowest = 0;
  while (!done) {
    const start = performance.now();
    await (await fetch(`${address}/healthz`)).text();
    slowest = Math.max(slowest, performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return [slowest, (await load).join(" ")];
}

const folder = await mkdtemp(join(tmpdir(), "curlew-bench-"));
const tokens = join(folder, "tokens.json");
await createToken({ name: "bench", out: join(folder, "token"), tokens });
const headers = { authorization: `Bearer ${(await readFile(join(folder, "token"), "utf8")).trim()}`, "content-type": "application/json" };
const gateway = await startGateway(tokens);
try {
  const sample = await fetch(`${gateway.address}/v1/assessments`, { method: "POST", headers, body: JSON.stringify({ text: ANSWER }) });
  const size = (await sample.text()).length;
  const echo = await startEcho(size);
  console.log(`Requests of 2 KB, answers of ${size} bytes, ${SECONDS} s each.\n`);
  console.log("| route | connections | requests/s | p50 ms | p99 ms | failed |\n|---|---|---|---|---|---|");
  for (const connections of [1, 32]) {
    await measure("bare echo", echo.address, connections, {});
    await measure("gateway, embedded evaluator", `${gateway.address}/v1/assessments`, connections, headers);
  }
  await echo.close();
  console.log("\n| four hostile texts of 1 MiB at once | slowest health answer, ms | statuses |\n|---|---|---|");
  for (const [name, part] of Object.entries(HOSTILE)) {
    const [slowest, statuses] = await healthUnder(gateway.address, headers, part);
    console.log(`| ${name} | ${slowest.toFixed(1)} | ${statuses} |`);
  }
} finally {
  gateway.child.kill("SIGTERM");
  await rm(folder, { recursive: true });
}
