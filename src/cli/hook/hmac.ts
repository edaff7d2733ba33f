/**
 * HMAC-SHA-256 (RFC 2104, FIPS 180-4) of short messages. The hook hashes each command for its log, and loading `node:crypto` takes longer
 * than the check of a command without findings.
 */

/** Length of a block of SHA-256, in bytes. */
const BLOCK_SIZE = 64;

/** Returns the HMAC-SHA-256 of a message. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(BLOCK_SIZE);
  padded.set(key.length > BLOCK_SIZE ? sha256(key) : key);
  const inner = sha256(
    joined(
      padded.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      padded.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}

/** Returns the SHA-256 of a message. */
export function sha256(message: Uint8Array): Uint8Array {
  const size = Math.ceil((message.length + 9) / BLOCK_SIZE) * BLOCK_SIZE;
  const bytes = new Uint8Array(size);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(size - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(size - 4, message.length << 3);
  const state = Uint32Array.from(constants().initial);
  const schedule = new Uint32Array(64);
  for (let at = 0; at < size; at += BLOCK_SIZE) {
    for (let i = 0; i < 16; i++) schedule[i] = view.getUint32(at + 4 * i);
    compress(state, schedule);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

function compress(state: Uint32Array, schedule: Uint32Array): void {
  for (let i = 16; i < 64; i++) {
    const [before, late] = [schedule[i - 15] ?? 0, schedule[i - 2] ?? 0];
    const small = rotated(before, 7) ^ rotated(before, 18) ^ (before >>> 3);
    const large = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    schedule[i] = (schedule[i - 16] ?? 0) + small + (schedule[i - 7] ?? 0) + large;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  const { round } = constants();
  for (let i = 0; i < 64; i++) {
    const sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + sum + choice + (round[i] ?? 0) + (schedule[i] ?? 0)) | 0;
    const second =
      (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] ?? 0) + word));
}

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

let made: { readonly initial: readonly number[]; readonly round: readonly number[] } | null = null;

/** Returns the first 32 bits of the fractional parts of the square roots of the first 8 primes, and of the cube roots of the first 64. */
function constants(): NonNullable<typeof made> {
  if (made !== null) return made;
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++)
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const bits = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32);
  return (made = {
    initial: primes.slice(0, 8).map((prime) => bits(Math.sqrt(prime))),
    round: primes.map((prime) => bits(Math.cbrt(prime))),
  });
}
