import { readOptions, type CommandLine, type OptionUse, type Words } from "../options.js";
import { curl, wget } from "../tables.js";
import { isStdoutName } from "./descriptors.js";

/** What a fetcher's command line says of where its output goes. All indexes are those of the words. */
export interface FetchReading {
  readonly destination:
    | "stdout" // at least one address goes to standard output
    | "file"
    | "none"; // nothing is fetched, or nothing that could be a program
  /** One sentence for the trace. */
  readonly message: string;
  /** The rule of the card that decides it. */
  readonly cardRule: number;
  /** Index of the word with the deciding option; -1 where the default decides. */
  readonly at: number;
  /** What decides the output and is not in the text; absent where all that decides is. */
  readonly unknown?: string;
  /** Words that name the files written to: one may be a process substitution. */
  readonly files: readonly number[];
}

/** Reads the words behind a fetcher's name, which messages call `tool`; `null` words are not statically known. */
export type FetchReader = (words: Words, from: number, tool: string) => FetchReading;

/** A lone ellipsis or dash names no address, nor does the `*` of a pattern (`curl * | sh`); an unknown word may be one. */
export function canBeAddress(word: string | null): boolean {
  return word === null || !/^(?:-|\.{2,}|…+|\.?\*+|)$/.test(word);
}

function names(...options: string[]): (option: OptionUse) => boolean {
  const set = new Set(options);
  return (option) => set.has(option.name);
}

export const none = (message: string, cardRule: number, at: number): FetchReading => ({
  destination: "none",
  message,
  cardRule,
  at,
  files: [],
});

const isCurlIdle = names("h", "help", "V", "version", "M", "manual", "K", "config");
const isCurlHead = names("I", "head");
const isCurlAddress = names("url", "expand-url");
const isCurlNaming = names("remote-name-all", "no-remote-name-all");
const isCurlFile = names("o", "output", "expand-output", "O", "remote-name", "no-remote-name", "out-null");

/** Rule 2-4 for curl: outputs pair with addresses in order, and `--next` starts anew. */
export function readCurl(words: Words, from: number, tool: string): FetchReading {
  const line = readOptions(curl, words, from);
  const idle = line.options.find(isCurlIdle);
  if (idle && (idle.name === "K" || idle.name === "config")) {
    return { ...none(`${tool} reads its options from a file that is not known here`, 4, idle.at), unknown: "configuration file" };
  }
  if (idle) return none(`${tool} ${spell(idle)} puts out no program`, 4, idle.at);
  const refused = refusal(tool, line);
  if (refused !== null) return refused;
  const files: number[] = [];
  let stdout: { at: number } | null = null;
  let addresses = 0;
  let heads: OptionUse | null = null;
  for (const section of sections(line, words)) {
    addresses += section.addresses;
    const head = section.options.find(isCurlHead);
    if (head !== undefined) {
      heads ??= head;
      continue;
    }
    const remoteNames = section.options.findLast(isCurlNaming)?.name === "remote-name-all";
    const outputs = section.options.filter(isCurlFile);
    for (let index = 0; index < section.addresses; index++) {
      const output = outputs[index];
      if (output === undefined ? !remoteNames : writesStdout(output, words)) stdout ??= { at: output?.at ?? -1 };
      else if (output !== undefined && output.valueAt >= 0) files.push(output.valueAt);
    }
  }
  if (addresses === 0) return none(`${tool} names no address`, 1, -1);
  if (stdout === null && heads !== null) return none(`${tool} ${spell(heads)} puts out no program`, 4, heads.at);
  if (stdout === null)
    return { destination: "file", message: `${tool} writes to a file`, cardRule: 2, at: line.options.find(isCurlFile)?.at ?? -1, files };
  const message = stdout.at < 0 ? `${tool} writes to standard output by default` : "the output option names standard output";
  return { destination: "stdout", message, cardRule: 2, at: stdout.at, files };
}

export function writesStdout(output: OptionUse, words: Words): boolean {
  if (output.valueAt < 0) return output.name === "no-remote-name";
  const value = output.value ?? words[output.valueAt];
  return value === "-" || isStdoutName(value ?? null);
}

interface CurlSection {
  readonly options: OptionUse[];
  addresses: number;
}

/** `--next` (`-:`) ends an operation that has an address; addresses are operands and `--url` values, in order. */
function sections(line: CommandLine, words: Words): CurlSection[] {
  let current: CurlSection = { options: [], addresses: 0 };
  const all = [current];
  const uses = [
    ...line.options.map((option) => ({ at: option.at, option })),
    ...line.operands.filter((at) => canBeAddress(words[at] ?? null)).map((at) => ({ at, option: null })),
  ].sort((a, b) => a.at - b.at);
  for (const { option } of uses) {
    if (option === null || isCurlAddress(option)) current.addresses++;
    else if (option.name === "next" || option.name === ":") {
      if (current.addresses > 0) all.push((current = { options: [], addresses: 0 }));
    }
    else current.options.push(option);
  }
  return all;
}

const isWgetIdle = names("spider", "h", "help", "V", "version");
const isWgetOutput = names("O", "output-document");
const isWgetList = names("i", "input-file");

/** Rule 2-4 for wget: it writes files by default, and the last output option decides for all addresses. */
export function readWget(words: Words, from: number, tool: string): FetchReading {
  const line = readOptions(wget, words, from);
  const idle = line.options.find(isWgetIdle);
  if (idle) return none(`${tool} ${spell(idle)} puts out no program`, 4, idle.at);
  if (!line.operands.some((at) => canBeAddress(words[at] ?? null)) && !line.options.some(isWgetList))
    return none(`${tool} names no address`, 1, -1);
  const refused = refusal(tool, line);
  if (refused !== null) return refused;
  const output = line.options.findLast(isWgetOutput);
  if (output === undefined) return { destination: "file", message: `${tool} writes to a file by default`, cardRule: 2, at: -1, files: [] };
  return writesTo(tool, output, writesStdout(output, words));
}

/** Where a fetcher writes that was given an output: standard output, or the file that it names. */
export function writesTo(tool: string, { at, valueAt }: Pick<OptionUse, "at" | "valueAt">, isStdout: boolean): FetchReading {
  if (isStdout) return { destination: "stdout", message: "the output option names standard output", cardRule: 2, at, files: [] };
  return { destination: "file", message: `${tool} writes to a file`, cardRule: 2, at, files: valueAt < 0 ? [] : [valueAt] };
}

/** A command line that the tool does not take. */
export function refusal(tool: string, { missingValue, ambiguous }: CommandLine): FetchReading | null {
  if (missingValue !== null) return none(`${tool} ${spell({ name: missingValue })} has no value`, 4, -1);
  return ambiguous === null ? null : none(`${tool} --${ambiguous} may stand for several options`, 4, -1);
}

function spell(option: Pick<OptionUse, "name">): string {
  return (option.name.length === 1 ? "-" : "--") + option.name;
}
