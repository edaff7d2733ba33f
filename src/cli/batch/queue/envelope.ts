import { allBytesOf, recordsOf } from "../input/records.js";
import type { Settings } from "../settings.js";
import type { Shard, ShardResult } from "../shard.js";

/** What goes to a worker: the shard with its bytes, and how to work on it. */
export interface Parcel {
  readonly shard: Shard;
  readonly settings: Settings;
}

/** A shard as bytes that any machine can work on: nothing in it names a file of this one. */
export async function packShard(shard: Shard, settings: Settings): Promise<Uint8Array> {
  const { bytes, ...work } = await carried(shard, settings);
  return pack({ shard: { ...shard, work }, settings }, bytes);
}

/** @throws Error where the bytes are none that {@link packShard} made */
export function unpackShard(parcel: Uint8Array): Parcel {
  const { head, bytes } = unpack(parcel);
  const { shard, settings } = head as Parcel;
  return { shard: { ...shard, work: { ...shard.work, bytes } as Shard["work"] }, settings };
}

export function packResult({ output, ...rest }: ShardResult): Uint8Array {
  return pack(rest, output);
}

export function unpackResult(packed: Uint8Array): ShardResult {
  const { head, bytes } = unpack(packed);
  return { ...(head as Omit<ShardResult, "output">), output: bytes };
}

type Carried = Extract<Shard["work"], { bytes: Uint8Array }>;

async function carried(shard: Shard, settings: Settings): Promise<Carried> {
  const { work } = shard;
  if (work.kind === "bytes" || work.kind === "read") return work;
  if (work.kind === "range")
    return { kind: "bytes", bytes: await allBytesOf(work), syntax: work.syntax };
  const lines: string[] = [];
  for await (const record of recordsOf(shard, settings)) lines.push(`${JSON.stringify(record)}\n`);
  return { kind: "read", bytes: Buffer.from(lines.join("")) };
}

/** A line of JSON, and bytes behind it. */
function pack(head: unknown, bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes]);
}

function unpack(packed: Uint8Array): { head: unknown; bytes: Uint8Array } {
  const end = packed.indexOf(0x0a);
  if (end < 0) throw new Error("the bytes of a shard are not whole");
  return {
    head: JSON.parse(Buffer.from(packed.subarray(0, end)).toString("utf8")),
    bytes: packed.subarray(end + 1),
  };
}
