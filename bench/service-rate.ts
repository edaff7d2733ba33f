/**
 * Requests a second of two builds of the gateway at one connection, in turns, with texts of 2 KB and the evaluator embedded:
 * `npx tsx bench/service-rate.ts OTHER_CHECKOUT`, after a build of both.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import autocannon from "autocannon";
import { createToken } from "../src/service/index.js";

const ROUNDS = 6;
const SECONDS = 2;
const TEXT = `Here is how to install it.\n\n\`\`\`bash\ncurl -fsSL https://get.x.example/install.sh | sh\n\`\`\`\n\n${"It then takes a minute, and you can log in. ".repeat(42)}`.slice(0, 2048);

async function start(checkout: string, tokens: string): Promise<{ address: string; child: ChildProcess }> {
  const args = ["serve", "--port", "0", "--tokens", tokens, "--requests-per-minute", "1000000", "--log-level", "warn"];
  const child = spawn(process.execPath, [join(resolve(checkout), "dist/cli.js"), ...args], { stdio: ["ignore", "inherit", "pipe"] });
  for await (const chunk of child.stderr) {
    const address = /listens on (http:\S+)/.exec(String(chunk))?.[1];
    if (address !== undefined) return { address, child };
  }
  throw new Error(`${checkout} did not start; is dist/ built?`);
}

async function rateOf(address: string, token: string): Promise<number> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const { requests, non2xx, errors } = await autocannon({ url: `${address}/v1/assessments`, connections: 1, duration: SECONDS, method: "POST", headers, body: JSON.stringify({ text: TEXT }) });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests failed`);
  return requests.average;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const folder = await mkdtemp(join(tmpdir(), "curlew-bench-"));
const tokens = join(folder, "tokens.json");
await createToken({ name: "bench", out: join(folder, "token"), tokens });
const token = (await readFile(join(folder, "token"), "utf8")).trim();
const [ours, theirs] = [await start(".", tokens), await start(process.argv[2] ?? ".", tokens)];
try {
  const rates: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) rates.push({ ours: await rateOf(ours.address, token), theirs: await rateOf(theirs.address, token) });
  const rest = rates.slice(1);
  console.log(`this build ${median(rest.map((pair) => pair.ours)).toFixed(0)}/s, the other ${median(rest.map((pair) => pair.theirs)).toFixed(0)}/s, ratio ${median(rest.map((pair) => pair.ours / pair.theirs)).toFixed(2)}`);
} finally {
  for (const { child } of [ours, theirs]) child.kill("SIGTERM");
  await rm(folder, { recursive: true });
}
