import { connect, type Socket } from "node:net";
import { createTestGateway, SOURCE_HASH, type Cleanup, type TestGateway } from "./services.js";

/** Returns the answer of an evaluator to a text without findings. */
export const clearAnswer = () => ({
  code: "NONE",
  labels: [],
  spans: [],
  findings: [],
  notes: [],
  outcome: { status: "complete" },
  modelRevision: "r",
  sourceHash: SOURCE_HASH,
  offsetEncoding: "utf-16",
});

/** A gateway that listens on a port. */
export interface ListeningGateway extends TestGateway {
  readonly port: number;
  /** Returns the request line and the headers of an assessment request, with more headers and without the empty line after them. */
  head(more?: string): string;
}

/** Starts a gateway that listens on a free port of an IP address. */
export async function startListening(
  cleanup: Cleanup,
  options: Parameters<typeof createTestGateway>[1] = {},
  address = "127.0.0.1",
): Promise<ListeningGateway> {
  const gateway = await createTestGateway(cleanup, {
    ...options,
    config: { port: 0, ...options.config },
  });
  const port = Number(new URL(await gateway.app.listen({ host: address, port: 0 })).port);
  const head = (more = "") =>
    `POST /v1/assessments HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${gateway.access.token}\r\nContent-Type: application/json\r\n${more}`;
  return { ...gateway, port, head };
}

/** An open connection. */
export interface Connection {
  readonly socket: Socket;
  /** Returns the data that was received so far. */
  received(): string;
  /** Resolves to all received data when the connection is closed. */
  readonly ended: Promise<string>;
}

/** Opens a connection to this machine and sends data. */
export function sendRaw(cleanup: Cleanup, port: number, data: string): Connection {
  let received = "";
  const socket = connect(port, "127.0.0.1", () => socket.write(data));
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
  socket.on("error", () => undefined);
  const ended = new Promise<string>((resolve) => socket.on("close", () => resolve(received)));
  cleanup.add(async () => socket.destroy());
  return { socket, received: () => received, ended };
}

/** Returns the status codes of all responses in received data. */
export function statusesIn(answer: string): (string | undefined)[] {
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
}
