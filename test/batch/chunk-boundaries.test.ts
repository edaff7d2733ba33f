import fc from "fast-check";
import { parse } from "csv-parse/sync";
import { gzipSync } from "node:zlib";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { cellsOf, csvRecordsOf } from "../../src/cli/batch/input/csv.js";
import { blocksOf } from "../../src/cli/batch/input/blocks.js";
import { decompressed } from "../../src/cli/batch/input/compressed.js";
import { itemsOf } from "../../src/cli/batch/input/json-items.js";
import { recordsOf } from "../../src/cli/batch/input/records.js";
import { csvHeadOf } from "../../src/cli/batch/input/input-format.js";
import { DEFAULTS } from "../../src/cli/batch/tally-files.js";
import type { Shard, Syntax } from "../../src/cli/batch/shard.js";

interface Item {
  readonly id: string;
  readonly text: string;
}

/** Strings that are easily misread at a chunk boundary: quotes, escapes, line breaks, brackets, and multi-byte characters. */
const piece = fc.constantFrom(
  ..."ab \"\\\\,;\t\r\n[]{}:'é€😀",
  '""',
  "\r\n",
  '\\"',
  "\uD800",
  "\u2028",
  '","',
  '"\n"',
);
const text = fc
  .tuple(fc.array(piece, { maxLength: 30 }), fc.constantFrom(1, 1, 1, 40, 400))
  .map(([parts, times]) => parts.join("").repeat(times));
const records = fc
  .array(text, { minLength: 1, maxLength: 12 })
  .map((texts) => texts.map((one, i) => ({ id: `r${i}`, text: one })));

function* chunks(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size));
}
const streamOf = (bytes: Buffer, size: number): Readable => Readable.from(chunks(bytes, size));

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of source) found.push(one);
  return found;
}

/** Reads each block of bytes as a shard. Returns all records with their line or item numbers. Expects that none has a problem. */
async function read(
  blocks: readonly { bytes: Uint8Array; first: number; lines: number }[],
  syntax: Syntax,
): Promise<(Item & { number: number })[]> {
  const found = [];
  for (const { bytes, first, lines } of blocks) {
    const shard: Shard = {
      input: 0,
      name: "in",
      unit: "line",
      first,
      next: 0,
      nextFirst: first + lines,
      size: bytes.length,
      work: { kind: "bytes", bytes, syntax },
    };
    for (const { number, fields, problem } of await all(recordsOf(shard, DEFAULTS))) {
      expect(problem).toBeNull();
      const { id, text: own } = fields as unknown as Item;
      found.push({ id, text: own, number });
    }
  }
  return found;
}

async function splitAndRead(
  bytes: Buffer,
  size: number,
  syntax: Syntax,
  [offset, line]: [number, number],
): Promise<(Item & { number: number })[]> {
  const options = {
    target: size,
    maxSize: 1 << 20,
    csv: syntax.kind === "csv" ? syntax : null,
    keep: true,
    offset,
  };
  let first = line;
  const blocks = (await all(blocksOf(streamOf(bytes.subarray(offset), size), options))).map(
    (block) => {
      const made = { bytes: block.bytes!, first, lines: block.lines };
      first += block.lines;
      return made;
    },
  );
  return read(blocks, syntax);
}

const json = (value: unknown): string => JSON.stringify(value);
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const escaped = (cell: string): string =>
  cell
    .replaceAll("\\", "\\\\")
    .replaceAll("\t", "\\t")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r");
/** Returns a text as it is read back from UTF-8: each lone surrogate becomes U+FFFD. */
const inUtf8 = (one: string): string => Buffer.from(one).toString("utf8");

const csvOf = (all: readonly Item[], lineEnd: string): string =>
  ["id,text", ...all.map((one) => `${one.id},${quoted(one.text)}`)].join(lineEnd);
const sizes = [1, 2, 3, 5, 7, 16, 61, 256, 4096, 1 << 16];

const formats: Record<string, (list: Item[]) => { bytes: Buffer; read: Reader }> = {
  "JSON lines": (list) => ({
    bytes: Buffer.from(list.map((one) => `${json(one)}\n`).join("")),
    read: (bytes, size) => splitAndRead(bytes, size, { kind: "json" }, [0, 1]),
  }),
  "a JSON array": (list) => ({
    bytes: Buffer.from(JSON.stringify(list)),
    read: readItems,
  }),
  "an indented array with a byte order mark": (list) => ({
    bytes: Buffer.from(`\uFEFF ${JSON.stringify(list, null, 2)}\n`),
    read: readItems,
  }),
  "concatenated JSON values": (list) => ({
    bytes: Buffer.from(list.map((one) => JSON.stringify(one, null, 1)).join("")),
    read: readItems,
  }),
  CSV: (list) => ({ bytes: Buffer.from(csvOf(list, "\n")), read: tableReader(",", "double") }),
  "CSV with a byte order mark and CRLF": (list) => ({
    bytes: Buffer.from(`\uFEFF${csvOf(list, "\r\n")}\r\n`),
    read: tableReader(",", "double"),
  }),
  "TSV with backslash escapes": (list) => ({
    bytes: Buffer.from(
      `id\ttext\n${list.map((one) => `${one.id}\t${escaped(one.text)}\n`).join("")}`,
    ),
    read: tableReader("\t", "backslash"),
  }),
};

type Reader = (bytes: Buffer, size: number) => Promise<(Item & { number?: number })[]>;

async function readItems(bytes: Buffer, size: number): Promise<Item[]> {
  let first = 1;
  const blocks = (await all(itemsOf(streamOf(bytes, size), size, 1 << 20))).map((items) => {
    const made = { bytes: items.bytes, first, lines: items.count };
    first += items.count;
    return made;
  });
  return read(blocks, { kind: "json" });
}

function tableReader(delimiter: string, quoting: "double" | "backslash"): Reader {
  return async (bytes, size) => {
    const { syntax, end, line } = await csvHeadOf(
      bytes.subarray(0, 1 << 16),
      delimiter,
      quoting,
      true,
    );
    return splitAndRead(bytes, size, syntax, [end, line]);
  };
}

describe("input that is split into chunks", () => {
  it.each(Object.keys(formats))(
    "gives all records of %s for random texts and several chunk sizes",
    async (name) => {
      await fc.assert(
        fc.asyncProperty(records, async (list) => {
          const { bytes, read: readAll } = formats[name]!(list);
          const expected = list.map((one) =>
            name.startsWith("TSV") || name.startsWith("CSV")
              ? { id: one.id, text: inUtf8(one.text) }
              : one,
          );
          const once = await readAll(bytes, bytes.length + 1);
          expect(once.map(({ id, text: own }) => ({ id, text: own }))).toEqual(expected);
          const own = bytes.length < 3000 ? sizes : sizes.slice(4);
          for (const size of own) expect(await readAll(bytes, size)).toEqual(once);
        }),
        { numRuns: 25 },
      );
    },
  );

  it("gives the same records for every chunk size up to the length of the input", async () => {
    const list = [
      { id: "a", text: 'x "quoted" \\" \n[{,}] 😀\uD800' },
      { id: "b", text: "" },
      { id: "c", text: "\r\n,\t\\" },
    ];
    for (const [name, make] of Object.entries(formats)) {
      const { bytes, read: readAll } = make(list);
      const once = await readAll(bytes, bytes.length);
      for (let size = 1; size <= bytes.length; size++)
        expect([name, size, await readAll(bytes, size)]).toEqual([name, size, once]);
    }
  });

  it("gives a record of 300 KB from decompressed gzip data", async () => {
    const list = [
      { id: "a", text: '"\\\n'.repeat(100_000) },
      { id: "b", text: "short" },
    ];
    for (const [name, make] of Object.entries(formats)) {
      const { bytes, read: readAll } = make(list);
      const plain = Buffer.concat(await all(decompressed(streamOf(gzipSync(bytes), 1000), "gzip")));
      expect(plain.equals(bytes)).toBe(true);
      for (const size of [997, 1 << 16]) {
        const found = await readAll(plain, size);
        expect([
          name,
          found.map((one) => one.text === list.find(({ id }) => id === one.id)!.text),
        ]).toEqual([name, [true, true]]);
      }
    }
  });
});

describe("malformed CSV", () => {
  const syntax = { delimiter: ",", quoting: "double", lineEnd: 0x0a } as const;
  const anything = fc
    .array(fc.constantFrom('"', '""', ",", "\n", "a", "b c", "\r\n", "x"), { maxLength: 60 })
    .map((parts) => parts.join(""));

  it("is read as csv-parse reads it", async () => {
    await fc.assert(
      fc.asyncProperty(anything, fc.integer({ min: 1, max: 9 }), async (source, size) => {
        const found = await all(csvRecordsOf(streamOf(Buffer.from(source), size), syntax, 1e6, 1));
        fc.pre(!found.some(({ open }) => open)); // csv-parse rejects a cell that is never closed
        const cells = found.map(({ bytes }) => cellsOf(bytes.toString("utf8"), syntax));
        const expected = parse(source, {
          relax_column_count: true,
          relax_quotes: true,
          record_delimiter: ["\r\n", "\n"],
        });
        expect(cells).toEqual(expected);
        expect(found.reduce((sum, { lines }) => sum + lines, 0)).toBe(
          source.split("\n").length - (source.endsWith("\n") || source === "" ? 1 : 0),
        );
      }),
      { numRuns: 2000 },
    );
  });
});
