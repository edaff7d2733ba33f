import type { Analyzer } from "../../analyzer.js";
import { processShard } from "../process-shard.js";
import type { Settings } from "../settings.js";
import type { Executor } from "../shard.js";

/** Returns an executor that processes one shard at a time in this thread. */
export function localExecutor(analyzer: Analyzer, settings: Settings): Executor {
  return {
    capacity: 1,
    process: (shard) => processShard(analyzer, shard, settings),
    close: () => analyzer.close(),
  };
}
