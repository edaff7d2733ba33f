import { move, transferableSymbol, valueSymbol } from "piscina";

/** Returns a worker's result whose bytes are transferred to the other thread instead of copied. */
export function handOver<T extends object>(result: T, bytes: Uint8Array): T {
  return move({ [transferableSymbol]: [bytes.buffer], [valueSymbol]: result }) as unknown as T;
}

/** Returns the buffer to transfer with a task, if it contains only the bytes. */
export function ownBuffer(bytes: Uint8Array): ArrayBuffer[] {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
