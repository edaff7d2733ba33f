import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CreateBucketCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { freePort } from "../queue/redis.js";

interface Server {
  run(): Promise<unknown>;
  close(): Promise<void>;
}

const S3rver = createRequire(import.meta.url)("@20minutes/s3rver") as new (
  options: object,
) => Server;

/** A local S3 server with an empty bucket `data`. */
export class S3Server {
  private constructor(
    readonly client: S3Client,
    /** The environment variables that make a process use the server. */
    readonly env: Readonly<Record<string, string>>,
    private readonly server: Server,
    private readonly directory: string,
  ) {}

  static async start(): Promise<S3Server> {
    const port = await freePort();
    const directory = mkdtempSync(join(tmpdir(), "curlew-s3-"));
    // for some headers, the server computes a signature that differs from the SDK's
    const lenient = { silent: true, allowMismatchedSignatures: true };
    const server = new S3rver({ port, address: "127.0.0.1", directory, ...lenient });
    await server.run();
    const endpoint = `http://127.0.0.1:${port}`;
    const env = {
      AWS_ACCESS_KEY_ID: "S3RVER",
      AWS_SECRET_ACCESS_KEY: "S3RVER",
      AWS_REGION: "us-east-1",
      AWS_ENDPOINT_URL_S3: endpoint,
    };
    const client = new S3Client({
      endpoint,
      region: env.AWS_REGION,
      credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
      forcePathStyle: true,
      requestChecksumCalculation: "WHEN_REQUIRED",
    });
    await client.send(new CreateBucketCommand({ Bucket: "data" }));
    return new S3Server(client, env, server, directory);
  }

  async put(Key: string, Body: string | Uint8Array): Promise<void> {
    await this.client.send(new PutObjectCommand({ Bucket: "data", Key, Body }));
  }

  async text(Key: string): Promise<string> {
    const { Body } = await this.client.send(new GetObjectCommand({ Bucket: "data", Key }));
    return (await Body?.transformToString()) ?? "";
  }

  async close(): Promise<void> {
    this.client.destroy();
    await this.server.close();
    rmSync(this.directory, { recursive: true });
  }
}
