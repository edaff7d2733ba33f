import { createHash } from "node:crypto";
import { request as requestPlain, type IncomingMessage } from "node:http";
import { request as requestSecure } from "node:https";
import { TLSSocket } from "node:tls";
import { Failure, messageOf } from "../failure.js";
import { showSize } from "../input/size.js";

export interface DownloadOptions {
  /** Maximum size of the response, in bytes. */
  readonly maxSize: number;
  readonly timeoutMs: number;
  readonly userAgent: string;
}

/** The certificate of the server. */
export interface Certificate {
  readonly subject: string;
  readonly issuer: string;
  readonly validTo: string;
  /** SHA-256 of the certificate as pairs of hexadecimal digits. */
  readonly fingerprint: string;
}

/** A downloaded response. */
export interface Download {
  /** The requested URLs, in order; the last one sent the content, and the others redirected. */
  readonly urls: readonly string[];
  readonly contentType: string | null;
  readonly contentEncoding: string | null;
  readonly bytes: Uint8Array;
  /** SHA-256 of the content in lower-case hexadecimal. */
  readonly sha256: string;
  /** Null if the connection was not encrypted. */
  readonly certificate: Certificate | null;
}

const MAX_REDIRECTS = 10;

/**
 * Downloads a URL to memory and follows redirects. The content is not run, interpreted or written.
 * @throws Failure if the URL is not valid, the server does not respond in time or with status 200, or the response is too large
 */
export async function download(url: string, options: DownloadOptions): Promise<Download> {
  const urls: string[] = [];
  let next = parseUrl(url);
  for (;;) {
    urls.push(next.href);
    const answer = await send(next, options);
    const { statusCode = 0, headers } = answer;
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.destroy();
      if (urls.length > MAX_REDIRECTS)
        throw new Failure(`${url}: more than ${MAX_REDIRECTS} redirects`);
      next = parseUrl(headers.location, next);
      continue;
    }
    if (statusCode !== 200) {
      answer.destroy();
      throw new Failure(`${next.href}: answers with status ${statusCode}`);
    }
    const certificate = certificateOf(answer);
    const bytes = await bodyOf(next, answer, options);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return {
      urls,
      contentType: headers["content-type"] ?? null,
      contentEncoding: headers["content-encoding"] ?? null,
      bytes,
      sha256,
      certificate,
    };
  }
}

function parseUrl(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base?.href) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw new Failure(`${text}: is not an address that begins with https:// or http://`);
  return url;
}

function send(url: URL, { timeoutMs, userAgent }: DownloadOptions): Promise<IncomingMessage> {
  const request = url.protocol === "https:" ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const fail = (problem: string): void => reject(new Failure(`${url.href}: ${problem}`));
    const options = {
      headers: { "user-agent": userAgent, accept: "*/*", "accept-encoding": "identity" },
      signal: AbortSignal.timeout(timeoutMs),
      agent: false as const,
    };
    request(url, options, resolve)
      .on("error", (error) => fail(problemOf(error, timeoutMs)))
      .end();
  });
}

function problemOf(error: Error, timeoutMs: number): string {
  if (error.name === "AbortError" || error.name === "TimeoutError")
    return `no answer within ${timeoutMs / 1000} s`;
  if ("code" in error && error.code === "ENOTFOUND") return "the host name cannot be resolved";
  // replaces the message of OpenSSL, which contains names of its source files
  return "code" in error && error.code === "EPROTO"
    ? "the server does not use TLS on this port"
    : messageOf(error);
}

async function bodyOf(
  { href }: URL,
  answer: IncomingMessage,
  { maxSize }: DownloadOptions,
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxSize)
        throw new Failure(`is longer than ${showSize(maxSize)}; raise --max-size to download more`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw new Failure(`${href}: ${messageOf(error)}`);
  }
  return Buffer.concat(chunks);
}

function certificateOf({ socket }: IncomingMessage): Certificate | null {
  if (!(socket instanceof TLSSocket)) return null;
  const {
    subject,
    issuer,
    valid_to: validTo,
    fingerprint256: fingerprint,
  } = socket.getPeerCertificate();
  return { subject: nameOf(subject), issuer: nameOf(issuer), validTo, fingerprint };
}

function nameOf({
  CN,
  O,
}: {
  readonly CN?: string | string[];
  readonly O?: string | string[];
}): string {
  return [CN, O].flatMap((part) => part ?? []).join(", ");
}
