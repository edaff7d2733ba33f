import type { Analyzer } from "../../analyzer.js";
import { processShard } from "../process.js";
import type { Settings } from "../settings.js";
import type { Executor } from "../shard.js";

/** Works on one shard at a time, here. */
export function thisThread(analyzer: Analyzer, settings: Settings): Executor {
  return {
    capacity: 1,
    process: (shard) => processShard(analyzer, shard, settings),
    close: () => analyzer.close(),
  };
}
