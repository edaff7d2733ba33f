import { decode, looksBinary } from "../input/decode.js";
import { readFileUpTo } from "../input/read-limited.js";

/** Maximum size of a file that is read to find units and references, in bytes. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** Maximum total size of the files that are kept in memory between the search for units and the check, in bytes; others are read again. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/**
 * Reads the files that define units and keeps their bytes, up to a total size, so that the search for units and the check see the same
 * content.
 */
export class UnitBytes {
  private readonly kept = new Map<string, Uint8Array>();
  private size = 0;

  /** Returns the text of a file; null if the file is binary, too large or unreadable. */
  readonly text = async (absolute: string): Promise<string | null> => {
    try {
      const bytes = this.kept.get(absolute) ?? (await readFileUpTo(absolute, MAX_FILE_BYTES));
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
    if (this.kept.has(absolute) || this.size + bytes.length > MAX_KEPT_BYTES) return;
    this.kept.set(absolute, bytes);
    this.size += bytes.length;
  }
}
