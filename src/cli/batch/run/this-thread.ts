import type { Detector } from "../../context.js";
import { processShard } from "../process.js";
import type { Settings } from "../settings.js";
import type { Executor } from "../shard.js";

/** Works on one shard at a time, here. */
export function thisThread(detector: Detector, settings: Settings): Executor {
  return {
    capacity: 1,
    process: (shard) => processShard(detector, shard, settings),
    close: async () => undefined,
  };
}
