/** A location for output files: a folder, or a prefix of an S3 bucket. A file appears only when it is complete. */
export interface StorageLocation {
  /** The location as the user wrote it. */
  readonly name: string;
  /** The absolute path or the S3 URL, which processes on other machines can use. */
  readonly address: string;
  /** Creates the folder if it does not exist. */
  prepare(): Promise<void>;
  /** Returns the content; null if there is no such file. */
  read(file: string): Promise<Uint8Array | null>;
  /** Returns the size in bytes; null if there is no such file. */
  sizeOf(file: string): Promise<number | null>;
  write(file: string, text: string): Promise<void>;
  /** Starts a file that gets its name when it is finished. */
  create(file: string): Promise<NewFile>;
  stream(file: string): AsyncIterable<Uint8Array>;
  /** Returns the names of all files. */
  list(): Promise<string[]>;
  remove(file: string): Promise<void>;
  /** Returns a local path for temporary data from which a file is created. */
  scratch(file: string): Promise<string>;
  /** Removes temporary files of processes that were killed. */
  removeTemporaries(): Promise<void>;
}

/** A file that is being written. */
export interface NewFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Renames the file to its final name. @returns its size in bytes */
  finish(): Promise<number>;
  /** Removes temporary data and, before `finish`, the file. */
  discard(): Promise<void>;
}
