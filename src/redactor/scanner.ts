import { scan, type Scan, type ScanTask } from "./scan.js";

/** Maximum length in UTF-16 code units of a text that is scanned on the calling thread, which takes well under a millisecond. */
const MAX_SHORT_LENGTH = 4096;

/** Scans short texts on the calling thread, and long texts with `scanLong`. */
export class Scanner {
  constructor(readonly scanLong: (task: ScanTask, signal: AbortSignal) => Promise<Scan>) {}

  async scan(task: ScanTask, signal: AbortSignal): Promise<Scan> {
    return task.text.length <= MAX_SHORT_LENGTH ? scan(task) : this.scanLong(task, signal);
  }
}
