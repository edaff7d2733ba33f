import { decode, looksBinary } from "../input/decode.js";
import { readFileUpTo } from "../input/read.js";

/** Larger files, in bytes, are not read to determine their role and their references. */
const MOST_LOOKED_AT = 4 * 1024 * 1024;
/** Bytes of files that are kept in memory between the search for units and the check; others are read again. */
const MOST_KEPT = 32 * 1024 * 1024;

/** Reads the files that define units, and keeps their bytes for the check, so that both see the same content. */
export class UnitBytes {
  private readonly kept = new Map<string, Uint8Array>();
  private size = 0;

  /** Returns the text of a file; null if it is binary, too large or unreadable, which the check reports. */
  readonly text = async (absolute: string): Promise<string | null> => {
    try {
      const bytes = this.kept.get(absolute) ?? (await readFileUpTo(absolute, MOST_LOOKED_AT));
      this.keep(absolute, bytes);
      return looksBinary(bytes) ? null : decode(bytes).text;
    } catch {
      return null;
    }
  };

  /** Returns the kept bytes of a file and releases them; null for any other file. */
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
