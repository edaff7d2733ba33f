/** The reason why a file that the detector needs could not be loaded. Codes are stable. */
export type AssetErrorCode =
  | "asset-missing" // a file or folder that cannot be read
  | "asset-damaged" // a file whose digest is not the manifest's
  | "asset-invalid" // a JSON file without the expected shape
  | "wasm-forbidden"; // a page whose policy does not allow WebAssembly

/** Thrown when a file that the detector needs could not be loaded. The message names the file and the problem. */
export class AssetError extends Error {
  override readonly name = "AssetError";
  constructor(
    readonly code: AssetErrorCode,
    /** The file or folder, as the host names it. */
    readonly path: string,
    problem: string,
    cause?: unknown,
  ) {
    super(`${path}: ${problem}`, cause === undefined ? undefined : { cause });
  }
}
