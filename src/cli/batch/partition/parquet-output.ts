import { createReadStream } from "node:fs";
import { open, rm, type FileHandle } from "node:fs/promises";
import { Failure, fileErrorMessage } from "../../failure.js";
import { writeParquet } from "../output/write-parquet.js";
import type { NewFile, StorageLocation } from "../storage/storage-location.js";

/** A Parquet file that is created at the end from a local JSON Lines file, because the footer of Parquet describes all rows. */
export class ParquetOutput implements NewFile {
  private constructor(
    private readonly location: StorageLocation,
    private readonly file: string,
    private readonly columns: readonly string[],
    private readonly rows: string,
    private readonly handle: FileHandle,
  ) {}

  static async create(
    location: StorageLocation,
    file: string,
    columns: readonly string[],
  ): Promise<ParquetOutput> {
    const rows = await location.scratch(file);
    const handle = await open(rows, "w").catch((error: unknown) => refuse(location.name, error));
    return new ParquetOutput(location, file, columns, rows, handle);
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.handle.writeFile(bytes).catch((error: unknown) => refuse(this.location.name, error));
  }

  async finish(): Promise<number> {
    await this.handle.close();
    await writeParquet(this.rows, this.table, this.columns);
    const output = await this.location.create(this.file);
    try {
      for await (const chunk of createReadStream(this.table) as AsyncIterable<Buffer>)
        await output.write(chunk);
      return await output.finish();
    } finally {
      await output.discard();
    }
  }

  async discard(): Promise<void> {
    await this.handle.close().catch(() => undefined);
    await Promise.all([this.rows, this.table].map((path) => rm(path, { force: true })));
  }

  private get table(): string {
    return `${this.rows}.parquet`;
  }
}

function refuse(name: string, error: unknown): never {
  throw new Failure(`cannot write ${name}: ${fileErrorMessage(error)}`);
}
