import { oncePer } from "../../once.js";
import { listed, type Role } from "../../query/role.js";
import { canBe } from "../addresses.js";
import { holdsEntry, layoutOf, optionNames } from "../described.js";
import type { OptionUse, Words } from "../options.js";
import {
  canBeAddress,
  none,
  readCurl,
  readWget,
  refusal,
  writesStdout,
  writesTo,
  type FetchReader,
  type FetchReading,
} from "./fetchers.js";

const tables: Readonly<Record<string, FetchReader>> = { curl: readCurl, wget: readWget };

/** How the command line of a fetcher is read, by its pattern's settings: a table of the package, or its own layout. */
export const fetchReaderOf = oncePer((role: Role): FetchReader => tables[role.settings["options"] ?? ""] ?? describedReader(role));

/** A fetcher whose pattern says all: where it writes, which options name another place, which values mean standard output. */
function describedReader(role: Role): FetchReader {
  const output = outputReader(role);
  const address = listed(role, "address");
  return (words, from, tool) => {
    const line = layoutOf(role, words, from);
    if (line === null) return none(`${tool} is not asked to fetch`, 1, -1);
    const stops = holdsEntry(role, "idle", words, line);
    if (stops !== null) return none(`${tool} ${words[stops] ?? ""} puts out no program`, 4, stops);
    if (role.settings["needs"] !== undefined && holdsEntry(role, "needs", words, line) === null)
      return none(`${tool} is not asked to fetch`, 1, -1);
    const behind = line.operands.map((at) => words[at] ?? null);
    const values = line.options.map(({ value, valueAt }) => value ?? words[valueAt] ?? null);
    const named = [...behind, ...(address.includes("port") ? values : [])];
    const isNamed =
      address.length === 0 ? behind.some(canBeAddress) : address.includes("any") || named.some((word) => canBe(address, word));
    if (!isNamed) return none(`${tool} names no address`, 1, -1);
    return refusal(tool, { ...line, terminator: -1 }) ?? output(words, line, tool);
  };
}

type Line = { readonly options: readonly OptionUse[]; readonly operands: readonly number[] };

/** Where a described command writes: by an option, by its last operand, or as it does by default. */
export function outputReader(role: Role): (words: Words, line: Line, tool: string) => FetchReading {
  const output = optionNames(role, "output");
  const prints = optionNames(role, "prints");
  const stdout = role.settings["stdout"] === undefined ? null : new Set(listed(role, "stdout"));
  const printed = (tool: string, at: number): FetchReading => ({
    destination: "stdout",
    message: at < 0 ? `${tool} writes to standard output by default` : "an option makes it write to standard output",
    cardRule: 2,
    at,
    files: [],
  });
  const placed = (tool: string, named: Pick<OptionUse, "name" | "value" | "at" | "valueAt">, words: Words): FetchReading => {
    const value = named.value ?? words[named.valueAt] ?? null;
    const isStdout = stdout === null ? writesStdout({ ...named, valueOffset: 0 }, words) : value !== null && stdout.has(value);
    return writesTo(tool, named, isStdout);
  };
  return (words, line, tool) => {
    const named = line.options.findLast((option) => output.has(option.name));
    if (named !== undefined) return placed(tool, named, words);
    const last = line.operands.length > 1 && role.settings["into"] === "last" ? line.operands.at(-1) : undefined;
    if (last !== undefined) return placed(tool, { name: "", value: null, at: last, valueAt: last }, words);
    const asked = line.options.find((option) => prints.has(option.name));
    if (asked !== undefined) return printed(tool, asked.at);
    if (role.settings["writes"] === "file")
      return { destination: "file", message: `${tool} writes to a file by default`, cardRule: 2, at: -1, files: [] };
    return role.settings["writes"] === "nothing" ? none(`${tool} puts out no program`, 4, -1) : printed(tool, -1);
  };
}
