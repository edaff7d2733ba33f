import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";

type Environment = Readonly<Record<string, string | undefined>>;
type Module = (exports: object, require: NodeJS.Require, module: { exports: object }, file: string, folder: string) => void;

/** Bytes of a checksum behind what V8 kept: it looks at versions and flags only. */
const CHECKSUM = 4;

/**
 * A CommonJS script with what V8 compiled of it in an earlier run. That lies beside the script where the package was built, else in the
 * user's folder for caches; `NODE_COMPILE_CACHE` names another one, and with `NODE_DISABLE_COMPILE_CACHE` none is read or written.
 */
export class CodeCache {
  private constructor(
    private readonly file: string,
    private readonly script: Script,
    /** Where it is to be kept; null where it already is. */
    private readonly place: string | null,
  ) {}

  /** Null where there is nothing to keep: this runtime does not do it, or it is not wanted. */
  static of(file: string, env: Environment): CodeCache | null {
    const { bun, deno } = process.versions;
    if (bun !== undefined || deno !== undefined || isSet(env["NODE_DISABLE_COMPILE_CACHE"])) return null;
    const source = readFileSync(file, "latin1");
    const name = `curlew-${hex(crc32(source))}-${hex(cachedDataVersionTag())}.cache`;
    const own = join(folderOf(env), name);
    const cachedData = read(join(dirname(file), name)) ?? read(own);
    const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
    const script = new Script(wrapped, { filename: file, ...(cachedData && { cachedData }) });
    return new CodeCache(file, script, cachedData === undefined || script.cachedDataRejected === true ? own : null);
  }

  run<Exports extends object>(require: NodeJS.Require): Exports {
    const module = { exports: {} };
    (this.script.runInThisContext() as Module)(module.exports, require, module, this.file, dirname(this.file));
    return module.exports as Exports;
  }

  /**
   * Keeps what is compiled by now, where nothing was kept before. A folder that cannot be written to is no trouble.
   * @param rehearse runs what is worth keeping
   */
  async keep(rehearse: () => Promise<void>): Promise<void> {
    const { place } = this;
    if (place === null) return;
    const unfinished = `${place}.${process.pid}`;
    try {
      mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
      // where nothing can be written, nothing is rehearsed
      writeFileSync(unfinished, "");
      await rehearse();
      const data = this.script.createCachedData();
      const checksum = Buffer.alloc(CHECKSUM);
      checksum.writeUInt32LE(crc32(data));
      writeFileSync(unfinished, Buffer.concat([data, checksum]));
      renameSync(unfinished, place);
    } catch {
      if (existsSync(unfinished)) rmSync(unfinished);
    }
  }
}

function read(path: string): Buffer | undefined {
  try {
    const bytes = readFileSync(path);
    const data = bytes.subarray(0, -CHECKSUM);
    return crc32(data) === bytes.readUInt32LE(data.length) ? data : undefined;
  } catch {
    return undefined;
  }
}

function folderOf(env: Environment): string {
  const { NODE_COMPILE_CACHE: named, XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = env;
  if (isSet(named)) return named;
  if (isSet(xdg)) return join(xdg, "curlew");
  if (process.platform === "win32" && isSet(local)) return join(local, "curlew", "cache");
  return process.platform === "darwin" ? join(homedir(), "Library", "Caches", "curlew") : join(homedir(), ".cache", "curlew");
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}

function hex(number: number): string {
  return number.toString(16).padStart(8, "0");
}
