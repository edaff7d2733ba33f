import type { Role } from "../../query/role.js";
import { runnerLayoutOf } from "../command-layout.js";
import type { Prefix } from "../prefixes.js";
import type { Argument } from "./argument.js";
import { altered } from "./stream.js";

/** Maximum number of UTF-16 code units that values may add to code; beyond it, variables stay as written. */
const MAX_ADDED = 1 << 14;

const ASSIGNMENT = /(?<![\w%!])set\s{1,20}"?(\w{1,64})=([^&|"\n]{0,2000})/gi;

/** Returns the words that a launcher runs. For `cmd /v /c CODE`, each `!NAME!` is replaced by the value that the code assigns to it. */
export function withDelayedExpansion(
  role: Role,
  args: readonly Argument[],
  { next, end }: Prefix,
): readonly Argument[] {
  const words = args.slice(next, end);
  const [argument] = words;
  const delayed = runnerLayoutOf(role).words("delayed");
  if (delayed.length === 0 || argument === undefined || words.length > 1) return words;
  const options = args.slice(1, next);
  if (!options.some(({ text }) => delayed.includes(text?.toLowerCase() ?? ""))) return words;
  const code = argument.code();
  const values = new Map(
    [...code.source.text.matchAll(ASSIGNMENT)].map(([, name = "", value = ""]) => [
      name.toLowerCase(),
      value.trimEnd(),
    ]),
  );
  let added = 0;
  const source = code.source.rewritten(/!(\w{1,64})!/g, ([, name = ""]) => {
    const value = values.get(name.toLowerCase()) ?? null;
    added += value?.length ?? 0;
    return added > MAX_ADDED ? null : value;
  });
  const expanded = altered(code, { source, ...(added > MAX_ADDED && { partial: true }) });
  return [{ ...argument, text: source.text, code: () => expanded }];
}
