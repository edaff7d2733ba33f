import type { TraceStep } from "./model.js";
import { fileName } from "./scan.js";

/** Bytes that a file was written with, and how they came there. */
export interface Downloaded {
  readonly trace: readonly TraceStep[];
}

/** The name of a list of checksums that does not say of which file. */
const LIST = /(?:sums?|digests?|hashes)(?:[._-][\w.-]*)?$/i;
/** Commands that check files, which may be named only in a list of checksums. */
const CHECKS = /\b(?:(?:sha\d*|md5|b2|ck)sum|gpgv?2?|minisign|cosign|signify|slsa-verifier)\s+\S/;
/** What is written there is no file. */
const DEVICES = new Set(["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "nul"]);
/** A path that does not begin in the working directory. */
const ABSOLUTE = /^(?:[a-z]:|[/~$%]|\.\.)/;
/** What a file of an archive is called in a later block: a lone name, or a path that says where it begins. */
const NAMED_LATER = /^(?:\.[\\/][\w./\\@%+=,-]+|[\w.@%+=,-]*\w)$/;
/** Folders in which programs are looked for by their bare names, usually. */
const SEARCH_PATH =
  /^(?:(?:\/usr(?:\/local)?|\/opt\/homebrew)?\/s?bin|(?:~|\/root|\/home\/[^/]+|\/users\/[^/]+|\uFFFC\{home\})\/(?:\.local\/)?bin)\/(?=[^/]+$)/;
/** Stands for each of these folders. */
const PROGRAMS = "/bin/";
/** Shorter names occur in too many texts to look for them. */
const shortestName = 2;

/** The files that the commands of one document download, wherever in it they stand (rule 17: worth a word, never a label). */
export class Downloads {
  private readonly files = new Map<string, Downloaded>();
  /** The names of unpacked archives, with their entries in `files`. */
  private readonly archives = new Map<string, string>();
  private readonly names = new Set<string>();
  /** The unpacked archive whose folder is the working directory. */
  private inside: Downloaded | null = null;
  /** Whether a command of an earlier block went there. */
  private isLater = false;
  /** Words of commands that computed a checksum which nothing was compared with yet. */
  private digested: string[] = [];
  /** Words of commands that showed files to the reader. */
  private shown: string[] = [];
  /** Parts of the document that were not read, since they name nothing one would look for. */
  private readonly unread: string[] = [];

  /** @param file a path; of an archive that was unpacked its name without endings, with a slash behind it */
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

  /** What a file was downloaded with; null if it was not, or was checked since. */
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

  /** The working directory changes: relative paths in the folder of an unpacked archive name its files. */
  enter(folder: string): void {
    const path = plainPath(folder);
    const isHere = path === "" || path === ".";
    if (isHere) return;
    this.inside = this.unpacked(path);
    this.isLater = false;
  }

  /** Another block begins: words of its output, such as `KB/s`, are no paths of the folder that the one before was in. */
  nextBlock(): void {
    this.isLater = true;
  }

  /** The archive in whose folder a path is. */
  private unpacked(path: string): Downloaded | null {
    const folders = path.replace(/\.exe$/, "").split("/");
    for (const [archive, unpacked] of this.archives)
      if (folders.some((folder) => isNameOf(folder, archive)))
        return this.files.get(unpacked) ?? null;
    return null;
  }

  /** A signature or a checksum of the files that the words name is compared. */
  check(words: readonly string[]): void {
    for (const [path, downloaded] of this.files) {
      const name = fileName(path);
      if (!words.some((word) => namesFile(word, name))) continue;
      if (this.inside === downloaded) this.inside = null;
      this.files.delete(path);
    }
  }

  /**
   * Files are compared with a list of checksums.
   * @param words operands of the command: the list, or files
   * @param input the list on standard input, as far as it is known
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

  /** A checksum of any of the files may be compared. */
  checkAll(): void {
    this.files.clear();
    this.inside = null;
  }

  /** The files that the words name are shown to the reader. */
  look(words: readonly string[]): void {
    this.shown.push(...words);
  }

  /**
   * A checksum is computed of the files that the words name.
   * @param isPrinted whether it is only printed: a reader who was shown the file compares it, nobody else does
   */
  digest(words: readonly string[], isPrinted: boolean): void {
    this.digested.push(...words);
    if (isPrinted) this.check(words.filter((word) => this.shown.includes(word)));
  }

  /** Whether checksums were computed that were not compared yet. */
  get isDigested(): boolean {
    return this.digested.length > 0;
  }

  /** The computed checksums are compared. */
  compare(): void {
    if (this.isDigested) this.check(this.digested.splice(0));
  }

  /** How many names the files have had. */
  get nameCount(): number {
    return this.names.size;
  }

  /** Whether a text names one of the files, or may check them. */
  mentions(text: string): boolean {
    if (!this.any) return false;
    const small = text.toLowerCase();
    return (
      CHECKS.test(small) ||
      [...this.names].some((name) => name.length >= shortestName && small.includes(name))
    );
  }

  /** A part of the document is not read. */
  passOver(part: string): void {
    this.unread.push(part);
  }

  /** Whether a part that was not read names one of the files. */
  get areNamedElsewhere(): boolean {
    return this.any && this.unread.some((part) => this.mentions(part));
  }

  /** Whether a file was ever downloaded. */
  private get any(): boolean {
    return this.names.size > 0;
  }

  /** The parts that were not read since there were so many. */
  unreadSince(count: number): readonly string[] {
    return this.unread.slice(count);
  }

  get unreadCount(): number {
    return this.unread.length;
  }

  /** Whether nothing is known of any file but names. */
  get isUntouched(): boolean {
    return (
      this.files.size === 0 &&
      this.archives.size === 0 &&
      this.inside === null &&
      this.digested.length === 0 &&
      this.shown.length === 0
    );
  }

  /** Keeps what is known of the files now: the result brings it back where nothing is known of any. */
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

  /** The document is read once more: only the names are kept. */
  again(): void {
    this.files.clear();
    this.archives.clear();
    this.inside = null;
    this.digested = [];
    this.shown = [];
  }
}

/** A path as it is compared: folders of this very place left out, and Windows' manner of writing. */
function plainPath(file: string): string {
  return file
    .toLowerCase()
    .replace(/\\/g, "/")
    .replace(/^(?:\.\/)+/, "")
    .replace(SEARCH_PATH, PROGRAMS);
}

/** `install.sh`, `install.sh.sha256`, or a line of a list of checksums. */
function namesFile(word: string, name: string): boolean {
  const at = word.toLowerCase().indexOf(name);
  return (
    at >= 0 &&
    [word[at - 1], word[at + name.length]].every((beside) => !/[\w-]/.test(beside ?? " "))
  );
}

/** Whether a file or folder has the name of an archive, which may go on with a version or a system: `tool-1.2-linux`. */
function isNameOf(name: string, archive: string): boolean {
  return (
    name === archive ||
    (name.length >= shortestName &&
      archive.startsWith(name) &&
      /^[-_.]/.test(archive.slice(name.length)))
  );
}

/** The path of a program that is called by its bare name. */
export function programPath(name: string): string {
  return PROGRAMS + name.toLowerCase();
}

/** The file in a word of a program that starts others: `regsvr32 /i:FILE`, `rundll32 FILE,Entry`. */
export function startedFile(word: string): string {
  return word.replace(/^[-/]\w{1,20}[:=]/, "").replace(/,[^\\/]*$/, "");
}
