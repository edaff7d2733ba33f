import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { Redis } from "ioredis";
import { messageOf, QueueError } from "./error.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of a connection. */
export interface ConnectionSettings {
  host: string;
  port: number;
  db: number;
  username?: string;
  password?: string;
  tls?: { servername?: string; ca?: Buffer };
  maxRetriesPerRequest: null;
  retryStrategy: (times: number) => number | null;
}

/** The location of the queue and the settings for a connection. */
export interface Address {
  readonly options: ConnectionSettings;
  /** The URL of the queue for messages, without user and password. */
  readonly shown: string;
  /** Stops reconnecting after a lost connection. */
  readonly giveUp: () => void;
}

/**
 * Parses a `redis://` or `rediss://` URL. CURLEW_QUEUE_USERNAME and CURLEW_QUEUE_PASSWORD replace the user and password of the URL,
 * which would be visible in a command line. CURLEW_QUEUE_CA is the path of the certificate of a custom authority.
 * @throws QueueError if the URL is invalid or the certificate cannot be read
 */
export function addressFrom(url: string, env: Environment): Address {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new QueueError(
      "settings",
      "the address of the queue is not valid: write redis://HOST:PORT or rediss://HOST:PORT",
    );
  }
  const { protocol, hostname, port, pathname } = parsed;
  if (protocol !== "redis:" && protocol !== "rediss:")
    throw new QueueError(
      "settings",
      `the address of the queue is not a Redis address: write redis:// or rediss://, not ${protocol}//`,
    );
  const database = /^\/?(\d*)$/.exec(pathname)?.[1];
  if (database === undefined)
    throw new QueueError(
      "settings",
      "the path of the queue's address is not a database number: write redis://HOST:PORT/0",
    );
  const username = env["CURLEW_QUEUE_USERNAME"] ?? decodeURIComponent(parsed.username);
  const password = env["CURLEW_QUEUE_PASSWORD"] ?? decodeURIComponent(parsed.password);
  const host = hostname.replace(/^\[|\]$/g, "") || "127.0.0.1";
  let isGivenUp = false;
  const options: ConnectionSettings = {
    host,
    port: Number(port || 6379),
    db: Number(database || 0),
    ...(username === "" ? {} : { username }),
    ...(password === "" ? {} : { password }),
    ...(protocol === "rediss:"
      ? { tls: { ...serverName(host), ...authority(env["CURLEW_QUEUE_CA"]) } }
      : {}),
    // Commands wait until the queue is reachable again; callers have their own time limits.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (isGivenUp ? null : Math.min(2_000, 50 * 2 ** Math.min(times, 6))),
  };
  return {
    options,
    giveUp: () => void (isGivenUp = true),
    shown: `${protocol}//${hostname}:${options.port}${database ? `/${database}` : ""}`,
  };
}

/** Returns the TLS server name, which cannot be an IP address (RFC 6066). The certificate is also checked without this name. */
function serverName(host: string): { servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}

function authority(path: string | undefined): { ca?: Buffer } {
  if (path === undefined || path === "") return {};
  try {
    return { ca: readFileSync(path) };
  } catch (error) {
    throw new QueueError(
      "settings",
      `the certificate CURLEW_QUEUE_CA cannot be read: ${messageOf(error)}`,
    );
  }
}

/**
 * Connects to the queue, and returns the connection after a first response.
 * @throws QueueError if no response arrives within `timeoutMs`, or the queue refuses the connection
 */
export async function connect({ options, shown }: Address, timeoutMs: number): Promise<Redis> {
  const redis = new Redis({ ...options, lazyConnect: true });
  let last: unknown;
  redis.on("error", (error: unknown) => (last = error));
  const answered = redis
    .connect()
    .catch((error: unknown) => (last = error))
    .then(() => redis.ping());
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new QueueError("unreachable", `cannot reach the queue at ${shown}: ${reason(last)}`),
        ),
      timeoutMs,
    );
    // Retrying does not help if the password or the certificate is wrong.
    redis.on(
      "error",
      (error: Error) =>
        /WRONGPASS|NOAUTH|NOPERM|certificate|self.signed/i.test(error.message) &&
        reject(
          new QueueError(
            "unreachable",
            `the queue at ${shown} refused the connection: ${reason(error)}`,
          ),
        ),
    );
  });
  try {
    await Promise.race([answered, late]);
    return redis;
  } catch (error) {
    redis.disconnect();
    throw error instanceof QueueError
      ? error
      : new QueueError(
          "unreachable",
          `the queue at ${shown} refused the connection: ${reason(error)}`,
          error,
        );
  } finally {
    clearTimeout(timer);
  }
}

/** Describes an error briefly and without the data that was sent. */
export function reason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ECONNREFUSED") return "nothing is listening there";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "no such host";
  if (error === undefined) return "no answer";
  return messageOf(error).split("\n")[0] ?? "";
}
