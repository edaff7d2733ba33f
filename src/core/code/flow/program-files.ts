import { listed, roleOf, type Role } from "../../query/role.js";
import { SourceBuilder } from "../../source.js";
import type { Place } from "../ir.js";
import type { Call } from "./evaluated-call.js";
import { isAddress } from "./taint-sources.js";
import { download, runFile } from "./command-files.js";
import type { Evaluator, FilesOfProgram } from "./evaluator.js";
import { callBack, callRole } from "./execute.js";
import { receiverItem } from "./lists.js";
import { plainText } from "./text-builder.js";
import { UNKNOWN, type Item, type Value } from "./value.js";

/** The property of an opened file for its path. */
const PATH = "#path";

/** Matches methods that write a text to an opened file. */
const WRITING =
  /^(?:write|write_text|write_bytes|writelines|puts|print|Write|WriteLine|WriteString|end)$/;

/**
 * Follows fetched content that a program writes to files. If the program runs such a file, an advisory is reported. A command that
 * runs the file is found when the command is analyzed, because the document's parts share the names of downloaded files.
 */
export class ProgramFiles implements FilesOfProgram {
  /** The source offsets of fetched values whose checksum was computed. */
  private readonly digested = new Set<number>();
  /** The source offsets of fetched values whose checksum was compared. */
  private readonly checked = new Set<number>();
  /** Whether a checksum of unknown content was computed, which may be the content of any file. */
  private isUnknownDigested = false;
  /** Whether such a checksum was compared, so that every file counts as checked. */
  private isUnknownChecked = false;

  constructor(private readonly engine: Evaluator) {}

  /** Handles a call that does something with files. Returns the file that it opens, downloads or reads; null for any other call. */
  call(call: Call): Value | null {
    if (this.downloads === undefined) return null;
    const fetched = this.fetchInto(call);
    this.digest(call);
    if (callRole(call, "flow.compare") !== null) this.compare();
    if (callRole(call, "sink.file") !== null) this.runNamed(call);
    this.write(call);
    this.writeKnown(call);
    if (callRole(call, "flow.open") !== null) return this.open(call);
    return fetched ?? this.contentIn(call);
  }

  /**
   * Returns the file whose content or path a call returns: `open("f").read()`, `Path("f").resolve()`, `compile(text, "f", "exec")`,
   * `string(data)`.
   */
  private contentIn({ positional: [first, ...more], receiver, roles }: Call): Value | null {
    if (first === undefined) return this.isOpen(receiver) ? receiver : null;
    const isConverted = this.engine.traits.isLoose && more.length === 0 && roles.length === 0;
    const isText = isConverted || roleOf(roles, "flow.text") !== null;
    return isText && this.isOpen(first.value) ? first.value : null;
  }

  /** Handles an executed value: if it was read from a file, that file is executed. */
  execute(value: Value, place: Place): void {
    if (this.isOpen(value)) this.runEach(value, place, place);
  }

  /** Handles a call that runs the file named by its first argument: `runpy.run_path("f")`, `dofile("f")`, `require("./f")`. */
  runNamed({ expr, positional: [program] }: Call): void {
    const isData = program?.value.texts.some(({ source }) => source.text.endsWith(".json"));
    if (program !== undefined && isData !== true) this.runEach(program.value, expr, program);
  }

  /** Whether a value is an opened file, or the content that was read from one. */
  isOpen({ object }: Value): boolean {
    return object !== null && this.engine.state.get(`${object}.${PATH}`) !== undefined;
  }

  /** Records a comparison, which counts as a check of all checksums computed so far. */
  compare(): void {
    const { downloads } = this;
    downloads?.compare();
    for (const place of this.digested) this.checked.add(place);
    if (this.isUnknownDigested) downloads?.checkAll();
    this.isUnknownChecked ||= this.isUnknownDigested;
  }

  private get downloads(): Evaluator["options"]["downloads"] {
    return this.engine.options.downloads;
  }

  /**
   * Records a call that downloads to a file, and returns the path. Without an argument for the file, the path is the last part of the
   * URL: `wget.download(url)`. Returns null for any other call.
   */
  private fetchInto(call: Call): Value | null {
    const role = callRole(call, "source.download");
    const [at] = role === null ? [] : listed(role, "argument");
    const [address] = call.positional;
    if (role === null || at === undefined) return null;
    if (role.settings["of"] === "address" && (address === undefined || !isAddress(address)))
      return null;
    const given =
      call.positional[Number(at)] ?? call.named.get("filename") ?? call.named.get("out");
    const path = given?.value ?? nameInAddress(address);
    this.recordDownload(path, call, role);
    return { ...UNKNOWN, texts: this.pathsOf(path) };
  }

  /** Returns the file that a call opens, `open("f", "wb")` or `Path("f")`, and calls the functions that are passed to the call with it. */
  private open(call: Call): Value {
    const object = `file${String(call.expr.start)}`;
    const kind = callRole(call, "flow.open")?.settings["of"];
    const isPath = kind === "path";
    const texts = isPath
      ? this.joined(call.positional)
      : kind === "temporary"
        ? this.temporary(call)
        : this.pathsOf(call.positional[0]?.value ?? UNKNOWN);
    this.engine.state.set(`${object}.${PATH}`, { ...UNKNOWN, texts });
    if (kind === "temporary") this.engine.state.set(`${object}.name`, { ...UNKNOWN, texts });
    const isEmptied = call.positional[1]?.value.texts[0]?.source.text.startsWith("w") === true;
    if (isEmptied)
      for (const { source } of texts) this.engine.options.writes(source.text, null, false);
    const file = { ...UNKNOWN, object, ...(isPath && { texts }) };
    callBack(this.engine, { ...call, receiver: file }, true);
    return file;
  }

  /** Joins the known parts of a path; unknown parts are omitted. */
  private joined(parts: readonly Item[]): Value["texts"] {
    const known = parts.flatMap((part) => {
      const [text] = this.pathsOf(part.value);
      return text === undefined ? [] : [{ part, text }];
    });
    const [first, ...rest] = known;
    if (first === undefined) return [];
    if (rest.length === 0) return this.pathsOf(first.part.value);
    const builder = new SourceBuilder(this.engine.source);
    known.forEach(({ part, text }, at) => {
      if (at > 0) builder.replace("/", part.start, part.start);
      builder.replace(text.source.text, part.start, part.end);
    });
    return [plainText(builder.build())];
  }

  /** Returns the possible paths of a file: of an opened file, or of one that is named by a string. */
  private pathsOf({ object, texts }: Value): Value["texts"] {
    const path = object === null ? undefined : this.engine.state.get(`${object}.${PATH}`);
    return path?.texts ?? texts;
  }

  /** Records a call that writes fetched content: `writeFile("f", data)`, `file.write(data)`, `copy(data, file)`, `response.pipe(file)`. */
  private write(call: Call): void {
    const { receiver, positional, named } = call;
    const all = [receiver, ...positional.map(({ value }) => value)].concat(
      [...named.values()].map(({ value }) => value),
    );
    const data = all.find(({ taint }) => taint?.origin === "fetched" && taint.role !== null);
    const role = data?.taint?.role ?? null;
    if (data === undefined || role === null) return;
    const isWriter = callRole(call, "flow.write") !== null;
    const file = all.find(
      (value) => value !== data && (this.isOpen(value) || (isWriter && value.texts.length > 0)),
    );
    const place = data.taint?.source.start ?? 0;
    if (file !== undefined && !this.isUnknownChecked && !this.checked.has(place))
      this.recordDownload(file, call, role);
  }

  /** Records a call that writes a known string: `writeFile("f", "…")`, `file.write("…")`. */
  private writeKnown(call: Call): void {
    const { receiver, positional, method } = call;
    const isWriter = callRole(call, "flow.write") !== null;
    const isOwn = !isWriter && this.isOpen(receiver) && WRITING.test(method);
    if (!isWriter && !isOwn) return;
    const [file, content] = isOwn
      ? [receiver, positional[0]]
      : [positional[0]?.value, positional[1]];
    const [text, ...more] = content?.value.texts ?? [];
    if (file === undefined || text === undefined || more.length > 0 || text.cut === true) return;
    const appends = isOwn ? !/^write_(?:text|bytes)$/.test(method) : /^append/i.test(method);
    for (const { source } of this.pathsOf(file))
      this.engine.options.writes(source.text, text.source, appends);
  }

  /** Returns an invented path for a temporary file, different for each call in the text: `NamedTemporaryFile()`. */
  private temporary({ expr: { start, end } }: Call): Value["texts"] {
    const name = `/tmp/temporary-${String(start)}`;
    return [plainText(new SourceBuilder(this.engine.source).replace(name, start, end).build())];
  }

  /** Records that fetched content was written to a file. */
  private recordDownload(file: Value, { expr }: Call, role: Role): void {
    for (const { source } of this.pathsOf(file)) download(this.engine, source.text, expr, role);
  }

  /** Records a call that computes a checksum: `hashlib.sha256(data)`, `hash_file("sha256", "f")`. */
  private digest(call: Call): void {
    if (callRole(call, "flow.digest") === null) return;
    const given = [receiverItem(call), ...call.positional, ...call.named.values()];
    const fetched = given.flatMap(({ value: { taint } }) => taint?.source.start ?? []);
    for (const place of fetched) this.digested.add(place);
    const paths = given
      .flatMap(({ value }) => this.pathsOf(value))
      .map(({ source }) => source.text);
    const named = paths.filter((path) => this.downloads?.find(path) !== null);
    if (named.length > 0) this.downloads?.digest(named, false);
    else if (fetched.length === 0) this.isUnknownDigested = true;
    else this.isUnknownDigested ||= call.method === "update";
  }

  private runEach(file: Value, start: Place, end: Place): void {
    for (const { source } of this.pathsOf(file)) runFile(this.engine, start, end, source.text);
  }
}

/** Returns the last part of a URL's path as a file name. */
function nameInAddress(address: Item | undefined): Value {
  const texts = (address?.value.texts ?? []).map(({ source }) => {
    const [path = ""] = source.text.split(/[?#]/);
    return plainText(source.slice(path.lastIndexOf("/") + 1, path.length));
  });
  return { ...UNKNOWN, texts };
}
