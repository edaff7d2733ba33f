import { scan, type Scan, type ScanTask } from "./scan.js";

/** Texts up to this length take well under a millisecond and are scanned on the calling thread. */
const SHORT = 4096;

/** Looks through texts; long ones by other means than the calling thread, so that they delay nothing. */
export class Scanner {
  constructor(readonly elsewhere: (task: ScanTask, signal: AbortSignal) => Promise<Scan>) {}

  async scan(task: ScanTask, signal: AbortSignal): Promise<Scan> {
    return task.text.length <= SHORT ? scan(task) : this.elsewhere(task, signal);
  }
}
