import { fileName } from "../scan.js";
import type { Role } from "../query/role.js";
import type { CodeText, Remote } from "./flow/stream.js";

/** A FIFO that a command made, with the bytes written to it. */
interface Fifo {
  readonly role: Role;
  written: Remote | null;
  isRead: boolean;
}

/** The largest total length of texts that are kept. */
const MAX_KEPT_LENGTH = 1 << 18;

/** The most runs of one file with the same text that are followed. */
const MAX_RUNS = 32;

/** The files that the commands of one document write with known text, and the FIFOs that they make. */
export class DocumentFiles {
  private readonly fifos = new Map<string, Fifo>();
  private readonly texts = new Map<string, readonly CodeText[]>();
  private readonly running = new Set<string>();
  private kept = 0;
  /** How often each file was run with its current text. */
  private readonly runs = new Map<string, number>();
  /** The names of the files with known text, which are kept when the document is read again. */
  private readonly names = new Set<string>();
  /** Parts of the document that were not read, since they contain no trigger word. */
  private readonly unread: string[] = [];
  /** Whether something was written to a FIFO after it was read, so that the document must be read again. */
  isStale = false;

  makeFifo(path: string, role: Role): void {
    if (!this.fifos.has(plain(path)))
      this.fifos.set(plain(path), { role, written: null, isRead: false });
  }

  get hasFifos(): boolean {
    return this.fifos.size > 0;
  }

  /** Returns what is read from a FIFO, and by which pattern; null for any other file. */
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
   * Writes a text to a file, or appends it; null is a text that is unknown or irrelevant. Returns false if the files contain more
   * than is kept.
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

  /** Renames or copies a file. */
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

  /** Counts a run of a file; returns false past the limit. */
  mayRun(path: string): boolean {
    const key = plain(path);
    const count = (this.runs.get(key) ?? 0) + 1;
    this.runs.set(key, count);
    return count <= MAX_RUNS;
  }

  /** Runs something unless the file is running already; null if it is. */
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
  mentions(text: string): boolean {
    return [...this.names].some((name) => text.includes(name));
  }

  /** Records a part of the document that is not read. */
  addUnread(part: string): void {
    this.unread.push(part);
  }

  /** Whether a part that was not read names one of the files. */
  get areNamedElsewhere(): boolean {
    return this.names.size > 0 && this.unread.some((part) => this.mentions(part));
  }

  /** The number of names of files with known text. */
  get nameCount(): number {
    return this.names.size;
  }

  /** Whether nothing but names is known about the files. */
  get isUntouched(): boolean {
    return this.texts.size === 0 && this.runs.size === 0 && !this.hasFifos;
  }

  /**
   * Saves the current state of the files; the returned function restores it if nothing is known about any file. Null if there are
   * FIFOs.
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

  /** Resets for another reading of the document: only the names are kept. */
  again(): void {
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
