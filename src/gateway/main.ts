import { readFile } from "node:fs/promises";
import type { Logger } from "pino";
import { PresidioFinder, Redactor, Scanner } from "../redactor/index.js";
import {
  Authenticator,
  ConfigError,
  endpointOf,
  fileErrorReason,
  lastUseOf,
  listen,
  requireFreePort,
  requireTokens,
  type Endpoint,
  type LastUse,
  type gatewaySettings,
  type Values,
} from "../service/index.js";
import { createGatewayApp } from "./app.js";
import type { EvaluatorPort, Reader } from "./evaluator-port.js";
import { RemoteEvaluator } from "./remote-evaluator.js";
import type { TextWorker } from "./text-worker.js";

export type GatewayConfig = Values<typeof gatewaySettings>;

/** Creates the redactor of a configuration. */
export function createRedactor(
  { presidio }: Pick<GatewayConfig, "presidio">,
  textWorker: TextWorker,
): Redactor {
  const finders = presidio === undefined ? [] : [presidioAt(endpointOf(presidio), textWorker)];
  return new Redactor({
    scanner: new Scanner((task, signal) => textWorker.scan(task, signal)),
    finders,
  });
}

function presidioAt({ at, headers }: Endpoint, textWorker: TextWorker): PresidioFinder {
  return new PresidioFinder({ url: at("/analyze"), headers }, (task, signal) =>
    textWorker.readResults(task, signal),
  );
}

/** Creates the client of a remote evaluator. */
export async function connectEvaluator(
  url: string,
  tokenFile: string | undefined,
  textWorker: TextWorker,
): Promise<RemoteEvaluator> {
  return new RemoteEvaluator({
    url,
    token: tokenFile === undefined ? undefined : await readTokenValue(tokenFile),
    textWorker,
  });
}

/** Reads the token of a remote evaluator again. */
export async function reconnectEvaluator(
  evaluator: RemoteEvaluator,
  { evaluator: url, evaluatorTokenFile }: GatewayConfig,
): Promise<void> {
  if (url === undefined || evaluatorTokenFile === undefined) return;
  evaluator.connect(url, await readTokenValue(evaluatorTokenFile));
}

async function readTokenValue(path: string): Promise<string> {
  let token: string;
  try {
    token = (await readFile(path, "utf8")).trim();
  } catch (error) {
    throw new ConfigError(`${path}: cannot be read${fileErrorReason(error)}`, { cause: error });
  }
  // With a value that is invalid in a header, the evaluator would be reported as unreachable.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new ConfigError(`${path}: contains no access token`);
  return token;
}

/** The tokens with which clients may use a gateway. */
export interface Access {
  readonly authenticator: Authenticator;
  /** Records the last use of each token, if that is configured. */
  readonly lastUse: LastUse | undefined;
}

/**
 * Opens the tokens file and checks the port, before anything is started that takes long.
 * @throws ConfigError if the file cannot be read, if other machines can reach the gateway and there is no token, or if the port
 * cannot be opened
 */
export async function openAccess(config: GatewayConfig, log: Logger): Promise<Access> {
  const lastUse = lastUseOf(config, log);
  const authenticator = new Authenticator(config.tokens, lastUse);
  await requireTokens(config.host, authenticator);
  await requireFreePort(config);
  return { authenticator, lastUse };
}

export interface GatewayParts {
  readonly access: Access;
  readonly evaluator: EvaluatorPort;
  /** Present only with a remote evaluator. */
  readonly reader?: Reader | undefined;
  readonly textWorker: TextWorker;
  readonly log: Logger;
  /** Version of the package. */
  readonly version: string;
}

/** Starts the gateway with its HTTP interface. */
export async function startGatewayService(
  config: GatewayConfig,
  { access: { authenticator, lastUse }, evaluator, reader, textWorker, log, version }: GatewayParts,
) {
  const redactor = createRedactor(config, textWorker);
  const close = async () => {
    // written first, because threads may not end in time
    await lastUse?.close();
    await Promise.all([textWorker.close(), evaluator.close()]);
  };
  try {
    const app = await createGatewayApp({
      config,
      log,
      version,
      evaluator,
      reader,
      redactor,
      textWorker,
      authenticator,
    });
    const address = await listen(app, config);
    return { app, address, close };
  } catch (error) {
    await close();
    throw error;
  }
}
