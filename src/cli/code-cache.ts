import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";
import { fnv1a } from "./fnv1a.js";

type Environment = Readonly<Record<string, string | undefined>>;
type Module = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  file: string,
  folder: string,
) => void;

/** Older files are removed when a new one is stored. If the script of a removed file is still used, a later run stores the file again. */
const MAX_AGE_DAYS = 30;
/** Maximum total size of the files, in bytes: enough for several versions of the three scripts, whose files have up to 2.8 MB each. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A loaded script. */
interface Loaded {
  readonly script: Script;
  /** The file to which the code cache of the script should be written; null if a valid code cache was used. */
  readonly path: string | null;
}

/**
 * Runs CommonJS scripts with V8's code cache of an earlier run. A code cache is read from the folder of the script, into which
 * the build writes it, or else from the user's cache folder. `NODE_COMPILE_CACHE` names another cache folder; with
 * `CURLEW_NO_CACHE` or `NODE_DISABLE_COMPILE_CACHE`, no code cache is read or written.
 */
export class CodeCache {
  private readonly loaded: Loaded[] = [];

  constructor(
    private readonly require: NodeJS.Require,
    private readonly env: Environment,
    /** The purpose for which the scripts run. Each purpose has a separate code cache, because a small one is read faster. */
    private readonly purpose = "",
  ) {}

  /** Runs a script and returns its exports. */
  run<Exports extends object>(file: string): Exports {
    const { bun, deno } = process.versions;
    const { CURLEW_NO_CACHE: no, NODE_DISABLE_COMPILE_CACHE: disabled } = this.env;
    if (bun !== undefined || deno !== undefined || isSet(no) || isSet(disabled))
      return this.require(file) as Exports;
    const { script, path } = load(file, folderOf(this.env), this.purpose);
    this.loaded.push({ script, path });
    const module = { exports: {} };
    (script.runInThisContext() as Module)(
      module.exports,
      this.require,
      module,
      file,
      dirname(file),
    );
    return module.exports as Exports;
  }

  /** Whether a script has run without a valid code cache. */
  get isIncomplete(): boolean {
    return this.loaded.some(({ path }) => path !== null);
  }

  /**
   * Writes the code caches of the scripts that have run without a valid one. If the folder is not writable, nothing happens.
   * @param warmUp runs the code that V8 should compile before the code caches are written
   */
  async keep(warmUp: () => Promise<void>): Promise<void> {
    if (!this.isIncomplete) return;
    const folder = folderOf(this.env);
    const unfinished = join(folder, `curlew-${process.pid}.unfinished`);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // throws before the warm-up if the folder is not writable
      writeFileSync(unfinished, "");
      await warmUp();
      for (const { script, path } of this.loaded)
        if (path !== null) write(script.createCachedData(), unfinished, path);
      clean(folder);
    } catch {
      if (existsSync(unfinished)) rmSync(unfinished);
    }
  }
}

function load(file: string, folder: string, purpose: string): Loaded {
  const bytes = readFileSync(file);
  const name = `curlew-${digestOf(bytes)}-${hex(fnv1a(engine() + purpose))}.cache`;
  const path = join(folder, name);
  const cachedData = read(join(dirname(file), name)) ?? read(path);
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${bytes.toString("latin1")}\n})`;
  const script = new Script(wrapped, { filename: file, ...(cachedData && { cachedData }) });
  return {
    script,
    path: cachedData === undefined || script.cachedDataRejected === true ? path : null,
  };
}

/** Returns the digest that the build wrote into the first line of a script, else the checksum of its bytes. */
function digestOf(bytes: Buffer): string {
  const line = bytes.toString("latin1", 0, "//00000000\n".length);
  return /^\/\/([\da-f]{8})\n$/.exec(line)?.[1] ?? hex(crc32(bytes));
}

/** Returns a string that identifies the version of V8, the architecture and the flags of the process, for which a code cache is valid. */
function engine(): string {
  return [process.versions.v8, process.arch, ...process.execArgv, process.env["NODE_OPTIONS"]].join(
    " ",
  );
}

/**
 * Returns the code cache in a file; undefined if there is no such file or the two copies in it differ. A file contains two copies
 * instead of a checksum, because V8 checks only versions and flags, and loading a checksum function takes longer than reading a copy.
 */
function read(path: string): Buffer | undefined {
  try {
    const bytes = readFileSync(path);
    const half = bytes.length >> 1;
    const data = bytes.subarray(0, half);
    return half > 0 && data.equals(bytes.subarray(half)) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Writes two copies of a code cache to a temporary file, which is renamed when it is complete. */
function write(data: Buffer, unfinished: string, path: string): void {
  writeFileSync(unfinished, Buffer.concat([data, data]));
  renameSync(unfinished, path);
}

/** Removes files older than {@link MAX_AGE_DAYS} and, if all files together exceed {@link MAX_BYTES}, the oldest ones. */
function clean(folder: string): void {
  const oldest = Date.now() - MAX_AGE_DAYS * 24 * 60 * 60 * 1000;
  const files = readdirSync(folder)
    .filter((name) => /^curlew-[0-9a-f-]+\.(?:cache|unfinished)$/.test(name))
    .map((name) => join(folder, name))
    .map((path) => ({ path, stat: statSync(path) }))
    .sort((one, other) => other.stat.mtimeMs - one.stat.mtimeMs);
  let size = 0;
  for (const { path, stat } of files) {
    size += stat.size;
    if (stat.mtimeMs < oldest || size > MAX_BYTES) rmSync(path);
  }
}

function folderOf(env: Environment): string {
  const { NODE_COMPILE_CACHE: named, XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = env;
  if (isSet(named)) return named;
  if (isSet(xdg)) return join(xdg, "curlew");
  if (process.platform === "win32" && isSet(local)) return join(local, "curlew", "cache");
  return process.platform === "darwin"
    ? join(homedir(), "Library", "Caches", "curlew")
    : join(homedir(), ".cache", "curlew");
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}

function hex(number: number): string {
  return number.toString(16).padStart(8, "0");
}
