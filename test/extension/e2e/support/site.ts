import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer, type Server } from "node:http";
import { createServer, type Server as TlsServer } from "node:https";
import { connect, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const STYLES = readFileSync(new URL("site.css", import.meta.url));

/** A local replacement for the chat site, with a self-signed certificate. */
export interface Site {
  readonly port: number;
  /** The port of a proxy that connects the host name of the site to this server and rejects every other host. */
  readonly proxyPort: number;
  /** The HTML of the served pages by path. */
  readonly pages: Map<string, string>;
  /** Every request that reached the site, as `METHOD path`. */
  readonly requests: string[];
  /** Every host that was requested through the proxy. */
  readonly connects: string[];
  close(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const pages = new Map<string, string>();
  const requests: string[] = [];
  const connects: string[] = [];
  const sockets = new Set<Socket>();
  const server: TlsServer = createServer(makeCertificate(), (request, response) => {
    requests.push(`${request.method ?? ""} ${request.url ?? ""}`);
    if (request.url === "/site.css")
      return void response.writeHead(200, { "content-type": "text/css" }).end(STYLES);
    const html = pages.get(new URL(request.url ?? "/", "https://chatgpt.com").pathname);
    response.writeHead(html === undefined ? 404 : 200, {
      "content-type": "text/html; charset=utf-8",
      // as strict as the policy of the real site, because the extension must work under such a policy
      "content-security-policy":
        "default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:",
    });
    response.end(html ?? "");
  });
  server.on("connection", (socket: Socket) => track(socket, sockets));
  await listen(server);
  const port = (server.address() as AddressInfo).port;
  const proxy: Server = createHttpServer((_request, response) => response.writeHead(403).end());
  proxy.on("connect", (request, socket: Socket) => {
    track(socket, sockets);
    connects.push(request.url ?? "");
    if (request.url !== "chatgpt.com:443") return void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const upstream = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    track(upstream, sockets);
  });
  await listen(proxy);
  return {
    port,
    proxyPort: (proxy.address() as AddressInfo).port,
    pages,
    requests,
    connects,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(
        [server, proxy].map((each) => new Promise((resolve) => each.close(resolve))),
      );
    },
  };
}

function track(socket: Socket, sockets: Set<Socket>): void {
  sockets.add(socket);
  socket.on("error", () => socket.destroy());
  socket.on("close", () => sockets.delete(socket));
}

function listen(server: Server | TlsServer): Promise<void> {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
}

function makeCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(path.join(tmpdir(), "curlew-site-"));
  try {
    const [key, cert] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")];
    const subject = ["-subj", "/CN=chatgpt.com", "-addext", "subjectAltName=DNS:chatgpt.com"];
    execFileSync(
      "openssl",
      [
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-keyout",
        key,
        "-out",
        cert,
        ...subject,
      ],
      { stdio: "ignore" },
    );
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
