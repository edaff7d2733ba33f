import { listed, type Role } from "../../query/role.js";
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

/** The property for the path of an opened file. */
const PATH = "#path";

/** Matches methods that write a text to an opened file. */
const WRITING =
  /^(?:write|write_text|write_bytes|writelines|puts|print|Write|WriteLine|WriteString|end)$/;

/**
 * Follows fetched content that a program writes to files, until the program runs one of them, which is an advisory. Runs by a command
 * are found when the command is read, because the names of the files apply to the whole document.
 */
export class ProgramFiles implements FilesOfProgram {
  /** The places of fetched values whose checksum was computed. */
  private readonly digested = new Set<number>();
  /** The places of fetched values whose checksum was compared. */
  private readonly checked = new Set<number>();
  /** Whether a checksum of unknown content was computed, which may be that of any file. */
  private isUnknownDigested = false;
  /** Whether such a checksum was compared, so that every file counts as checked. */
  private isUnknownChecked = false;

  constructor(private readonly engine: Evaluator) {}

  /** Handles what a call does with files; returns the opened file if it opens one, else null. */
  call(call: Call): Value | null {
    if (this.downloads === undefined) return null;
    const fetched = this.fetchInto(call);
    this.digest(call);
    if (callRole(call, "flow.compare") !== null) this.compare();
    if (callRole(call, "sink.file") !== null) this.runNamed(call);
    this.write(call);
    this.writeKnown(call);
    if (callRole(call, "flow.open") !== null) return this.open(call);
    // `open("f").read()`, `Path("f").resolve()`: the result belongs to the file
    return (
      fetched ?? (call.positional.length === 0 && this.isOpen(call.receiver) ? call.receiver : null)
    );
  }

  /** Called when a program executes a value: if it was read from a downloaded file, that file is executed. */
  execute(value: Value, place: Place): void {
    if (this.isOpen(value)) this.runEach(value, place, place);
  }

  /** Executes the file that the first argument names, unless it is data: `runpy.run_path("f")`, `dofile("f")`, `require("./f")`. */
  runNamed({ expr, positional: [program] }: Call): void {
    const isData = program?.value.texts.some(({ source }) => source.text.endsWith(".json"));
    if (program !== undefined && isData !== true) this.runEach(program.value, expr, program);
  }

  /** Whether a value is an opened file, or what was read from one. */
  isOpen({ object }: Value): boolean {
    return object !== null && this.engine.state.get(`${object}.${PATH}`) !== undefined;
  }

  /** Records that the checksums computed so far are compared. */
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

  /** Records a download by a function and returns the file's path; without a file argument, the URL has the name: `wget.download(url)`. */
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

  /** Returns an opened file, and passes it to a block: `open("f", "wb")`, `Path("f")`. */
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

  /** Returns the texts that name a file, which may be open. */
  private pathsOf({ object, texts }: Value): Value["texts"] {
    const path = object === null ? undefined : this.engine.state.get(`${object}.${PATH}`);
    return path?.texts ?? texts;
  }

  /** Handles `writeFile("f", data)`, `file.write(data)`, `copy(data, file)`, `response.pipe(file)`. */
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

  /** Handles `writeFile("f", "…")`, `file.write("…")` with a known text. */
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

  /** Returns the path of a temporary file, a different one for each call: `NamedTemporaryFile()`. */
  private temporary({ expr: { start, end } }: Call): Value["texts"] {
    const name = `/tmp/temporary-${String(start)}`;
    return [plainText(new SourceBuilder(this.engine.source).replace(name, start, end).build())];
  }

  /** Records that fetched content was written to a file. */
  private recordDownload(file: Value, { expr }: Call, role: Role): void {
    for (const { source } of this.pathsOf(file)) download(this.engine, source.text, expr, role);
  }

  /** Records that a checksum is computed: `hashlib.sha256(data)`, `hash_file("sha256", "f")`. */
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

/** Returns the last part of a URL as a file name. */
function nameInAddress(address: Item | undefined): Value {
  const texts = (address?.value.texts ?? []).map(({ source }) => {
    const [path = ""] = source.text.split(/[?#]/);
    return plainText(source.slice(path.lastIndexOf("/") + 1, path.length));
  });
  return { ...UNKNOWN, texts };
}
