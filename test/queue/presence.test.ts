import type { Redis } from "ioredis";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PRESENCE_INTERVAL_MS } from "../../packages/curlew-queue/src/names.js";
import { announce } from "../../packages/curlew-queue/src/presence.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("a worker is reported as alive only while the queue responds", async () => {
  const hset = vi.fn(() => Promise.resolve(1));
  const onSaid = vi.fn();
  const stop = announce({ hset, status: "end" } as unknown as Redis, "workers", "w", "r", onSaid);
  await vi.advanceTimersByTimeAsync(PRESENCE_INTERVAL_MS);
  expect(onSaid).toHaveBeenCalledTimes(2);
  hset.mockImplementation(() => Promise.reject(new Error("closed")));
  await vi.advanceTimersByTimeAsync(3 * PRESENCE_INTERVAL_MS);
  expect(onSaid).toHaveBeenCalledTimes(2);
  hset.mockImplementation(() => Promise.resolve(1));
  await vi.advanceTimersByTimeAsync(PRESENCE_INTERVAL_MS);
  expect(onSaid).toHaveBeenCalledTimes(3);
  await stop();
  await vi.advanceTimersByTimeAsync(3 * PRESENCE_INTERVAL_MS);
  expect(onSaid).toHaveBeenCalledTimes(3);
});
