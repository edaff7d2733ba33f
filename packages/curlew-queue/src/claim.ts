import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { QueueError } from "./error.js";
import { claimKey, PRESENCE_INTERVAL_MS, PRESENCE_MS } from "./names.js";

export interface ClaimOptions {
  /** Identifies the output. */
  readonly output: string;
  /** Identifies the inputs and options of the run. */
  readonly plan: string;
  /** The id of the run. */
  readonly run: string;
  /** Whether to wait until the claim of a run that was killed expires. */
  readonly takeOver: boolean;
  readonly onRemark: (remark: string) => void;
  /** Called when another run has the claim, for example after the queue was unreachable for a long time. */
  readonly onLost: (error: QueueError) => void;
}

const RENEW = `local found = redis.call('get', KEYS[1])
if found == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end
if not found and redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
return 0`;
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
return 0`;

/**
 * Claims an output for a run until the returned function is called. If the process is killed, the claim expires after `PRESENCE_MS`.
 * @throws QueueError if another run has the claim
 */
export async function claim(redis: Redis, options: ClaimOptions): Promise<() => Promise<void>> {
  const key = claimKey(options.output);
  const { plan, run } = options;
  const value = JSON.stringify({ plan, run, host: hostname(), pid: process.pid });
  await acquire(redis, key, value, options);
  const renew = async (): Promise<void> => {
    if ((await redis.eval(RENEW, 1, key, value, PRESENCE_MS)) === 0)
      options.onLost(taken(await redis.get(key), "took over while the queue was unreachable"));
  };
  const timer = setInterval(() => void renew().catch(() => undefined), PRESENCE_INTERVAL_MS);
  return async () => {
    clearInterval(timer);
    if (redis.status === "ready") await redis.eval(RELEASE, 1, key, value).catch(() => undefined);
  };
}

async function acquire(
  redis: Redis,
  key: string,
  value: string,
  { takeOver, onRemark }: ClaimOptions,
): Promise<void> {
  for (let left = Infinity; ; ) {
    if ((await redis.set(key, value, "PX", PRESENCE_MS, "NX")) !== null) return;
    const [holder, expires] = await Promise.all([redis.get(key), redis.pttl(key)]);
    if (!takeOver)
      throw taken(holder, "writes the same output; if it was killed, --resume takes over");
    // A claim that was renewed belongs to a run that is still running.
    if (expires > left) throw taken(holder, "writes the same output and is still running");
    if (left === Infinity)
      onRemark(
        `waiting up to ${PRESENCE_MS / 1000} s to see whether ${shown(holder)} is still running`,
      );
    left = expires;
    await sleep(500);
  }
}

/** Whether a run with this plan has the claim of the output. */
export async function isActive(redis: Redis, output: string, plan: string): Promise<boolean> {
  const holder = await redis.get(claimKey(output));
  return holder !== null && (JSON.parse(holder) as { plan: unknown }).plan === plan;
}

function taken(holder: string | null, what: string): QueueError {
  return new QueueError("taken", `${shown(holder)} ${what}`);
}

function shown(holder: string | null): string {
  try {
    const { host, pid } = JSON.parse(holder ?? "") as { host: unknown; pid: unknown };
    return `another run (process ${String(pid)} on ${String(host)})`;
  } catch {
    return "another run";
  }
}
