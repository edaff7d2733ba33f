import type * as Sdk from "@aws-sdk/client-s3";
import { messageOf } from "../../failure.js";
import { loadOptional } from "../../optional-packages.js";

/** The bucket and key of an object, or the bucket and the common prefix of several keys. */
export interface S3Address {
  readonly Bucket: string;
  readonly Key: string;
}

export interface S3Object {
  readonly size: number;
  /** Changes whenever the object is written. */
  readonly etag: string;
}

export function isS3(name: string): boolean {
  return name.startsWith("s3://");
}

/** Parses `s3://BUCKET/KEY`. @throws Error if the text has another form */
export function s3Address(text: string): S3Address {
  const [, Bucket, Key = ""] = /^s3:\/\/([^/]+)(?:\/(.*))?$/s.exec(text) ?? [];
  if (Bucket === undefined)
    throw new Error("is not the address of an object: write s3://BUCKET/KEY");
  return { Bucket, Key };
}

interface Service {
  readonly sdk: typeof Sdk;
  readonly client: Sdk.S3Client;
}

let service: Promise<Service> | undefined;

/**
 * Returns the client of the SDK. Credentials, region and endpoint come from the SDK's usual sources. With a custom endpoint, the
 * bucket is part of the path, because few other services have a host name for each bucket.
 */
function s3(): Promise<Service> {
  return (service ??= loadOptional<typeof Sdk>("@aws-sdk/client-s3", "s3://").then((sdk) => {
    const endpoint = process.env["AWS_ENDPOINT_URL_S3"] ?? process.env["AWS_ENDPOINT_URL"];
    const region = process.env["AWS_REGION"] ?? process.env["AWS_DEFAULT_REGION"] ?? "us-east-1";
    const client = new sdk.S3Client({
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true, region }),
      // services other than AWS do not all support the newer checksums
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    });
    return { sdk, client };
  }));
}

/** Calls a function with the SDK and its client. @throws Error with a message for the user */
export async function withS3<T>(work: (service: Service) => Promise<T>): Promise<T> {
  const found = await s3();
  try {
    return await work(found);
  } catch (error) {
    throw new Error(s3Message(error), { cause: error });
  }
}

/** Returns the size and version of an object; null if there is no such object. */
export function s3Stat(address: string): Promise<S3Object | null> {
  return withS3(async ({ sdk, client }) => {
    try {
      const found = await client.send(new sdk.HeadObjectCommand(s3Address(address)));
      return { size: found.ContentLength ?? 0, etag: found.ETag ?? "" };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  });
}

/** Maximum number of times that an interrupted read is continued. */
const MAX_FAILURES = 4;

/** Yields the bytes of an object from one offset to another, or to its end. An interrupted read continues at its offset. */
export async function* s3Range(
  address: string,
  start: number,
  end = Infinity,
): AsyncGenerator<Buffer> {
  if (start >= end) return;
  let at = start;
  for (let failures = 0; ; ) {
    try {
      for await (const chunk of await bodyOf(address, at, end)) {
        at += chunk.length;
        yield chunk;
      }
      return;
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      if (isPastEnd(cause)) return;
      if ((cause as { $metadata?: unknown }).$metadata !== undefined || ++failures > MAX_FAILURES)
        throw error;
    }
  }
}

function bodyOf(address: string, start: number, end: number): Promise<AsyncIterable<Buffer>> {
  return withS3(async ({ sdk, client }) => {
    const last = end === Infinity ? "" : String(end - 1);
    const range = start === 0 && end === Infinity ? {} : { Range: `bytes=${start}-${last}` };
    const { Body } = await client.send(
      new sdk.GetObjectCommand({ ...s3Address(address), ...range }),
    );
    if (Body === undefined) throw new Error("the response has no body");
    return Body as unknown as AsyncIterable<Buffer>;
  });
}

/** Returns the keys of all objects whose keys begin with a prefix, in order. */
export async function s3List({ Bucket, Key }: S3Address): Promise<string[]> {
  const keys: string[] = [];
  for (let token: string | undefined; ; ) {
    const page = await withS3(({ sdk, client }) =>
      client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: Key, ContinuationToken: token })),
    );
    keys.push(...(page.Contents ?? []).flatMap(({ Key: key }) => (key === undefined ? [] : [key])));
    token = page.NextContinuationToken;
    if (page.IsTruncated !== true || token === undefined) return keys.sort();
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound");
}

function isPastEnd(error: unknown): boolean {
  return error instanceof Error && error.name === "InvalidRange";
}

function s3Message(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "NoSuchBucket") return "no such bucket";
  if (isMissing(error)) return "no such object";
  if (name === "AccessDenied" || name === "Forbidden") return "permission denied by the bucket";
  if (name === "CredentialsProviderError")
    return "no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile";
  return messageOf(error);
}
