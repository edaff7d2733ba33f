import { KnownNames } from "../known-names.js";
import { fileName } from "../scan.js";
import type { Role } from "../query/role.js";
import type { CodeText, Remote } from "./flow/stream.js";

/** A FIFO that a command created, with the fetched bytes that were written to it. */
interface Fifo {
  readonly role: Role;
  written: Remote | null;
  isRead: boolean;
}

/** Maximum total length of the texts that are kept, in UTF-16 code units. */
const MAX_KEPT_LENGTH = 1 << 18;

/** Maximum number of evaluated runs of one file with the same text. */
const MAX_RUNS = 32;

/** The files with known text that the commands of one document write, and the FIFOs that they create. */
export class DocumentFiles extends KnownNames {
  private readonly fifos = new Map<string, Fifo>();
  private readonly texts = new Map<string, readonly CodeText[]>();
  private readonly running = new Set<string>();
  private kept = 0;
  /** The number of runs of each file with its current text. */
  private readonly runs = new Map<string, number>();
  /** Whether fetched bytes were written to a FIFO after it was read, so that the document must be read again. */
  isStale = false;

  makeFifo(path: string, role: Role): void {
    if (!this.fifos.has(plain(path)))
      this.fifos.set(plain(path), { role, written: null, isRead: false });
  }

  get hasFifos(): boolean {
    return this.fifos.size > 0;
  }

  /** Returns the bytes that were written to a FIFO and the role of the command that created it; null for any other file. */
  readFifo(path: string): Pick<Fifo, "written" | "role"> | null {
    const fifo = this.fifos.get(plain(path));
    if (fifo === undefined) return null;
    fifo.isRead = true;
    return fifo;
  }

  writeFifo(path: string, remote: Remote): void {
    const fifo = this.fifos.get(plain(path));
    if (fifo === undefined || fifo.written !== null) return;
    fifo.written = remote;
    this.isStale ||= fifo.isRead;
  }

  /**
   * Records that a text is written or appended to a file; null represents a text that is unknown or irrelevant. Returns false if
   * the text is not kept because the files are too long together.
   */
  write(path: string, text: CodeText | null, appends: boolean): boolean {
    const key = plain(path);
    const before = appends ? (this.texts.get(key) ?? []) : [];
    if (!appends) this.texts.delete(key);
    this.runs.delete(key);
    if (text === null || text.partial === true) return true;
    this.kept += text.source.text.length;
    if (this.kept > MAX_KEPT_LENGTH) return false;
    this.texts.set(key, [...before, text]);
    this.names.add(fileName(key));
    return true;
  }

  /** Records that a file with known text is renamed or copied. */
  copy(from: string, to: string): void {
    const texts = this.texts.get(plain(from));
    if (texts === undefined) return;
    this.texts.set(plain(to), texts);
    this.names.add(fileName(to));
  }

  /** Returns the texts that were written to a file, in order. */
  textsOf(path: string): readonly CodeText[] {
    return this.texts.get(plain(path)) ?? [];
  }

  /** Counts a run of a file; returns false if there were too many. */
  mayRun(path: string): boolean {
    const key = plain(path);
    const count = (this.runs.get(key) ?? 0) + 1;
    this.runs.set(key, count);
    return count <= MAX_RUNS;
  }

  /** Calls `run` for a file and returns its result; null, without calling it, if the file is already running. */
  whileRunning<T>(path: string, run: () => T): T | null {
    const key = plain(path);
    if (this.running.has(key)) return null;
    this.running.add(key);
    try {
      return run();
    } finally {
      this.running.delete(key);
    }
  }

  /** Whether a text names one of the files with known text. */
  override mentions(text: string): boolean {
    return [...this.names].some((name) => text.includes(name));
  }

  /** Whether nothing is known except names of files: no texts, no runs and no FIFOs. */
  get isUntouched(): boolean {
    return this.texts.size === 0 && this.runs.size === 0 && !this.hasFifos;
  }

  /**
   * Returns a function that restores the current state; it may only be called while {@link isUntouched}. Returns null if there are
   * FIFOs, whose state cannot be restored.
   */
  keep(): (() => void) | null {
    if (this.hasFifos) return null;
    const { kept } = this;
    const texts = [...this.texts];
    const runs = [...this.runs];
    return () => {
      for (const [path, written] of texts) this.texts.set(path, written);
      for (const [path, count] of runs) this.runs.set(path, count);
      this.kept = kept;
    };
  }

  /** Discards everything except the names of files, for another reading of the document. */
  override again(): void {
    this.texts.clear();
    this.runs.clear();
    this.fifos.clear();
    this.kept = 0;
  }
}

/** Returns a path in the form in which paths are compared. */
function plain(path: string): string {
  return path.replace(/^(?:\.[\\/])+/, "");
}
