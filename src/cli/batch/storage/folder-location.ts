import { createReadStream } from "node:fs";
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  type FileHandle,
} from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { Failure, fileErrorMessage } from "../../failure.js";
import type { NewFile, StorageLocation } from "./storage-location.js";

/** Number of files that this process has created. */
let fileCount = 0;

/** A folder of the file system. */
export class FolderLocation implements StorageLocation {
  readonly address: string;

  /** @param name the folder as the user wrote it */
  constructor(
    private readonly path: string,
    readonly name: string,
  ) {
    this.address = path;
  }

  async prepare(): Promise<void> {
    await this.guardWrite(() => mkdir(this.path, { recursive: true }));
  }

  read(file: string): Promise<Uint8Array | null> {
    return readFile(join(this.path, file)).catch((error: unknown) => this.missing(file, error));
  }

  async sizeOf(file: string): Promise<number | null> {
    const found = await stat(join(this.path, file)).catch((error: unknown) =>
      this.missing(file, error),
    );
    return found?.size ?? null;
  }

  async write(file: string, text: string): Promise<void> {
    const newFile = await this.create(file);
    await newFile.write(Buffer.from(text));
    await newFile.finish();
  }

  async create(file: string): Promise<NewFile> {
    const temporary = this.temporary(file);
    const handle = await this.guardWrite(() => open(temporary, "w"));
    return new FolderFile(handle, temporary, join(this.path, file), this.name);
  }

  stream(file: string): AsyncIterable<Uint8Array> {
    return createReadStream(join(this.path, file)) as AsyncIterable<Buffer>;
  }

  list(): Promise<string[]> {
    return readdir(this.path);
  }

  remove(file: string): Promise<void> {
    return this.guardWrite(() => rm(join(this.path, file), { force: true }));
  }

  async scratch(file: string): Promise<string> {
    return `${this.temporary(file)}.rows`;
  }

  async removeTemporaries(): Promise<void> {
    for (const file of await this.list())
      if (/^[.](?:part-|plan|summary).*[.]tmp(?:[.]rows(?:[.]parquet)?)?$/.test(file))
        await this.remove(file);
  }

  /** Returns a path for an incomplete file; two tasks that write the same file get different paths. */
  private temporary(file: string): string {
    return join(this.path, `.${file}.${hostname()}-${process.pid}-${fileCount++}.tmp`);
  }

  private missing(file: string, error: unknown): null {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new Failure(`cannot read ${this.name}/${file}: ${fileErrorMessage(error)}`);
  }

  private guardWrite<T>(work: () => Promise<T>): Promise<T> {
    return work().catch((error: unknown) => refuse(this.name, error));
  }
}

class FolderFile implements NewFile {
  private size = 0;
  private isOpen = true;

  constructor(
    private readonly handle: FileHandle,
    private readonly temporary: string,
    private readonly path: string,
    private readonly name: string,
  ) {}

  async write(bytes: Uint8Array): Promise<void> {
    await this.handle.writeFile(bytes).catch((error: unknown) => refuse(this.name, error));
    this.size += bytes.length;
  }

  async finish(): Promise<number> {
    try {
      await this.handle.sync();
      await this.close();
      await rename(this.temporary, this.path);
    } catch (error) {
      await this.discard();
      refuse(this.name, error);
    }
    return this.size;
  }

  async discard(): Promise<void> {
    await this.close();
    await rm(this.temporary, { force: true });
  }

  private async close(): Promise<void> {
    if (this.isOpen) await this.handle.close();
    this.isOpen = false;
  }
}

function refuse(name: string, error: unknown): never {
  throw new Failure(`cannot write ${name}: ${fileErrorMessage(error)}`);
}
