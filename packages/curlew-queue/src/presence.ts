import type { Redis } from "ioredis";
import { PRESENCE_INTERVAL_MS, PRESENCE_MS } from "./names.js";

/**
 * Announces repeatedly that a worker or a run is running.
 * @param onAnnounced called after each announcement that Redis accepted
 * @returns a function that stops the announcements and removes the last one
 */
export function announce(
  redis: Redis,
  key: string,
  id: string,
  revision: string,
  onAnnounced: () => void = () => undefined,
): () => Promise<void> {
  const announce = (): void =>
    void redis
      .hset(key, id, JSON.stringify({ revision, at: Date.now() }))
      .then(onAnnounced)
      .catch(() => undefined);
  announce();
  const timer = setInterval(announce, PRESENCE_INTERVAL_MS);
  return async () => {
    clearInterval(timer);
    if (redis.status === "ready") await redis.hdel(key, id).catch(() => undefined);
  };
}

export interface Present {
  readonly id: string;
  readonly revision: string;
}

/** Returns the running workers or runs, and removes the entries without a recent announcement. */
export async function present(redis: Redis, key: string): Promise<Present[]> {
  const found = Object.entries(await redis.hgetall(key)).map(([id, value]) => ({
    id,
    ...read(value),
  }));
  const gone = found.filter(({ at }) => at < Date.now() - PRESENCE_MS).map(({ id }) => id);
  if (gone.length > 0) await redis.hdel(key, ...gone);
  return found.filter(({ id }) => !gone.includes(id)).map(({ id, revision }) => ({ id, revision }));
}

function read(value: string): { revision: string; at: number } {
  try {
    const { revision, at } = JSON.parse(value) as { revision?: unknown; at?: unknown };
    return { revision: String(revision), at: Number(at) || 0 };
  } catch {
    return { revision: "", at: 0 };
  }
}
