import type { Flow } from "./flow.js";
import { KnownNames } from "./known-names.js";
import { fileName } from "./scan.js";

/** How a file was downloaded. */
export type Downloaded = Pick<Flow, "steps">;

/** Matches the name of a list of checksums that names no file itself, such as `SHA256SUMS`. */
const LIST = /(?:sums?|digests?|hashes)(?:[._-][\w.-]*)?$/i;
/** Matches commands that check files, which may be named only in a list of checksums. */
const CHECKS = /\b(?:(?:sha\d*|md5|b2|ck)sum|gpgv?2?|minisign|cosign|signify|slsa-verifier)\s+\S/;
/** Devices: writing to them creates no file. */
const DEVICES = new Set(["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "nul"]);
/** Matches a path that does not begin in the working directory. */
const ABSOLUTE = /^(?:[a-z]:|[/~$%]|\.\.)/;
/** Matches how a later block names a file of an archive: a name alone, or a path that begins with `./`. */
const NAMED_LATER = /^(?:\.[\\/][\w./\\@%+=,-]+|[\w.@%+=,-]*\w)$/;
/** Matches folders in which programs are usually found by their bare names. */
const SEARCH_PATH =
  /^(?:(?:\/usr(?:\/local)?|\/opt\/homebrew)?\/s?bin|(?:~|\/root|\/home\/[^/]+|\/users\/[^/]+|\uFFFC\{home\})\/(?:\.local\/)?bin)\/(?=[^/]+$)/;
/** The folder by which `plainPath` replaces each of these folders, so that their paths are equal. */
const PROGRAMS = "/bin/";
/**
 * Matches what no shell starts as a program: a URL, the name of an image or package with a host name, a folder, an archive, or a
 * document by its extension.
 */
const NO_PROGRAM =
  /:\/\/|^(?:[\w-]+\.)+(?:io|com|org|net|dev)\/|[\\/]$|\.(?:md|rst|txt|log|json|ya?ml|toml|[ct]sv|html?|xml|pdf|ini|cfg|conf|png|jpe?g|gif|svg|iso|sqlite3?|parquet|onnx|gguf|safetensors|sha\d+|asc|sig|pem|tar|t?gz|tbz2?|bz2|txz|xz|zst|zip|7z|rar)$/i;
/** Minimum length of a name that is searched for; shorter names occur in too many texts. */
const MIN_NAME_LENGTH = 2;

/** The files that the commands of one document download, anywhere in it. They lead to advisories, never to a label. */
export class Downloads extends KnownNames {
  private readonly files = new Map<string, Downloaded>();
  /** The names of unpacked archives, with their entries in `files`. */
  private readonly archives = new Map<string, string>();
  /** The unpacked archive whose folder is the working directory. */
  private inside: Downloaded | null = null;
  /** Whether a command of an earlier block changed to that folder. */
  private isLater = false;
  /** Words of commands that computed a checksum which has not been compared yet. */
  private digested: string[] = [];
  /** Words of commands that showed files to the reader. */
  private shown: string[] = [];

  /** Records a download. @param file a path; for an unpacked archive, its name without extensions, and a slash */
  write(file: string, downloaded: Downloaded): void {
    const path = plainPath(file);
    if (DEVICES.has(path)) return;
    this.files.set(path, downloaded);
    const archive = /([^/]+)\/$/.exec(path)?.[1];
    if (archive === undefined) this.names.add(fileName(path));
    else {
      this.names.add(/^[a-z\d]+/.exec(archive)?.[0] ?? archive);
      this.archives.set(archive, path);
    }
  }

  /** Returns how a file was downloaded; null if it was not downloaded, or was checked since. */
  find(file: string): Downloaded | null {
    const path = plainPath(file);
    const downloaded = this.files.get(path);
    if (downloaded !== undefined || this.archives.size === 0) return downloaded ?? null;
    const isOutside = this.isLater ? !NAMED_LATER.test(file) : ABSOLUTE.test(path);
    return this.unpacked(path) ?? (isOutside ? null : this.inside);
  }

  /** Whether a program that is called by its bare name was downloaded. */
  hasProgram(name: string): boolean {
    return this.files.has(programPath(name));
  }

  /** Changes the working directory: relative paths in the folder of an unpacked archive then name its files. */
  enter(folder: string): void {
    const path = plainPath(folder);
    const isHere = path === "" || path === ".";
    if (isHere) return;
    this.inside = this.unpacked(path);
    this.isLater = false;
  }

  /**
   * Records that another block begins. From then on, only a plain name or a path that begins with `./` names a file in the folder that
   * an earlier block entered: words such as `KB/s` in the output of a command do not.
   */
  nextBlock(): void {
    this.isLater = true;
  }

  /** Returns how an archive was downloaded, for a path in its folder; null for a path in no archive's folder. */
  private unpacked(path: string): Downloaded | null {
    const folders = path.replace(/\.exe$/, "").split("/");
    for (const [archive, unpacked] of this.archives)
      if (folders.some((folder) => isNameOf(folder, archive)))
        return this.files.get(unpacked) ?? null;
    return null;
  }

  /** Removes the files that the words name, because their signature or checksum was checked. */
  check(words: readonly string[]): void {
    for (const [path, downloaded] of this.files) {
      const name = fileName(path);
      if (!words.some((word) => namesFile(word, name))) continue;
      if (this.inside === downloaded) this.inside = null;
      this.files.delete(path);
    }
  }

  /**
   * Removes the files that were compared with a list of checksums.
   * @param words operands of the command: the list, or files
   * @param input the known part of the list on standard input
   */
  checkList(words: readonly string[], input: string): void {
    const isNamed = (word: string): boolean =>
      [...this.files.keys()].some(
        (path) =>
          fileName(word).toLowerCase() !== fileName(path) && namesFile(word, fileName(path)),
      );
    if (words.some((word) => LIST.test(word) && !isNamed(word))) this.checkAll();
    else this.check([...words, input]);
  }

  /** Removes all files, because a checksum was compared that may belong to any of them. */
  checkAll(): void {
    this.files.clear();
    this.inside = null;
  }

  /** Records that the files that the words name are shown to the reader. */
  look(words: readonly string[]): void {
    this.shown.push(...words);
  }

  /**
   * Records that a checksum of the files that the words name is computed.
   * @param isPrinted whether the checksum is only printed: files that the reader was shown before then count as checked
   */
  digest(words: readonly string[], isPrinted: boolean): void {
    this.digested.push(...words);
    if (isPrinted) this.check(words.filter((word) => this.shown.includes(word)));
  }

  /** Whether there are computed checksums that have not been compared yet. */
  get isDigested(): boolean {
    return this.digested.length > 0;
  }

  /** Removes the files whose computed checksums are compared. */
  compare(): void {
    if (this.isDigested) this.check(this.digested.splice(0));
  }

  /** Whether a text names one of the files, or may check them. */
  override mentions(text: string): boolean {
    if (this.names.size === 0) return false;
    const lower = text.toLowerCase();
    return (
      CHECKS.test(lower) ||
      [...this.names].some((name) => name.length >= MIN_NAME_LENGTH && lower.includes(name))
    );
  }

  /** Returns the unread parts without the first `count`. */
  unreadSince(count: number): readonly string[] {
    return this.unread.slice(count);
  }

  get unreadCount(): number {
    return this.unread.length;
  }

  /** Whether nothing is known about the files except their names. */
  get isUntouched(): boolean {
    return (
      this.files.size === 0 &&
      this.archives.size === 0 &&
      this.inside === null &&
      this.digested.length === 0 &&
      this.shown.length === 0
    );
  }

  /** Returns a function that restores the current state of the files; it may only be called while {@link isUntouched}. */
  keep(): () => void {
    const { inside } = this;
    const [digested, shown] = [[...this.digested], [...this.shown]];
    const files = [...this.files];
    const archives = [...this.archives];
    return () => {
      for (const [path, downloaded] of files) this.files.set(path, downloaded);
      for (const [name, path] of archives) this.archives.set(name, path);
      this.inside = inside;
      this.digested = [...digested];
      this.shown = [...shown];
    };
  }

  /** Forgets everything but the names, before the document is read again. */
  override again(): void {
    this.files.clear();
    this.archives.clear();
    this.inside = null;
    this.digested = [];
    this.shown = [];
  }
}

/** Returns a path as paths are compared: in lower case, with slashes, without `./`, and with one folder for programs. */
function plainPath(file: string): string {
  return file
    .toLowerCase()
    .replace(/\\/g, "/")
    .replace(/^(?:\.\/)+/, "")
    .replace(SEARCH_PATH, PROGRAMS);
}

/** Whether a word names a file: it is `install.sh` or `install.sh.sha256`, or a list of checksums that contains the name. */
function namesFile(word: string, name: string): boolean {
  const at = word.toLowerCase().indexOf(name);
  return (
    at >= 0 &&
    [word[at - 1], word[at + name.length]].every((neighbour) => !/[\w-]/.test(neighbour ?? " "))
  );
}

/** Whether a file or folder has the name of an archive up to a version or a system, such as `tool` for `tool-1.2-linux`. */
function isNameOf(name: string, archive: string): boolean {
  return (
    name === archive ||
    (name.length >= MIN_NAME_LENGTH &&
      archive.startsWith(name) &&
      /^[-_.]/.test(archive.slice(name.length)))
  );
}

/** Whether the first word of a command may be the path of a program; a path in a sentence may be that of a log. */
export function mayBeProgram(path: string): boolean {
  return !NO_PROGRAM.test(path);
}

/** Returns the path of a program that is called by its bare name. */
export function programPath(name: string): string {
  return PROGRAMS + name.toLowerCase();
}

/** Returns the file that an argument of a program that starts others names: `regsvr32 /i:FILE`, `rundll32 FILE,Entry`. */
export function startedFile(word: string): string {
  return word.replace(/^[-/]\w{1,20}[:=]/, "").replace(/,[^\\/]*$/, "");
}
