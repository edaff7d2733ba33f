import type { CompletedPart } from "@aws-sdk/client-s3";
import { Failure, messageOf } from "../../failure.js";
import type { NewFile } from "./storage-location.js";
import { withS3, type S3Address } from "./s3.js";

/** Size of the first parts of an upload, in bytes; later parts are larger, because S3 limits the number of parts. */
const PART_SIZE = 8 * 1024 * 1024;
/** Number of parts after which the size of a part grows by {@link PART_SIZE}. */
const PARTS_PER_SIZE = 1000;

/** An object that is written by multipart upload, or by a single request if it is small. */
export class S3File implements NewFile {
  private size = 0;
  private waiting: Uint8Array[] = [];
  private waitingSize = 0;
  private upload: string | undefined;
  private readonly parts: CompletedPart[] = [];

  constructor(
    private readonly object: S3Address,
    private readonly name: string,
  ) {}

  async write(bytes: Uint8Array): Promise<void> {
    this.waiting.push(bytes);
    this.waitingSize += bytes.length;
    this.size += bytes.length;
    const partSize = PART_SIZE * (1 + Math.floor(this.parts.length / PARTS_PER_SIZE));
    if (this.waitingSize >= partSize) await this.sendPart();
  }

  async finish(): Promise<number> {
    if (this.upload === undefined) {
      const Body = this.takeWaiting();
      await this.guarded(({ sdk, client }) =>
        client.send(new sdk.PutObjectCommand({ ...this.object, Body })),
      );
      return this.size;
    }
    if (this.waitingSize > 0) await this.sendPart();
    const UploadId = this.upload;
    await this.guarded(({ sdk, client }) =>
      client.send(
        new sdk.CompleteMultipartUploadCommand({
          ...this.object,
          UploadId,
          MultipartUpload: { Parts: this.parts },
        }),
      ),
    );
    this.upload = undefined;
    return this.size;
  }

  async discard(): Promise<void> {
    const UploadId = this.upload;
    this.upload = undefined;
    this.waiting = [];
    if (UploadId === undefined) return;
    // if this fails, the lifecycle rules of the bucket remove the upload
    await withS3(({ sdk, client }) =>
      client.send(new sdk.AbortMultipartUploadCommand({ ...this.object, UploadId })),
    ).catch(() => undefined);
  }

  private async sendPart(): Promise<void> {
    const Body = this.takeWaiting();
    const PartNumber = this.parts.length + 1;
    const ETag = await this.guarded(async ({ sdk, client }) => {
      const { object } = this;
      this.upload ??= (await client.send(new sdk.CreateMultipartUploadCommand(object))).UploadId;
      const part = { ...object, UploadId: this.upload, PartNumber, Body };
      return (await client.send(new sdk.UploadPartCommand(part))).ETag;
    });
    this.parts.push({ ETag, PartNumber });
  }

  private takeWaiting(): Buffer {
    const bytes = Buffer.concat(this.waiting);
    this.waiting = [];
    this.waitingSize = 0;
    return bytes;
  }

  private guarded<T>(work: Parameters<typeof withS3<T>>[0]): Promise<T> {
    return withS3(work).catch((error: unknown) => {
      throw error instanceof Failure
        ? error
        : new Failure(`cannot write ${this.name}: ${messageOf(error)}`);
    });
  }
}
