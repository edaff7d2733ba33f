/** Thrown if the body of a response is larger than allowed. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

/** Request headers that ask for an uncompressed response; if the response is compressed anyway, the decompressed bytes are counted. */
export const UNCOMPRESSED = { "accept-encoding": "identity" } as const;

/**
 * Reads the body of a response.
 * @throws BodyTooLarge if it has more than `maxBytes`; the rest is not read
 */
export async function readBounded(
  response: Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (response.body === null) return new Uint8Array();
  const announced = Number(response.headers.get("content-length") ?? 0);
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = announced > maxBytes ? announced : 0;
  while (size <= maxBytes) {
    const { done, value } = await reader.read();
    if (done) return Uint8Array.from(Buffer.concat(chunks));
    size += value.length;
    chunks.push(value);
  }
  // This also closes the connection, whose remaining data is not needed.
  await reader.cancel().catch(() => undefined);
  throw new BodyTooLarge(`more than ${maxBytes} bytes`);
}
