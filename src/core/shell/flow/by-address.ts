import { listed, type Role } from "../../query/role.js";
import { isAddress } from "../addresses.js";
import { heldEntry, layoutOf, lineOf } from "../layout.js";
import type { Words } from "../options.js";
import { optionWords, type Argument } from "./argument.js";
import type { NamedCommand } from "./runner.js";
import { reportCommand, sinkOf } from "./sinks.js";
import { silent, type Stream } from "./stream.js";

const byAddress = "bash/run-address";

/**
 * `deno run URL`, `npx github:o/r`: reports a program that is fetched and run by its address, from the command's word to the end
 * of the address.
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
    byAddress,
    address.span[1],
    `${name} fetches the program at this address and runs it`,
  );
  return silent;
}

/** The word that names what is run, where that is an address of a kind that the pattern lists. */
function addressOf(role: Role, args: readonly Argument[]): Argument | null {
  const words = optionWords(args);
  const kinds = listed(role, "address");
  const layout = layoutOf(role);
  const line = lineOf(layout, words, 1);
  if (line === null || heldEntry(layout, "idle", words, line) !== null) return null;
  if (layout.has("needs") && heldEntry(layout, "needs", words, line) === null) return null;
  const from = listed(role, "from").map((option) =>
    option.replace(/^(?:--?|\/)/, "").toLowerCase(),
  );
  const slashed = listed(role, "from").some((option) => option.startsWith("/"));
  const given = line.options.filter(({ name }) => from.includes(name.toLowerCase()));
  const named = slashed
    ? slashOption(from, words)
    : given.map(({ at, value, valueAt }) => ({
        at: Math.max(at, valueAt),
        value: value ?? words[valueAt] ?? null,
      }));
  // an option that names the package leaves the operand the name of a command in it
  const candidates =
    named.length > 0 || slashed
      ? named
      : line.operands.slice(0, 1).map((at) => ({ at, value: words[at] ?? null }));
  const found = candidates.find(({ value }) => isAddress(kinds, value));
  return found === undefined ? null : (args[found.at] ?? null);
}

/** `/i:URL`, `/i URL`, whatever the case. */
function slashOption(
  names: readonly string[],
  words: Words,
): { readonly at: number; readonly value: string | null }[] {
  return words.flatMap((word, at) => {
    const [, name = "", value] = /^[-/]([a-z]+)(?::"?(.*?)"?)?$/is.exec(word ?? "") ?? [];
    if (at === 0 || !names.includes(name.toLowerCase())) return [];
    return value === undefined ? [{ at: at + 1, value: words[at + 1] ?? null }] : [{ at, value }];
  });
}
