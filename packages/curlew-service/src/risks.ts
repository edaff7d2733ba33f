import { stat } from "node:fs/promises";
import type { Logger } from "pino";
import { isLoopback } from "../../../src/service/index.js";
import type { Context } from "../../../src/cli/context.js";

/** Settings of a configuration that may admit others or disclose something to them. */
export interface RiskyConfig {
  readonly tokens?: string | undefined;
  readonly evaluatorTokenFile?: string | undefined;
  readonly evaluator?: string | undefined;
  readonly presidio?: string | undefined;
}

/** Logs a warning for each unsafe setting. */
export async function logRisks(
  config: RiskyConfig,
  { stderr }: Pick<Context, "stderr">,
  log: Logger,
): Promise<void> {
  const files = await Promise.all([config.tokens, config.evaluatorTokenFile].map(openFile));
  const upstreams = [
    ["--evaluator", config.evaluator],
    ["--presidio", config.presidio],
  ].map(([flag, url]) => plainUpstream(flag ?? "", url));
  for (const risk of [...files, ...upstreams]) {
    if (risk === undefined) continue;
    stderr.write(`curlew: warning: ${risk}\n`);
    log.warn({ risk }, "not safe");
  }
}

async function openFile(path: string | undefined): Promise<string | undefined> {
  const mode =
    path === undefined
      ? 0
      : await stat(path).then(
          (file) => file.mode,
          () => 0,
        );
  if ((mode & 0o007) === 0 && (mode & 0o020) === 0) return undefined;
  return `${path}: other users can read or change it (mode ${(mode & 0o777).toString(8)}); restrict it to its owner with chmod 600`;
}

function plainUpstream(flag: string, address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const { protocol, hostname } = new URL(address);
  if (protocol === "https:" || isLoopback(hostname.replace(/^\[|\]$/g, ""))) return undefined;
  return `${flag}: texts and tokens go to ${hostname} unencrypted; use https:`;
}
