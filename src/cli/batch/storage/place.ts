/** A place for files that are there as a whole or not at all: a folder, or a prefix of a bucket. */
export interface Place {
  /** The place as the user wrote it. */
  readonly name: string;
  /** The place as another process on any machine finds it. */
  readonly address: string;
  /** Creates the place if it is missing. */
  prepare(): Promise<void>;
  /** Null if there is no such file. */
  read(file: string): Promise<Uint8Array | null>;
  /** Returns the size in bytes; null if there is no such file. */
  sizeOf(file: string): Promise<number | null>;
  write(file: string, text: string): Promise<void>;
  /** Begins a file that takes its name when it is finished. */
  create(file: string): Promise<NewFile>;
  stream(file: string): AsyncIterable<Uint8Array>;
  /** Returns the names of all files. */
  list(): Promise<string[]>;
  remove(file: string): Promise<void>;
  /** Returns a path on this machine for data from which a file is made. */
  scratch(file: string): Promise<string>;
  /** Removes what processes left that were killed. */
  removeTemporaries(): Promise<void>;
}

/** A file that is being written. */
export interface NewFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Renames the file to its final name. @returns its size in bytes */
  finish(): Promise<number>;
  /** Removes the written files; nothing after the end. */
  discard(): Promise<void>;
}
