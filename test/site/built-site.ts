import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

const OUT = "site/dist";
const DIGEST = join(OUT, ".digest");
const LOCK = "site/.building";

/** The files and folders on which the built site depends. */
const INPUTS = [
  "README.md",
  "package-lock.json",
  "docs",
  "queries",
  "scripts/site",
  "scripts/site.ts",
  "scripts/build",
  "site/.vitepress",
  "site/playground",
  "src/cli/explain",
  "src/cli/report",
  "src/core",
  "src/host",
  "src/remedy",
];

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
}

function digestOfInputs(): string {
  const digest = createHash("sha256");
  for (const path of INPUTS.flatMap(filesOf)) digest.update(path).update(readFileSync(path));
  return digest.digest("hex");
}

/** Builds the site unless it is up to date, and returns its folder. If another process is building the site, waits for it. */
export async function builtSite(): Promise<string> {
  const digest = digestOfInputs();
  for (;;) {
    if (existsSync(DIGEST) && readFileSync(DIGEST, "utf8") === digest) return OUT;
    if (acquireLock()) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  try {
    if (existsSync(DIGEST) && readFileSync(DIGEST, "utf8") === digest) return OUT;
    const { status, stdout, stderr } = spawnSync(
      "npx",
      ["--no-install", "tsx", "scripts/site.ts", "--base", "/base/"],
      {
        encoding: "utf8",
      },
    );
    if (status !== 0) throw new Error(`the site could not be built: ${stdout}${stderr}`);
    writeFileSync(DIGEST, digest);
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
  return OUT;
}

/** Returns whether it acquired the lock for the build. Removes a lock that is older than five minutes. */
function acquireLock(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    const { mtimeMs } = statSync(LOCK, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > 300_000) rmSync(LOCK, { recursive: true, force: true });
    return false;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
};

export interface SiteServer {
  /** The URL of the site, with a slash at its end. */
  readonly address: string;
  /** The requested paths, relative to the root of the site. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** Serves the built site below `/base/` with compression. */
export async function serveSite(folder: string): Promise<SiteServer> {
  const requests: string[] = [];
  const pathOf = ({ url }: IncomingMessage): string =>
    decodeURIComponent(new URL(url ?? "/", "http://x").pathname).replace(/^\/base\//, "");
  const server = createServer((request, response) => {
    const path = pathOf(request);
    requests.push(path);
    const file = join(folder, path.endsWith("/") || path === "" ? `${path}index.html` : path);
    if (path.includes("..") || !existsSync(file) || statSync(file).isDirectory()) {
      response.writeHead(404).end("not found");
      return;
    }
    response.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "content-encoding": "gzip",
    });
    response.end(gzipSync(readFileSync(file), { level: 1 }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/base/`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
