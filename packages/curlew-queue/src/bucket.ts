import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { guarded, type Store } from "./store.js";

/**
 * A bucket of S3 or what speaks like it. Credentials and region come from where the client of AWS looks for them;
 * CURLEW_STORE_ENDPOINT names the address of another service.
 */
export function bucketStore(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
): Store {
  const [, bucket = "", path = ""] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(address) ?? [];
  const endpoint = env["CURLEW_STORE_ENDPOINT"];
  const client = new S3Client({
    ...(endpoint === undefined
      ? {}
      : { endpoint, forcePathStyle: true, region: env["AWS_REGION"] ?? "us-east-1" }),
    // services beside AWS do not all know the newer checksums
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const keyOf = (key: string): string => (path === "" ? key : `${path}/${key}`);
  const named = `s3://${bucket}`;
  return {
    put: (key, bytes) =>
      guarded(
        named,
        async () =>
          void (await client.send(
            new PutObjectCommand({ Bucket: bucket, Key: keyOf(key), Body: bytes }),
          )),
      ),
    get: (key) =>
      guarded(named, async () => {
        try {
          const { Body } = await client.send(
            new GetObjectCommand({ Bucket: bucket, Key: keyOf(key) }),
          );
          return (await Body?.transformToByteArray()) ?? null;
        } catch (error) {
          if (error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound"))
            return null;
          throw error;
        }
      }),
    remove: (key) =>
      guarded(
        named,
        async () =>
          void (await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(key) }))),
      ),
    removeAll: (prefix) => guarded(named, () => removeAll(client, bucket, `${keyOf(prefix)}/`)),
  };
}

async function removeAll(client: S3Client, bucket: string, prefix: string): Promise<void> {
  for (;;) {
    const { Contents = [], IsTruncated } = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }),
    );
    const objects = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
    if (objects.length > 0)
      await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: objects } }));
    if (IsTruncated !== true) return;
  }
}
