import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure, messageOf } from "../../failure.js";
import type { NewFile, StorageLocation } from "./storage-location.js";
import { S3File } from "./s3-file.js";
import { s3Address, s3List, s3Range, s3Stat, withS3, type S3Address } from "./s3.js";

/** A prefix of an S3 bucket. Objects appear only when they are complete, so temporary names are not needed. */
export class S3Location implements StorageLocation {
  readonly address: string;
  private readonly prefix: S3Address;

  /** @param name `s3://BUCKET/PREFIX` */
  constructor(readonly name: string) {
    this.address = name;
    const { Bucket, Key } = s3Address(name);
    this.prefix = { Bucket, Key: Key === "" || Key.endsWith("/") ? Key : `${Key}/` };
  }

  async prepare(): Promise<void> {
    // a prefix exists once it has an object
  }

  async read(file: string): Promise<Uint8Array | null> {
    const address = this.addressOf(file);
    return this.guarded("read", async () => {
      if ((await s3Stat(address)) === null) return null;
      const chunks: Buffer[] = [];
      for await (const chunk of s3Range(address, 0)) chunks.push(chunk);
      return Buffer.concat(chunks);
    });
  }

  sizeOf(file: string): Promise<number | null> {
    return this.guarded("read", async () => (await s3Stat(this.addressOf(file)))?.size ?? null);
  }

  async write(file: string, text: string): Promise<void> {
    const newFile = await this.create(file);
    await newFile.write(Buffer.from(text));
    await newFile.finish();
  }

  async create(file: string): Promise<NewFile> {
    return new S3File(this.objectOf(file), this.name);
  }

  stream(file: string): AsyncIterable<Uint8Array> {
    return s3Range(this.addressOf(file), 0);
  }

  list(): Promise<string[]> {
    return this.guarded("read", async () => {
      const keys = await s3List(this.prefix);
      return keys.map((key) => key.slice(this.prefix.Key.length));
    });
  }

  remove(file: string): Promise<void> {
    return this.guarded("write", async () => {
      const object = this.objectOf(file);
      await withS3(({ sdk, client }) => client.send(new sdk.DeleteObjectCommand(object)));
    });
  }

  async scratch(file: string): Promise<string> {
    return join(tmpdir(), `curlew-${randomUUID()}-${file}`);
  }

  async removeTemporaries(): Promise<void> {
    // the lifecycle rules of the bucket remove interrupted uploads
  }

  private objectOf(file: string): S3Address {
    return { Bucket: this.prefix.Bucket, Key: `${this.prefix.Key}${file}` };
  }

  private addressOf(file: string): string {
    return `s3://${this.prefix.Bucket}/${this.prefix.Key}${file}`;
  }

  private async guarded<T>(what: "read" | "write", work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof Failure
        ? error
        : new Failure(`cannot ${what} ${this.name}: ${messageOf(error)}`);
    }
  }
}
