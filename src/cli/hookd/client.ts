/** The hook's side of the connection to `curlew hookd`. It runs before the program is loaded, so it imports little. */
import { isData, readAllSync } from "../input/read-sync.js";
import { DEFAULT_MAX_SIZE } from "../input/size.js";
import { installationOf, isOwn, placeOf } from "./socket-place.js";
import { MOST_BYTES, type Request, type Response } from "./protocol.js";

/** Milliseconds after which the hook analyzes the command in its own process. */
const TIMEOUT_MS = 2000;

/** The answer of `curlew hookd`, and the standard input that was read for it. */
export interface Asked {
  readonly response: Response;
  readonly input: Buffer;
}

/**
 * Sends a command line to `curlew hookd` and returns the response; null, without reading standard input, if it is not running
 * or standard input is not data. After a later error the hook decides itself.
 * @param folder where the scripts of this installation are
 */
export async function askHookd(args: readonly string[], folder: string): Promise<Asked | null> {
  const place = placeOf(process.env);
  if (place === null || !isOwn(place) || !isData(0)) return null;
  const input = readAllSync(0, DEFAULT_MAX_SIZE);
  try {
    const request: Request = {
      installation: installationOf(folder),
      args,
      cwd: process.cwd(),
      env: process.env,
      input: input.toString("base64"),
    };
    return { response: await exchange(place.socket, JSON.stringify(request)), input };
  } catch {
    return { response: null, input };
  }
}

async function exchange(socket: string, request: string): Promise<Response> {
  if (request.length > MOST_BYTES) return null;
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

function isResponse(value: unknown): value is NonNullable<Response> {
  if (typeof value !== "object" || value === null) return false;
  const { stdout, stderr, status } = value as Record<string, unknown>;
  return typeof stdout === "string" && typeof stderr === "string" && (status === 0 || status === 2);
}
