import { listed, type Role } from "../../query/role.js";
import { isAddress } from "../addresses.js";
import { runEntry, layoutOf, lineOf } from "../command-layout.js";
import type { Words } from "../options.js";
import { optionWords, type Argument } from "./argument.js";
import { powershellProgram } from "./powershell-program.js";
import type { NamedCommand } from "./runner.js";
import { reportCommand, sinkOf } from "./sinks.js";
import { silent, type Stream } from "./stream.js";

const ADDRESS_RULE = "bash/run-address";

/**
 * Reports a command that fetches a program by its address and runs it (`deno run URL`, `npx github:o/r`). The span extends from
 * the command's word to the end of the address.
 */
export function runByAddress(
  { name, word, args, steps, runner }: NamedCommand,
  role: Role,
): Stream | null {
  const address = addressOf(role, args);
  if (address === null) return null;
  const sink = sinkOf(word, name, role, steps);
  reportCommand(
    runner,
    sink,
    ADDRESS_RULE,
    address.span,
    `${name} fetches the program at this address and runs it`,
  );
  return silent;
}

/** Returns the word that names the program, if it is an address of a kind that the pattern lists; null otherwise. */
export function addressOf(role: Role, args: readonly Argument[]): Argument | null {
  const words = optionWords(args);
  const kinds = [...listed(role, "address"), "placeholder"];
  const found = candidates(role, words).find(({ value }) => isAddress(kinds, value));
  return found === undefined ? null : (args[found.at] ?? null);
}

/** The index of a word that may contain an address, and the part of the word that may be one. */
interface Candidate {
  readonly at: number;
  readonly value: string | null;
}

function candidates(role: Role, words: Words): readonly Candidate[] {
  const layout = layoutOf(role);
  if (layout.is("caseless")) {
    const program = powershellProgram(words, 1);
    return program.kind === "file" ? [{ at: program.at, value: words[program.at] ?? null }] : [];
  }
  const line = lineOf(layout, words, 1);
  if (line === null || runEntry(layout, "idle", words, line) !== null) return [];
  if (layout.has("needs") && runEntry(layout, "needs", words, line) === null) return [];
  const from = listed(role, "from");
  const slashed = from.filter((entry) => entry.startsWith("/"));
  const begun = from.filter((entry) => entry.endsWith("="));
  const names = from.map((entry) => entry.replace(/^--?/, "").toLowerCase());
  const named = [
    ...slashOption(slashed, words),
    ...beginning(begun, words),
    ...line.options
      .filter(({ name }) => names.includes(name.toLowerCase()))
      .map(({ at, value, valueAt }) => ({
        at: Math.max(at, valueAt),
        value: value ?? words[valueAt] ?? null,
      })),
  ];
  // if an option names the package, the operand is the name of a command in it
  if (named.length > 0 || slashed.length > 0) return named;
  const isOption = (at: number): boolean =>
    layout.is("slashes") && /^\/{1,2}[a-z]\w*(?::\S*)?$/i.test(words[at] ?? "");
  const operands = line.operands.filter((at) => !isOption(at));
  return (layout.is("into", "last") ? operands.slice(-1) : operands.slice(0, 1)).map((at) => ({
    at,
    value: words[at] ?? null,
  }));
}

/** Returns the values of options with a slash, which are compared case-insensitively: `/i:URL`, `/i URL`, `/fa URL` for `/f*`. */
function slashOption(entries: readonly string[], words: Words): Candidate[] {
  const names = entries.map((entry) => entry.slice(1).toLowerCase());
  const isOne = (name: string): boolean =>
    names.some((each) => (each.endsWith("*") ? name.startsWith(each.slice(0, -1)) : name === each));
  return words.flatMap((word, at) => {
    const [, name = "", value] = /^[-/]([a-z]+)(?::"?(.*?)"?)?$/is.exec(word ?? "") ?? [];
    if (at === 0 || !isOne(name.toLowerCase())) return [];
    return value === undefined ? [{ at: at + 1, value: words[at + 1] ?? null }] : [{ at, value }];
  });
}

/** Returns the values after prefixes such as `TRANSFORMS=`, which are compared case-insensitively. */
function beginning(entries: readonly string[], words: Words): Candidate[] {
  return words.flatMap((word, at) => {
    const entry = entries.find(
      (each) => word?.slice(0, each.length).toUpperCase() === each.toUpperCase(),
    );
    return at === 0 || entry === undefined || word === null || word === undefined
      ? []
      : [{ at, value: word.slice(entry.length) }];
  });
}
