import { setPriority } from "node:os";

/** On the scale of `nice`, where 0 is ordinary and 19 is the least. */
const MODEST = 5;

/**
 * Lets the thread that calls it stand back behind those that answer requests, where processors are
 * short. Linux keeps a priority for each thread; elsewhere it would be that of the whole process, and
 * stays as it is.
 */
export function standBack(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(MODEST);
  } catch {
    // Not allowed here, or lower already: the work is done all the same.
  }
}
