import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Returns a free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A Redis server for tests, on the loopback interface. */
export class RedisServer {
  private readonly folder = mkdtempSync(join(tmpdir(), "curlew-redis-"));
  private child: ChildProcess | null = null;

  private constructor(
    readonly port: number,
    private readonly args: string[],
  ) {}

  static async start(...args: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), args);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts a Redis that accepts only TLS, with a certificate for `localhost` and `127.0.0.1`. */
  static async startSecure(
    ...args: string[]
  ): Promise<RedisServer & { readonly certificate: string }> {
    const server = new RedisServer(await freePort(), args);
    const [key, certificate] = [join(server.folder, "key.pem"), join(server.folder, "cert.pem")];
    const names = [
      "-subj",
      "/CN=localhost",
      "-addext",
      "subjectAltName=DNS:localhost,IP:127.0.0.1",
    ];
    execFileSync(
      "openssl",
      [
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
        ...names,
        "-keyout",
        key,
        "-out",
        certificate,
      ],
      { stdio: "ignore" },
    );
    server.args.push(
      "--port",
      "0",
      "--tls-port",
      String(server.port),
      "--tls-cert-file",
      certificate,
      "--tls-key-file",
      key,
      "--tls-auth-clients",
      "no",
    );
    await server.start();
    return Object.assign(server, { certificate });
  }

  async start(): Promise<void> {
    const child = spawn(
      "/usr/bin/redis-server",
      [
        "--port",
        String(this.port),
        "--bind",
        "127.0.0.1",
        "--dir",
        this.folder,
        "--save",
        "",
        ...this.args,
      ],
      { stdio: "ignore" },
    );
    const failed = once(child, "error").then(([error]) => {
      throw new Error(
        `redis-server does not start (npx tsx scripts/install-test-programs.ts installs it): ${String(error)}`,
      );
    });
    failed.catch(() => undefined);
    this.child = child;
    await Promise.race([failed, this.answers()]);
  }

  /** Kills the server, as in a crash. */
  async stop(): Promise<void> {
    const { child } = this;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async answers(): Promise<void> {
    for (;;) {
      const open = await new Promise<boolean>((resolve) => {
        const socket = connect(this.port, "127.0.0.1", () => resolve(true)).on("error", () =>
          resolve(false),
        );
        socket.on("connect", () => socket.destroy());
      });
      if (open) return;
      await sleep(20);
    }
  }
}
