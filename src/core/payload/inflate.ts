import { Undecodable } from "./undecodable.js";

/** Lengths and distances of the repeats of deflate (RFC 1951, 3.2.5), with how many more bits each takes. */
const LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCES = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
const DISTANCE_BITS = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LONGEST_CODE = 15;

/** A prefix code: how many codes there are of each length, and their symbols in order. */
interface Codes {
  readonly counts: readonly number[];
  readonly symbols: readonly number[];
}

function codesOf(lengths: readonly number[]): Codes {
  const counts = Array.from({ length: LONGEST_CODE + 1 }, () => 0);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  counts[0] = 0;
  const symbols = lengths.map((length, symbol) => ({ length, symbol })).filter(({ length }) => length > 0);
  return { counts, symbols: symbols.sort((a, b) => a.length - b.length || a.symbol - b.symbol).map(({ symbol }) => symbol) };
}

const FIXED_LITERALS = codesOf(Array.from({ length: 288 }, (_, at) => (at < 144 ? 8 : at < 256 ? 9 : at < 280 ? 7 : 8)));
const FIXED_DISTANCES = codesOf(Array.from({ length: 30 }, () => 5));

/** Unpacks deflate; written here, because no more than `most` bytes may ever be made of a few. */
class Inflater {
  readonly output: number[] = [];
  private at = 0;
  private bit = 0;

  constructor(
    private readonly input: Uint8Array,
    private readonly most: number,
  ) {}

  run(): void {
    for (let isLast = false; !isLast && !this.isFull(); ) {
      isLast = this.bits(1) === 1;
      const kind = this.bits(2);
      if (kind === 0) this.stored();
      else if (kind === 1) this.packed(FIXED_LITERALS, FIXED_DISTANCES);
      else if (kind === 2) this.dynamic();
      else throw new Undecodable("it is no deflated data");
    }
  }

  private isFull(): boolean {
    return this.output.length >= this.most;
  }

  private bits(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index++) {
      const byte = this.input[this.at];
      if (byte === undefined) throw new Undecodable("the compressed data ends too early");
      value |= ((byte >> this.bit) & 1) << index;
      this.bit = (this.bit + 1) % 8;
      if (this.bit === 0) this.at++;
    }
    return value;
  }

  private stored(): void {
    if (this.bit > 0) [this.at, this.bit] = [this.at + 1, 0];
    const length = this.bits(16);
    this.bits(16);
    for (let count = 0; count < length && !this.isFull(); count++) this.output.push(this.bits(8));
  }

  private symbol({ counts, symbols }: Codes): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= LONGEST_CODE; length++) {
      code |= this.bits(1);
      const count = counts[length] ?? 0;
      if (code - count < first) return symbols[index + code - first] ?? 0;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Undecodable("it is no deflated data");
  }

  private packed(literals: Codes, distances: Codes): void {
    while (!this.isFull()) {
      const symbol = this.symbol(literals);
      if (symbol === 256) return;
      if (symbol < 256) this.output.push(symbol);
      else this.repeat(symbol - 257, distances);
    }
  }

  private repeat(row: number, distances: Codes): void {
    const length = (LENGTHS[row] ?? 0) + this.bits(LENGTH_BITS[row] ?? 0);
    const far = this.symbol(distances);
    const distance = (DISTANCES[far] ?? 0) + this.bits(DISTANCE_BITS[far] ?? 0);
    if (distance === 0 || distance > this.output.length) throw new Undecodable("it is no deflated data");
    for (let count = 0; count < length; count++) this.output.push(this.output[this.output.length - distance] ?? 0);
  }

  private dynamic(): void {
    const literals = this.bits(5) + 257;
    const distances = this.bits(5) + 1;
    const known = this.bits(4) + 4;
    const lengths = Array.from({ length: CODE_ORDER.length }, () => 0);
    for (const place of CODE_ORDER.slice(0, known)) lengths[place] = this.bits(3);
    const codes = codesOf(lengths);
    const all: number[] = [];
    while (all.length < literals + distances) {
      const symbol = this.symbol(codes);
      if (symbol < 16) all.push(symbol);
      else {
        const [value, times] = symbol === 16 ? [all.at(-1) ?? 0, 3 + this.bits(2)] : symbol === 17 ? [0, 3 + this.bits(3)] : [0, 11 + this.bits(7)];
        for (let count = 0; count < times; count++) all.push(value);
      }
    }
    this.packed(codesOf(all.slice(0, literals)), codesOf(all.slice(literals)));
  }
}

/** Deflated data without a head. */
export function inflate(input: Uint8Array, most: number): Uint8Array {
  const inflater = new Inflater(input, most);
  inflater.run();
  return Uint8Array.from(inflater.output.slice(0, most));
}

/** Data with zlib's head in front. */
export function unzlib(input: Uint8Array, most: number): Uint8Array {
  const [method = 0, flags = 0] = input;
  if ((method & 15) !== 8 || ((method << 8) | flags) % 31 !== 0) throw new Undecodable("it is no data of zlib");
  return inflate(input.subarray(2), most);
}

/** Data with gzip's head in front. */
export function gunzip(input: Uint8Array, most: number): Uint8Array {
  if (input[0] !== 0x1f || input[1] !== 0x8b || input[2] !== 8) throw new Undecodable("it is no data of gzip");
  const flags = input[3] ?? 0;
  let at = 10;
  if ((flags & 4) !== 0) at += 2 + ((input[at] ?? 0) | ((input[at + 1] ?? 0) << 8));
  for (const named of [8, 16]) {
    if ((flags & named) === 0) continue;
    while (at < input.length && input[at] !== 0) at++;
    at++;
  }
  if ((flags & 2) !== 0) at += 2;
  return inflate(input.subarray(at), most);
}
