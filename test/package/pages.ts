import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { chromium, type Browser } from "playwright-core";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".wasm": "application/wasm",
  ".json": "application/json",
};
const PAGE =
  '<!doctype html><meta charset="utf-8"><title></title><script type="module" src="main.js"></script>';

/** Serves each subfolder of a folder as a web page with a content security policy, and opens it in Chromium. */
export class Pages {
  private constructor(
    private readonly server: Server,
    private readonly browser: Browser,
  ) {}

  static async start(folder: string): Promise<Pages> {
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
      response.setHeader(
        "content-security-policy",
        searchParams.get("policy") ?? "default-src 'none'",
      );
      if (pathname.endsWith("/")) {
        response.setHeader("content-type", "text/html").end(PAGE);
        return;
      }
      readFile(join(folder, normalize(pathname))).then(
        (bytes) =>
          response
            .setHeader("content-type", TYPES[extname(pathname)] ?? "application/octet-stream")
            .end(bytes),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Pages(
      server,
      await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] }),
    );
  }

  /** Opens a page with a content security policy, waits until its script sets the title, and returns the title. */
  async title(folder: string, policy: string): Promise<string> {
    const page = await this.browser.newPage();
    const { port } = this.server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/${folder}/?policy=${encodeURIComponent(policy)}`);
    await page.waitForFunction(() => document.title !== "");
    const title = await page.title();
    await page.close();
    return title;
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.server.close();
  }
}
