import { listed, type Role } from "../../query/role.js";
import { canBe } from "../addresses.js";
import {
  runEntry,
  layoutNamed,
  layoutOf,
  lineOf,
  type Layout,
  type Line,
} from "../command-layout.js";
import { readOptions, type CommandLine, type OptionUse, type Words } from "../options.js";
import { isStdoutName } from "./descriptors.js";

/** The destination of a fetcher's output, from its command line. All indexes refer to the words of the command. */
export interface FetchReading {
  readonly destination:
    | "stdout" // the response of at least one URL goes to standard output
    | "file"
    | "none"; // nothing is fetched, or nothing that could be a program
  /** One sentence for the trace. */
  readonly message: string;
  /** The number of the detection rule in the service's specification that decides the destination. */
  readonly cardRule: number;
  /** Index of the word with the deciding option; -1 if the default decides. */
  readonly at: number;
  /** The name of the unknown part of the command line that decides the destination; absent if there is none. */
  readonly unknown?: string;
  /** The parts of words that name the output files; one may be a process substitution. */
  readonly files: readonly WordPart[];
  /** The parts of words with URLs whose last path component names an output file. If this is absent, `files` or all URLs do. */
  readonly naming?: readonly WordPart[];
  /** The part of a word that names the output folder. */
  readonly folder?: WordPart;
}

/** The part of a word from an offset on: the value of an option may be attached (`-oFILE`). */
export interface WordPart {
  readonly at: number;
  readonly offset: number;
}

/**
 * Whether a word can be a URL or host: any word except an ellipsis, a dash, or the `*` of a pattern (`curl * | sh`). An unknown
 * word can be one.
 */
function canBeAddress(word: string | null): boolean {
  return word === null || !/^(?:-|\.{2,}|…+|\.?\*+|)$/.test(word);
}

const none = (message: string, cardRule: number, at: number): FetchReading => ({
  destination: "none",
  message,
  cardRule,
  at,
  files: [],
});

/** Reads the words after a fetcher's name, which messages call `tool`; `null` words are not statically known. */
export function readFetch(role: Role, words: Words, from: number, tool: string): FetchReading {
  return role.settings["options"] === "curl"
    ? readCurl(words, from, tool)
    : readOther(role, words, from, tool);
}

/**
 * Reads the command line of any fetcher except `curl`. Its layout says where it writes, which options name another destination, and
 * which of their values are standard output.
 */
function readOther(role: Role, words: Words, from: number, tool: string): FetchReading {
  const layout = layoutOf(role);
  const line = lineOf(layout, words, from);
  if (line === null) return none(`${tool} is not asked to fetch`, 1, -1);
  const stops = runEntry(layout, "idle", words, line);
  if (stops !== null) return none(`${tool} ${words[stops] ?? ""} outputs no program`, 4, stops);
  if (layout.has("needs") && runEntry(layout, "needs", words, line) === null)
    return none(`${tool} is not asked to fetch`, 1, -1);
  const listens = layout.has("listens") && runEntry(layout, "listens", words, line) !== null;
  const local = layout.has("local") ? runEntry(layout, "local", words, line) : null;
  if (local !== null && !listens)
    return none(`${tool} ${words[local] ?? ""} connects to this machine`, 1, local);
  if (!listens && !namesAddress(layout, listed(role, "address"), words, line))
    return none(`${tool} names no address`, 1, -1);
  const reading = refusal(tool, line) ?? outputOf(layout, words, line, tool);
  return reading.files.length > 0 ? reading : inFolder(reading, layout, line);
}

/** Adds the output folder of `wget -P FOLDER`, which names the files itself, and of `curl --output-dir FOLDER`. */
function inFolder(
  reading: FetchReading,
  layout: Layout,
  { options }: Pick<CommandLine, "options">,
): FetchReading {
  const use = options.findLast(({ name }) => layout.options("folder").has(name));
  return use === undefined || use.valueAt < 0 ? reading : { ...reading, folder: partOf(use) };
}

const partOf = ({ valueAt, valueOffset }: OptionUse): WordPart => ({
  at: valueAt,
  offset: valueOffset,
});

function namesAddress(
  layout: Layout,
  kinds: readonly string[],
  words: Words,
  { options, operands }: Line,
): boolean {
  const operandWords = operands.map((at) => words[at] ?? null);
  if (kinds.length === 0)
    return (
      operandWords.some(canBeAddress) ||
      options.some(({ name }) => layout.options("lists").has(name))
    );
  const values = options.map(({ value, valueAt }) => value ?? words[valueAt] ?? null);
  return (
    kinds.includes("any") ||
    [...operandWords, ...(kinds.includes("port") ? values : [])].some((word) => canBe(kinds, word))
  );
}

/** Returns where a command writes: by an option, by its last operand, or by default. */
export function outputOf(
  layout: Layout,
  words: Words,
  { options, operands }: Line,
  tool: string,
): FetchReading {
  const named = options.findLast(({ name }) => layout.options("output").has(name));
  if (named !== undefined) return placed(layout, named, words, tool);
  const last = operands.length > 1 && layout.is("into", "last") ? operands.at(-1) : undefined;
  if (last !== undefined)
    return placed(
      layout,
      { name: "", value: null, at: last, valueAt: last, valueOffset: 0 },
      words,
      tool,
    );
  const printing = options.find(({ name }) => layout.options("prints").has(name));
  if (printing === undefined && layout.is("writes", "file"))
    return {
      destination: "file",
      message: `${tool} writes to a file by default`,
      cardRule: 2,
      at: -1,
      files: [],
    };
  if (printing === undefined && layout.is("writes", "nothing"))
    return none(`${tool} outputs no program`, 4, -1);
  const message =
    printing === undefined
      ? `${tool} writes to standard output by default`
      : "an option makes it write to standard output";
  return { destination: "stdout", message, cardRule: 2, at: printing?.at ?? -1, files: [] };
}

/** Returns the reading of a command with an output option: standard output, or the named file. */
function placed(layout: Layout, named: OptionUse, words: Words, tool: string): FetchReading {
  const { at, valueAt } = named;
  const value = named.value ?? words[valueAt] ?? null;
  const isStdout = layout.has("stdout")
    ? value !== null && layout.words("stdout").includes(value)
    : writesStdout(named, words);
  if (isStdout)
    return {
      destination: "stdout",
      message: "the output option names standard output",
      cardRule: 2,
      at,
      files: [],
    };
  return {
    destination: "file",
    message: `${tool} writes to a file`,
    cardRule: 2,
    at,
    files: valueAt < 0 ? [] : [partOf(named)],
  };
}

function names(...options: string[]): (option: OptionUse) => boolean {
  const set = new Set(options);
  return (option) => set.has(option.name);
}

const isCurlHead = names("I", "head");
const isCurlNaming = names("remote-name-all", "no-remote-name-all");

/** Reads a `curl` command line: outputs are paired with URLs in order, and `--next` begins another list of both. */
function readCurl(words: Words, from: number, tool: string): FetchReading {
  const curl = layoutNamed("curl");
  const isOutput = ({ name }: OptionUse): boolean => curl.options("output").has(name);
  const line = readOptions(curl, words, from);
  const idle = line.options.find(({ name }) => curl.options("idle").has(name));
  if (idle && (idle.name === "K" || idle.name === "config")) {
    return {
      ...none(`${tool} reads its options from a file that is not known here`, 4, idle.at),
      unknown: "configuration file",
    };
  }
  if (idle) return none(`${tool} ${spell(idle)} outputs no program`, 4, idle.at);
  const refused = refusal(tool, line);
  if (refused !== null) return refused;
  const files: WordPart[] = [];
  const naming: WordPart[] = [];
  let stdout: { at: number } | null = null;
  let addresses = 0;
  let heads: OptionUse | null = null;
  for (const section of sections(line, words)) {
    addresses += section.addresses.length;
    const head = section.options.find(isCurlHead);
    if (head !== undefined) {
      heads ??= head;
      continue;
    }
    const remoteNames = section.options.findLast(isCurlNaming)?.name === "remote-name-all";
    const outputs = section.options.filter(isOutput);
    for (const [index, address] of section.addresses.entries()) {
      const output = outputs[index];
      if (output === undefined ? !remoteNames : writesStdout(output, words))
        stdout ??= { at: output?.at ?? -1 };
      else if (output !== undefined && output.valueAt >= 0) files.push(partOf(output));
      else naming.push(address);
    }
  }
  if (addresses === 0) return none(`${tool} names no address`, 1, -1);
  if (stdout === null && heads !== null)
    return none(`${tool} ${spell(heads)} outputs no program`, 4, heads.at);
  if (stdout === null) {
    const at = line.options.find(isOutput)?.at ?? -1;
    const message = `${tool} writes to a file`;
    return inFolder({ destination: "file", message, cardRule: 2, at, files, naming }, curl, line);
  }
  const message =
    stdout.at < 0
      ? `${tool} writes to standard output by default`
      : "the output option names standard output";
  const reading = { message, cardRule: 2, at: stdout.at, files, naming };
  return inFolder({ destination: "stdout", ...reading }, curl, line);
}

function writesStdout(
  output: Pick<OptionUse, "name" | "value" | "valueAt">,
  words: Words,
): boolean {
  if (output.valueAt < 0) return output.name === "no-remote-name";
  const value = output.value ?? words[output.valueAt];
  return value === "-" || isStdoutName(value ?? null);
}

interface CurlSection {
  readonly options: OptionUse[];
  /** The parts of words with its URLs. */
  readonly addresses: WordPart[];
}

/** Splits a `curl` command line at each `--next` (`-:`) that follows a URL. URLs are operands and values of `--url`. */
function sections(line: CommandLine, words: Words): CurlSection[] {
  let current: CurlSection = { options: [], addresses: [] };
  const all = [current];
  const uses = [
    ...line.options.map((option) => ({ at: option.at, option })),
    ...line.operands
      .filter((at) => canBeAddress(words[at] ?? null))
      .map((at) => ({ at, option: null })),
  ].sort((a, b) => a.at - b.at);
  for (const { at, option } of uses) {
    if (option === null) current.addresses.push({ at, offset: 0 });
    else if (layoutNamed("curl").options("from").has(option.name))
      current.addresses.push(partOf(option));
    else if (option.name === "next" || option.name === ":") {
      if (current.addresses.length > 0) all.push((current = { options: [], addresses: [] }));
    } else current.options.push(option);
  }
  return all;
}

/** Returns the reading of a command line that the tool rejects; null if the tool accepts it. */
function refusal(
  tool: string,
  { missingValue, ambiguous }: Pick<CommandLine, "missingValue" | "ambiguous">,
): FetchReading | null {
  if (missingValue !== null)
    return none(`${tool} ${spell({ name: missingValue })} has no value`, 4, -1);
  return ambiguous === null ? null : none(`${tool} --${ambiguous} is ambiguous`, 4, -1);
}

function spell(option: Pick<OptionUse, "name">): string {
  return (option.name.length === 1 ? "-" : "--") + option.name;
}
