import { decode, looksBinary } from "../input/decode.js";
import { readFileUpTo } from "../input/read.js";

/** Larger files are not looked at to tell what they are and what they name, in bytes. */
const MOST_LOOKED_AT = 4 * 1024 * 1024;
/** So many bytes are kept between looking at files and checking them; what is beyond is read again. */
const MOST_KEPT = 32 * 1024 * 1024;

/** Reads the files that tell what units are, and keeps their bytes for the check, so that both see the same content. */
export class UnitBytes {
  private readonly kept = new Map<string, Uint8Array>();
  private size = 0;

  /** Returns the text of a file; null for a binary or large one, and for one that cannot be read, of which the check says why. */
  readonly text = async (absolute: string): Promise<string | null> => {
    try {
      const bytes = this.kept.get(absolute) ?? (await readFileUpTo(absolute, MOST_LOOKED_AT));
      this.keep(absolute, bytes);
      return looksBinary(bytes) ? null : decode(bytes).text;
    } catch {
      return null;
    }
  };

  /** Returns the bytes of a file that was looked at, and no longer keeps them; null for any other file. */
  take(absolute: string): Uint8Array | null {
    const bytes = this.kept.get(absolute) ?? null;
    this.kept.delete(absolute);
    this.size -= bytes?.length ?? 0;
    return bytes;
  }

  private keep(absolute: string, bytes: Uint8Array): void {
    if (this.kept.has(absolute) || this.size + bytes.length > MOST_KEPT) return;
    this.kept.set(absolute, bytes);
    this.size += bytes.length;
  }
}
