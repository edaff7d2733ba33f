import { once } from "node:events";
import { createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Authenticator } from "../tokens/authenticator.js";
import { ConfigError } from "../config/resolve.js";
import { isLoopback } from "./guards.js";
import { parseListenAddress } from "./monitoring.js";

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Address for health, readiness and metrics, if they have a separate one. */
  readonly healthListen?: string | undefined;
}

/**
 * Checks that a service which other machines can reach has a token. A service checks this before it starts its threads, so that
 * a mistake is reported at once.
 * @throws ConfigError if there is no token and the address is not loopback, or if the tokens file cannot be read
 */
export async function requireTokens(
  host: string,
  authenticator: Authenticator | undefined,
): Promise<void> {
  const tokens = (await authenticator?.count()) ?? 0;
  if (!isLoopback(host) && tokens === 0) {
    throw new ConfigError(
      `--host ${host} can be reached from other machines and needs --tokens with at least one token (curlew token create)`,
    );
  }
}

/**
 * Checks that the port of a service can be opened. A service checks this before it starts its threads, too.
 * @throws ConfigError if the port cannot be opened
 */
export async function requireFreePort(address: ListenAddress): Promise<void> {
  const server = createServer();
  await open(address, (at) => once(server.listen(at), "listening"));
  server.close();
  await once(server, "close");
}

/**
 * Opens the configured ports, and returns the URL of the service.
 * @throws ConfigError if a port cannot be opened
 */
export async function listen(app: FastifyInstance, options: ListenOptions): Promise<string> {
  const address = await open(options, (at) => app.listen(at));
  const { vitals } = app;
  if (vitals === undefined || options.healthListen === undefined) return address;
  try {
    await open(parseListenAddress(options.healthListen), (at) => vitals.listen(at));
  } catch (error) {
    await app.close();
    throw error;
  }
  return address;
}

/** An address to listen on. */
interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

async function open<T>(
  { host, port }: ListenAddress,
  listenOn: (address: ListenAddress) => Promise<T>,
): Promise<T> {
  try {
    return await listenOn({ host, port });
  } catch (error) {
    throw new ConfigError(`cannot listen on ${host}:${port} (${reasonOf(error)})`, {
      cause: error,
    });
  }
}

/** The usual reasons why a port cannot be opened, by the error code of the operating system. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program uses this port",
  EADDRNOTAVAIL: "this machine does not have that address",
  ENOTFOUND: "there is no such address",
  EACCES: "permission denied",
};

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return REASONS[code] ?? code;
}

/** Stops gracefully: running requests are answered, new requests are rejected. Resolves to whether all were answered in time. */
export async function stop(app: FastifyInstance, timeoutMs: number): Promise<boolean> {
  app.lifecycle.stopping = true;
  app.vitals?.beat();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const inTime = await Promise.race([app.close().then(() => true), late]);
  clearTimeout(timer);
  if (!inTime) app.server.closeAllConnections();
  // The thread is closed last, because it reports that the service is stopping.
  void app.vitals?.close();
  return inTime;
}
