import { decode, looksBinary } from "../input/decode.js";
import { readFileUpTo } from "../input/read.js";

/** Larger files are not looked at to tell what they are and what they name, in bytes. */
const MOST_LOOKED_AT = 4 * 1024 * 1024;

/** Returns the text of a file; null for a binary or large one, and for one that cannot be read, of which the check says why. */
export async function readUnitText(absolute: string): Promise<string | null> {
  try {
    const bytes = await readFileUpTo(absolute, MOST_LOOKED_AT);
    return looksBinary(bytes) ? null : decode(bytes).text;
  } catch {
    return null;
  }
}
