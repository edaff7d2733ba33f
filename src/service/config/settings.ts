import { availableParallelism, homedir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { KNOWN_CODES } from "../../protocol/index.js";
import { httpUrl, integer, list, text } from "./setting.js";

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Returns the default path of the tokens file. */
export function defaultTokensPath(): string {
  return join(
    process.env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config"),
    "curlew",
    "tokens.json",
  );
}

const NonEmpty = v.pipe(
  v.string(),
  v.check((value) => value !== "", "a value that is not empty"),
);
const HASH = v.pipe(
  v.string(),
  v.check((value) => /^[0-9a-f]{64}$/.test(value), "64 hexadecimal digits"),
);
const DAY_MS = 86_400_000;

/** The origins of browser extensions; web pages cannot have them. */
const EXTENSION_ORIGINS = ["chrome-extension://*", "moz-extension://*"];

/**
 * Returns the default number of workers: one processor is kept for the thread that handles requests, and with fewer than two
 * workers, a long text would delay short ones.
 */
function defaultWorkers(): number {
  return Math.max(2, availableParallelism() - 1);
}

/** The settings of both services for addresses, access, limits and logs. */
const httpSettings = {
  lastUse: text(
    v.optional(NonEmpty),
    undefined,
    "FILE",
    "file that records when each token was last used",
  ),
  host: text(
    NonEmpty,
    "127.0.0.1",
    "ADDRESS",
    "address to listen on; one that is not loopback needs a token",
  ),
  healthListen: text(
    v.optional(NonEmpty),
    undefined,
    "[ADDRESS:]PORT",
    "address for /healthz, /readyz and /metrics, instead of that of the service",
  ),
  allowHost: list(
    /^[^\s/]+$/,
    "a name or an address, with a port or without",
    [],
    "NAME[:PORT]",
    "Host header to accept besides loopback names with the port",
  ),
  allowOrigin: list(
    /^[a-z-]+:\/\/[^\s/]+$/,
    "an origin such as chrome-extension://*, without a path",
    EXTENSION_ORIGINS,
    "ORIGIN",
    "Origin header to accept; * matches any characters except a slash",
  ),
  maxTextBytes: integer(1, 64 * 1024 * 1024, 1024 * 1024, "N", "largest text, in bytes of UTF-8"),
  maxConcurrent: integer(
    1,
    10_000,
    512,
    "N",
    "maximum number of running and waiting requests; others get 503",
  ),
  maxConcurrentPerToken: integer(1, 10_000, 256, "N", "the same limit for one token"),
  maxBufferedBytes: integer(
    1024,
    64 * 1024 ** 3,
    64 * 1024 * 1024,
    "N",
    "bytes of request bodies in memory at once, at most half of them for one token; others get 503",
  ),
  timeoutMs: integer(
    10,
    DAY_MS,
    10_000,
    "MS",
    "time for one evaluation, waiting included; then 504",
  ),
  keepAliveTimeoutMs: integer(
    1000,
    DAY_MS,
    75_000,
    "MS",
    "how long an idle connection stays open; set it longer than that of a proxy in front of the service",
  ),
  headersTimeoutMs: integer(
    10,
    DAY_MS,
    10_000,
    "MS",
    "time for the headers of a request to arrive",
  ),
  bodyTimeoutMs: integer(
    10,
    DAY_MS,
    30_000,
    "MS",
    "time for a whole request to arrive, and for a client to accept more of the response",
  ),
  stopTimeoutMs: integer(
    10,
    DAY_MS,
    15_000,
    "MS",
    "time for running requests to finish when the service stops",
  ),
  logLevel: text(
    v.picklist(LOG_LEVELS),
    "info",
    "LEVEL",
    `minimum level of log messages: ${LOG_LEVELS.join(", ")}`,
  ),
  logFile: text(
    v.optional(NonEmpty),
    undefined,
    "FILE",
    "file for the log instead of standard output",
  ),
};

/** The settings of both services for the evaluation of texts on this machine. */
const evaluationSettings = {
  profile: text(
    v.picklist(["contract", "extended"]),
    "contract",
    "PROFILE",
    "rules for a request that names no profile: contract, extended",
  ),
  queries: list(
    /\S/,
    "a folder",
    [],
    "FOLDER",
    "folder with your own query files, in addition to the built-in ones",
  ),
  disableRule: list(/\S/, "the id of a rule", [], "ID", "rule to disable"),
  workers: integer(
    1,
    256,
    defaultWorkers(),
    "N",
    "worker threads that evaluate texts; the default depends on the number of processors",
  ),
  analysisMs: integer(
    1,
    DAY_MS,
    2000,
    "MS",
    "analysis time for one text; after it, the response says what was not analyzed",
  ),
};

/** Returns the setting of the rate limit. An evaluator has no limit by default: a gateway is its only client and limits its own clients. */
const rate = (fallback: number) =>
  integer(0, 1_000_000, fallback, "N", "requests per minute and token; 0 means no limit");

/** Settings of `curlew evaluator`. */
export const evaluatorSettings = {
  port: integer(0, 65_535, 8788, "PORT", "port to listen on; 0 chooses a free port"),
  tokens: text(
    v.optional(NonEmpty),
    undefined,
    "FILE",
    "file with the hashes of the access tokens; without it, no token is required",
  ),
  requestsPerMinute: rate(0),
  ...httpSettings,
  ...evaluationSettings,
};

/** Settings of `curlew serve`. */
export const gatewaySettings = {
  port: integer(0, 65_535, 8787, "PORT", "port to listen on; 0 chooses a free port"),
  tokens: text(NonEmpty, defaultTokensPath(), "FILE", "file with the hashes of the access tokens"),
  requestsPerMinute: rate(600),
  ...httpSettings,
  ...evaluationSettings,
  evaluator: httpUrl("URL", "remote evaluator; without it texts are evaluated in this process"),
  evaluatorTokenFile: text(
    v.optional(NonEmpty),
    undefined,
    "FILE",
    "file with the access token for the remote evaluator",
  ),
  evaluatorSourceHash: text(
    v.optional(HASH),
    undefined,
    "SHA-256",
    "source hash the evaluator must have; otherwise requests get 502",
  ),
  evaluatorRevision: list(
    /\S/,
    "a model revision",
    [],
    "REVISION",
    "model revision the evaluator must have, one for each profile in use; otherwise requests get 502",
  ),
  presidio: httpUrl("URL", "Presidio analyzer that finds additional entities"),
  disableCode: list(
    new RegExp(`^(?:${KNOWN_CODES.join("|")})$`),
    KNOWN_CODES.join(" or "),
    [],
    "CODE",
    "evaluator code whose verdict becomes abstained",
  ),
};
