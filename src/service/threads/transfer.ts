import { move, transferableSymbol, valueSymbol } from "piscina";

/** Returns a worker's result whose bytes are transferred to the other thread instead of copied. */
export function transferResult<T extends object>(result: T, bytes: Uint8Array): T {
  return move({ [transferableSymbol]: [bytes.buffer], [valueSymbol]: result }) as unknown as T;
}

/** Returns the buffers to transfer with a task: the buffer of the bytes, or none if that buffer also contains other data. */
export function transferList(bytes: Uint8Array): ArrayBuffer[] {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
