import { type Role, roleOf } from "../../query/role.js";
import { layoutOf, lineOf } from "../layout.js";
import { optionWords } from "./argument.js";
import type { NamedCommand, Runner } from "./runner.js";
import { reportCommand, sinkOf } from "./sinks.js";
import { silent, type Stream } from "./stream.js";

const remoteShell = "bash/remote-shell";

/** `nc -e /bin/sh HOST PORT`, `socat TCP:HOST:PORT EXEC:bash`: reports a shell that is handed to the other side of a connection. */
export function handShell({ name, word, args, runner }: NamedCommand, role: Role): Stream | null {
  const words = optionWords(args);
  const layout = layoutOf(role);
  const line = lineOf(layout, words, 1);
  const entries = layout.words("hands");
  if (line === null || entries.length === 0) return null;
  const options = layout.options("hands");
  const given = line.options.flatMap((option) =>
    options.has(option.name) && option.valueAt >= 0
      ? [{ at: option.valueAt, program: option.value ?? words[option.valueAt] ?? null }]
      : [],
  );
  const behind = line.operands.flatMap((at) => {
    const prefix = entries.find(
      (entry) => entry.endsWith(":") && words[at]?.toUpperCase().startsWith(entry) === true,
    );
    return prefix === undefined ? [] : [{ at, program: words[at]?.slice(prefix.length) ?? null }];
  });
  const shell = [...given, ...behind].find(
    ({ program }) => program !== null && isShell(program, runner),
  );
  if (shell === undefined) return null;
  const end = Math.max(...[args[shell.at], args.at(-1)].map((last) => last?.span[1] ?? 0));
  reportCommand(
    runner,
    sinkOf(word, name, role),
    remoteShell,
    end,
    `${name} lets the other side of the connection talk to a shell`,
  );
  return silent;
}

/** The first word of a command line, without its folders, its quotes and what socat adds behind a comma. */
function isShell(program: string, runner: Runner): boolean {
  const name = /^["']?(?:\S*[\\/])?([\w.-]+)/.exec(program)?.[1] ?? "";
  return (
    roleOf(runner.roles(name, []), "sink.interpreter") !== null ||
    roleOf(runner.roles(name, []), "flow.launcher") !== null
  );
}
