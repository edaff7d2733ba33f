import { oncePer } from "../../once.js";
import { listed, type Role } from "../../query/role.js";
import { describedTable, optionNames } from "../described.js";
import { readOptions } from "../options.js";
import { canBeAddress, none, readCurl, readWget, refusal, writesStdout, type FetchReader, type FetchReading } from "./fetchers.js";

const tables: Readonly<Record<string, FetchReader>> = { curl: readCurl, wget: readWget };

/** How the command line of a fetcher is read, by its pattern's settings: a table of the package, or its own layout. */
export const fetchReaderOf = oncePer((role: Role): FetchReader => tables[role.settings["options"] ?? ""] ?? describedReader(role));

/** A fetcher whose pattern says all: where it writes, which options name another place, which values mean standard output. */
function describedReader(role: Role): FetchReader {
  const table = describedTable(role, ["output"]);
  const output = optionNames(role, "output");
  const prints = optionNames(role, "prints");
  const idle = optionNames(role, "idle");
  const stdout = role.settings["stdout"] === undefined ? null : new Set(listed(role, "stdout"));
  const printed = (tool: string, at: number): FetchReading => ({ destination: "stdout", message: at < 0 ? `${tool} writes to standard output by default` : "an option makes it write to standard output", cardRule: 2, at, files: [] });
  return (words, from, tool) => {
    const line = readOptions(table, words, from);
    const stops = line.options.find((option) => idle.has(option.name));
    if (stops !== undefined) return none(`${tool} ${stops.name} puts out no program`, 4, stops.at);
    if (!line.operands.some((at) => canBeAddress(words[at] ?? null))) return none(`${tool} names no address`, 1, -1);
    const refused = refusal(tool, line);
    if (refused !== null) return refused;
    const named = line.options.findLast((option) => output.has(option.name));
    if (named !== undefined) {
      const value = named.value ?? words[named.valueAt] ?? null;
      const isStdout = stdout === null ? writesStdout(named, words) : value !== null && stdout.has(value);
      if (isStdout) return { destination: "stdout", message: "the output option names standard output", cardRule: 2, at: named.at, files: [] };
      return { destination: "file", message: `${tool} writes to a file`, cardRule: 2, at: named.at, files: named.valueAt < 0 ? [] : [named.valueAt] };
    }
    const asked = line.options.find((option) => prints.has(option.name));
    if (asked !== undefined) return printed(tool, asked.at);
    if (role.settings["writes"] === "stdout") return printed(tool, -1);
    if (role.settings["writes"] === "file") return { destination: "file", message: `${tool} writes to a file by default`, cardRule: 2, at: -1, files: [] };
    return none(`${tool} puts out no program`, 4, -1);
  };
}
