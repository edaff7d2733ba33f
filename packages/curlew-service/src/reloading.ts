import type { Logger } from "pino";
import { applyLive } from "../../../src/service/index.js";

/**
 * Returns a function that reloads settings into `config`.
 * @param reread reads the settings; rejects if they cannot be used
 */
export function reloading<T extends { readonly logLevel: string }>(
  config: T,
  reread: () => Promise<T>,
  log: Logger,
): () => Promise<void> {
  return async () => {
    const later = applyLive(config, await reread());
    log.level = config.logLevel;
    if (later.length > 0) log.warn({ settings: later }, "changed, applies after the next start");
  };
}
