/** The hook's side of the connection to `curlew hookd`. This module runs before the program is loaded, so it imports little. */
import { isData, readAllSync } from "../input/read-sync.js";
import { DEFAULT_MAX_SIZE } from "../input/size.js";
import { installationOf, isPrivateSocket, socketPathOf } from "./socket-path.js";
import { MAX_BYTES, type HookRequest, type HookResponse } from "./protocol.js";

/** Milliseconds after which the hook stops waiting and analyzes the command in its own process. */
const TIMEOUT_MS = 2000;

/** The response of `curlew hookd`, and the standard input that was read for the request. */
export interface HookdAnswer {
  readonly response: HookResponse;
  readonly input: Buffer;
}

/**
 * Sends a command line to `curlew hookd` and returns the response; null, without reading standard input, if `curlew hookd` has no
 * socket or standard input is neither a pipe nor a file. After a later error, the response is null, and the hook analyzes the
 * command itself.
 * @param folder the folder with the scripts of this installation
 */
export async function askHookd(
  args: readonly string[],
  folder: string,
): Promise<HookdAnswer | null> {
  const socketPath = socketPathOf(process.env);
  if (socketPath === null || !isPrivateSocket(socketPath) || !isData(0)) return null;
  const input = readAllSync(0, DEFAULT_MAX_SIZE);
  try {
    const request: HookRequest = {
      installation: installationOf(folder),
      args,
      cwd: process.cwd(),
      env: process.env,
      input: input.toString("base64"),
    };
    return { response: await exchange(socketPath.socket, JSON.stringify(request)), input };
  } catch {
    return { response: null, input };
  }
}

async function exchange(socket: string, request: string): Promise<HookResponse> {
  if (request.length > MAX_BYTES) return null;
  const { connect } = await import("node:net");
  const answer = await new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const connection = connect(socket);
    const timer = setTimeout(() => connection.destroy(new Error("no answer")), TIMEOUT_MS);
    connection
      .on("data", (chunk) => chunks.push(chunk))
      .on("error", reject)
      .on("close", () => {
        clearTimeout(timer);
        resolve(Buffer.concat(chunks).toString());
      })
      .end(request);
  });
  const response = JSON.parse(answer) as unknown;
  return isResponse(response) ? response : null;
}

function isResponse(value: unknown): value is NonNullable<HookResponse> {
  if (typeof value !== "object" || value === null) return false;
  const { stdout, stderr, status } = value as Record<string, unknown>;
  return typeof stdout === "string" && typeof stderr === "string" && (status === 0 || status === 2);
}
