import { type Role, roleOf } from "../../query/role.js";
import { runEntry, layoutOf, lineOf, type Layout, type Line } from "../command-layout.js";
import type { Words } from "../options.js";
import { argumentOf, optionWords, type Argument } from "./argument.js";
import { resolveCommand } from "./resolve-command.js";
import type { NamedCommand, Runner } from "./runner.js";
import { reportCommand, sinkOf } from "./sinks.js";
import { silent, type Stream } from "./stream.js";

const REMOTE_SHELL_RULE = "bash/remote-shell";

/** `nc -e /bin/sh HOST PORT`, `socat TCP:HOST:PORT EXEC:bash`: reports a shell that is connected to the other side of a connection. */
export function runOnHost({ name, word, args, runner }: NamedCommand, role: Role): Stream | null {
  const words = optionWords(args);
  const layout = layoutOf(role);
  const line = lineOf(layout, words, 1);
  const entries = layout.words("hands");
  if (line === null || entries.length === 0 || !opensConnection(layout, words, line)) return null;
  const options = layout.options("hands");
  const given = line.options.flatMap((option) =>
    options.has(option.name) && option.valueAt >= 0
      ? [{ at: option.valueAt, program: option.value ?? words[option.valueAt] ?? null }]
      : [],
  );
  const operands = line.operands.flatMap((at) => {
    const prefix = entries.find(
      (entry) => entry.endsWith(":") && words[at]?.toUpperCase().startsWith(entry) === true,
    );
    return prefix === undefined ? [] : [{ at, program: words[at]?.slice(prefix.length) ?? null }];
  });
  const handsShell = [...given, ...operands].some(
    ({ at, program }) => program !== null && isShell(program, args[at], runner),
  );
  if (!handsShell) return null;
  reportCommand(
    runner,
    sinkOf(word, name, role),
    REMOTE_SHELL_RULE,
    args.at(-1)?.span ?? word.span,
    `${name} connects a shell to the other end of the connection`,
  );
  return silent;
}

/** Whether a command line names a remote host or waits for a connection. */
function opensConnection(layout: Layout, words: Words, line: Line): boolean {
  if (layout.has("needs")) return runEntry(layout, "needs", words, line) !== null;
  if (layout.has("listens") && runEntry(layout, "listens", words, line) !== null) return true;
  return layout.has("local") && runEntry(layout, "local", words, line) !== null
    ? false
    : line.operands.length > 0;
}

/** Whether a command line starts a shell, also after wrappers and launchers. A comma ends it, because socat's options follow. */
function isShell(program: string, at: Argument | undefined, runner: Runner): boolean {
  if (at === undefined) return false;
  const words = program
    .replace(/^["']/, "")
    .replace(/["',].*$/s, "")
    .split(/[ \t]+/)
    .map((word) => argumentOf(at.span, word.replaceAll("\\", "/"), () => at.code()));
  const resolved = resolveCommand(words, runner);
  if (resolved.kind !== "command") return resolved.kind !== "nothing";
  return roleOf(resolved.roles, "sink.interpreter") !== null;
}
