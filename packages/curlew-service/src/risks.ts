import { stat } from "node:fs/promises";
import type { Logger } from "pino";
import { isLoopback } from "../../../src/service/index.js";
import type { Context } from "../../../src/cli/context.js";

/** Settings through which others could get access or read texts. */
export interface RiskyConfig {
  readonly tokens?: string | undefined;
  readonly evaluatorTokenFile?: string | undefined;
  readonly evaluator?: string | undefined;
  readonly presidio?: string | undefined;
}

/** Writes a warning for each unsafe setting to standard error and to the log. */
export async function logRisks(
  config: RiskyConfig,
  { stderr }: Pick<Context, "stderr">,
  log: Logger,
): Promise<void> {
  const files = await Promise.all([config.tokens, config.evaluatorTokenFile].map(fileRisk));
  const upstreams = [
    ["--evaluator", config.evaluator],
    ["--presidio", config.presidio],
  ].map(([flag, url]) => upstreamRisk(flag ?? "", url));
  for (const risk of [...files, ...upstreams]) {
    if (risk === undefined) continue;
    stderr.write(`curlew: warning: ${risk}\n`);
    log.warn({ risk }, "not safe");
  }
}

/** Returns a warning if other users can read or change a file. */
async function fileRisk(path: string | undefined): Promise<string | undefined> {
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

/** Returns a warning if texts are sent to another machine without encryption. */
function upstreamRisk(flag: string, url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const { protocol, hostname } = new URL(url);
  if (protocol === "https:" || isLoopback(hostname.replace(/^\[|\]$/g, ""))) return undefined;
  return `${flag}: texts and tokens go to ${hostname} unencrypted; use https:`;
}
