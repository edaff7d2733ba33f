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
import { fnv1a } from "./fnv.js";

type Environment = Readonly<Record<string, string | undefined>>;
type Module = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  file: string,
  folder: string,
) => void;

/** Older entries are removed when a new one is stored; those of scripts in use are compiled again. */
const DAYS = 30;
/** The most that is kept, in bytes: some versions of the three scripts, each about 2.8 MB at most. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A script, and where what V8 compiled of it is to be kept; null if it already is. */
interface Loaded {
  readonly script: Script;
  readonly place: string | null;
}

/**
 * CommonJS scripts with V8's code cache of an earlier run. The cache is next to the script where the package was built, else in
 * the user's cache folder; `NODE_COMPILE_CACHE` names another one, and with `CURLEW_NO_CACHE` or `NODE_DISABLE_COMPILE_CACHE`
 * none is read or written.
 */
export class CodeCache {
  private readonly loaded: Loaded[] = [];

  constructor(
    private readonly require: NodeJS.Require,
    private readonly env: Environment,
    /** The purpose of the scripts: those that run little code have a smaller cache, which is read faster. */
    private readonly purpose = "",
  ) {}

  /** Returns the exports of a script. */
  run<Exports extends object>(file: string): Exports {
    const { bun, deno } = process.versions;
    const { CURLEW_NO_CACHE: no, NODE_DISABLE_COMPILE_CACHE: disabled } = this.env;
    if (bun !== undefined || deno !== undefined || isSet(no) || isSet(disabled))
      return this.require(file) as Exports;
    const { script, place } = load(file, folderOf(this.env), this.purpose);
    this.loaded.push({ script, place });
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

  /** Whether nothing was kept before of some script that ran. */
  get isIncomplete(): boolean {
    return this.loaded.some(({ place }) => place !== null);
  }

  /**
   * Stores the compiled code of scripts without a cache. A folder that is not writable is ignored. @param warmUp runs the
   * code that should be compiled
   */
  async keep(warmUp: () => Promise<void>): Promise<void> {
    if (!this.isIncomplete) return;
    const folder = folderOf(this.env);
    const unfinished = join(folder, `curlew-${process.pid}.unfinished`);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // where nothing can be written, nothing is warmed up
      writeFileSync(unfinished, "");
      await warmUp();
      for (const { script, place } of this.loaded)
        if (place !== null) write(script.createCachedData(), unfinished, place);
      clean(folder);
    } catch {
      if (existsSync(unfinished)) rmSync(unfinished);
    }
  }
}

function load(file: string, own: string, purpose: string): Loaded {
  const bytes = readFileSync(file);
  const name = `curlew-${digestOf(bytes)}-${hex(fnv1a(engine() + purpose))}.cache`;
  const place = join(own, name);
  const cachedData = read(join(dirname(file), name)) ?? read(place);
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${bytes.toString("latin1")}\n})`;
  const script = new Script(wrapped, { filename: file, ...(cachedData && { cachedData }) });
  return {
    script,
    place: cachedData === undefined || script.cachedDataRejected === true ? place : null,
  };
}

/** Returns the digest that the build wrote into the first line of a script, else the checksum of its bytes. */
function digestOf(bytes: Buffer): string {
  const line = bytes.toString("latin1", 0, "//00000000\n".length);
  return /^\/\/([\da-f]{8})\n$/.exec(line)?.[1] ?? hex(crc32(bytes));
}

/** V8's cache is for one version, and for the flags it was started with. */
function engine(): string {
  return [process.versions.v8, process.arch, ...process.execArgv, process.env["NODE_OPTIONS"]].join(
    " ",
  );
}

/**
 * The code cache is stored twice, and used if both copies are equal: V8 checks only versions and flags, and loading a checksum
 * function takes longer than reading the second copy.
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

/** The file is renamed when it is complete. */
function write(data: Buffer, unfinished: string, place: string): void {
  writeFileSync(unfinished, Buffer.concat([data, data]));
  renameSync(unfinished, place);
}

/** Removes old files, and the oldest ones beyond {@link MOST_BYTES}. */
function clean(folder: string): void {
  const before = Date.now() - DAYS * 24 * 60 * 60 * 1000;
  const own = readdirSync(folder)
    .filter((name) => /^curlew-[0-9a-f-]+\.(?:cache|unfinished)$/.test(name))
    .map((name) => join(folder, name))
    .map((path) => ({ path, stat: statSync(path) }))
    .sort((one, other) => other.stat.mtimeMs - one.stat.mtimeMs);
  let size = 0;
  for (const { path, stat } of own) {
    size += stat.size;
    if (stat.mtimeMs < before || size > MOST_BYTES) rmSync(path);
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
