import type { FastifyInstance } from "fastify";
import { isIP, type Socket } from "node:net";
import { ServiceError } from "../service-error.js";
import { VITAL_PATHS } from "./monitoring.js";

export interface GuardOptions {
  readonly host: string;
  readonly port: number;
  readonly allowHost: readonly string[];
  readonly allowOrigin: readonly string[];
}

/**
 * Rejects requests that a web page could have made a browser send: requests with a foreign `Host` (DNS rebinding) or with an `Origin`
 * that is not listed. A request without `Origin` is accepted, because a browser sends that header with every cross-origin POST. Requests
 * with more than one `Host` are also rejected.
 */
export function registerGuards(app: FastifyInstance, options: GuardOptions): void {
  let { port } = options;
  app.addHook("onListen", () => {
    port = listeningPort(app, port);
  });
  app.addHook("onRequest", async (request) => {
    const { raw, headers } = request;
    if (countHosts(raw.rawHeaders) > 1)
      throw new ServiceError("malformed-request", { detail: "more than one Host" });
    const path = request.url.split("?", 1)[0] ?? "";
    // A browser always sends `Host`.
    const isProbe = headers.host === undefined && VITAL_PATHS.has(path);
    if (
      !isProbe &&
      !isAllowedHost(headers.host, port, options) &&
      !isOwnAddress(headers.host, raw.socket)
    ) {
      throw new ServiceError("host-not-allowed");
    }
    if (headers.origin !== undefined && !isAllowedOrigin(headers.origin, options))
      throw new ServiceError("origin-not-allowed");
  });
}

function countHosts(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host")
    .length;
}

/**
 * Whether a `Host` is the IP address and port of this end of the connection.
 * A name is not accepted, because any domain can resolve to this address.
 */
function isOwnAddress(
  header: string | undefined,
  { localAddress, localPort }: Pick<Socket, "localAddress" | "localPort">,
): boolean {
  if (header === undefined || localAddress === undefined) return false;
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, "");
  return header.toLowerCase() === `${bracketed(address)}:${localPort}`;
}

/** The compiled patterns of a list, which changes only when the configuration is reloaded. */
const patterns = new WeakMap<readonly string[], RegExp[]>();

/** Whether an `Origin` matches a pattern of `allowOrigin`. */
export function isAllowedOrigin(
  origin: string,
  { allowOrigin }: Pick<GuardOptions, "allowOrigin">,
): boolean {
  const known = patterns.get(allowOrigin) ?? originPatterns(allowOrigin);
  patterns.set(allowOrigin, known);
  return known.some((pattern) => pattern.test(origin));
}

/** Returns the patterns of allowed origins; `*` matches any characters except a slash. */
export function originPatterns(origins: readonly string[]): RegExp[] {
  return origins.map((origin) => {
    const parts = origin.split("*").map((part) => part.replace(/[.\\+?^${}()|[\]]/g, "\\$&"));
    return new RegExp(`^${parts.join("[^/]*")}$`);
  });
}

/** Returns the port in use, which differs from the configured one if that is 0. */
function listeningPort(app: FastifyInstance, configured: number): number {
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : configured;
}

const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"];

/** Whether a `Host` header names this service. */
export function isAllowedHost(
  header: string | undefined,
  port: number,
  options: GuardOptions,
): boolean {
  if (header === undefined) return false;
  const host = header.toLowerCase();
  const own = isWildcard(options.host)
    ? LOOPBACK_NAMES
    : [...LOOPBACK_NAMES, bracketed(options.host)];
  if (own.some((name) => host === `${name}:${port}` || (port === 80 && host === name))) return true;
  const name = host.replace(/:\d+$/, "");
  return options.allowHost.some((allowed) => [host, name].includes(allowed.toLowerCase()));
}

function isWildcard(address: string): boolean {
  return address === "0.0.0.0" || address === "::";
}

/** Returns an address as written in a `Host` header, where an IPv6 address is in brackets. */
function bracketed(address: string): string {
  return isIP(address) === 6 ? `[${address.toLowerCase()}]` : address.toLowerCase();
}

/** Whether an address can be reached from this machine only. */
export function isLoopback(address: string): boolean {
  return (
    address === "localhost" ||
    address === "::1" ||
    (isIP(address) === 4 && address.startsWith("127."))
  );
}
