import { SourceBuilder } from "../../source.js";
import { roleOf, type Role } from "../../query/role.js";
import { unquote } from "../../lex/quoting.js";
import { stepAt, type Argument } from "./argument.js";
import { payload, spellsPayload } from "./decoders.js";
import { spelledLiteral } from "./decoder-input.js";
import type { NamedCommand, Scope } from "./runner.js";
import { joinCode } from "./word-code.js";
import {
  altered,
  withStep,
  distinct,
  mergeRemotes,
  type CodeText,
  type Remote,
  type Stream,
} from "./stream.js";
import { valueOf } from "./values.js";
import { earlier } from "./variable-commands.js";

/**
 * Runs a printing command: printed text is not executed, but a note says what commands it shows. Escaped characters are a payload.
 * @param decoder the role by which the command decodes
 */
export function runPrinter(
  { name, word, roles, args, runner, scope }: NamedCommand,
  printer: Role,
  decoder: Role | null,
): Stream {
  const isFormat = roleOf(roles, "flow.format") !== null;
  const { remote, text } = isFormat ? runPrintf(args, scope) : runEcho(args);
  if (decoder !== null && spellsPayload(decoder, isFormat, args))
    return payload(name, decoder, word, spelledLiteral(text));
  if (text !== null) runner.shown(text, `displayed by ${name}`);
  const step = stepAt("carry", word, `${name} prints it`, printer);
  return {
    remote: remote && { ...remote, steps: [...remote.steps, step] },
    text: text && withStep(text, step),
  };
}

/** `printenv NAME`: writes the value of an exported variable; null if it is unknown. */
export function printVariable(
  { name, word, args, scope }: NamedCommand,
  role: Role,
): Stream | null {
  const operand = args.slice(1).find(({ text }) => text?.startsWith("-") === false);
  const value = scope.env.exportedValue(operand?.text ?? "");
  if (operand === undefined || value === null) return null;
  const printed = earlier(value, operand);
  const step = stepAt("carry", word, `${name} prints it`, role);
  const remote = printedRemote([printed], word.span[0]);
  return {
    remote: remote && { ...remote, steps: [...remote.steps, step] },
    text:
      value.text === null ? null : withStep(altered(printed.code(), { from: word.span[0] }), step),
  };
}

/** `echo`: writes its words. Its standard input is not read. */
function runEcho(args: readonly Argument[]): Stream {
  const [command, ...rest] = args;
  let first = 0;
  let escapes = false;
  for (; /^-[neE]+$/.test(rest[first]?.text ?? ""); first++)
    escapes ||= (rest[first]?.text ?? "").includes("e");
  const printed = rest.slice(first);
  const from = command?.span[0] ?? 0;
  const code = joinCode(printed, from);
  return {
    remote: printedRemote(printed, from),
    text: code === null || !escapes ? code : withEscapes(code),
  };
}

/** `printf FORMAT ARG…`: writes the formatted arguments, or with `-v NAME` assigns them to a variable. */
function runPrintf(args: readonly Argument[], scope: Scope): Stream {
  const [command, ...rest] = args;
  const from = command?.span[0] ?? 0;
  const variable = rest[0]?.text === "-v" ? (rest[1]?.text ?? null) : null;
  const printed = rest
    .slice(variable === null ? 0 : 2)
    .filter((argument, index) => index > 0 || argument.text !== "--");
  const format = printed[0]?.text ?? null;
  const used = format === null || format.includes("%") ? printed : printed.slice(0, 1); // arguments that the format does not use are not printed
  const output: Stream = { remote: printedRemote(used, from), text: formatted(printed, from) };
  if (variable === null) return output;
  scope.env.set(
    variable,
    valueOf({
      remote: output.remote,
      text: output.text?.source.text ?? null,
      span: [from, printed[printed.length - 1]?.span[1] ?? from],
    }),
  );
  return { remote: null, text: null };
}

/**
 * Returns the fetched bytes in printed words; null if there are none. A span starts at the fetcher in a word, or at the printing
 * command if the bytes come from a variable.
 */
function printedRemote(args: readonly Argument[], from: number): Remote | null {
  const remote = args.reduce<Remote | null>(
    (merged, argument) => mergeRemotes(merged, argument.remote),
    null,
  );
  if (remote === null) return null;
  return Number.isFinite(remote.start) ? remote : { ...remote, start: from, end: -Infinity };
}

function withEscapes(code: CodeText): CodeText {
  const { source } = code;
  const out = new SourceBuilder(source);
  unquote(out, source, 0, source.text.length, "ansi");
  return altered(code, { source: out.build() });
}

/** Returns the format with its arguments inserted; it is reused while arguments remain. */
function formatted(args: readonly Argument[], from: number): CodeText | null {
  const [format, ...values] = args;
  if (format === undefined) return null;
  const code = withEscapes(format.code());
  const { source } = code;
  if (!source.text.includes("%")) return altered(code, { from });
  const out = new SourceBuilder(source);
  const variables = [code.variables];
  let next = 0;
  do {
    const before = next;
    let copied = 0;
    for (const match of source.text.matchAll(/%(?:%|[-+ #0]*\d*(?:\.\d+)?([a-zA-Z]))/g)) {
      out.copy(copied, match.index);
      copied = match.index + match[0].length;
      if (match[1] === undefined) {
        out.copy(match.index, match.index + 1);
        continue;
      }
      const value = values[next++]?.code();
      if (value === undefined) continue;
      out.append((match[1] === "b" ? withEscapes(value) : value).source);
      variables.push(value.variables);
    }
    out.copy(copied, source.text.length);
    if (next === before) break;
  } while (next < values.length);
  const to = args[args.length - 1]?.span[1] ?? from;
  return { source: out.build(), variables: distinct(variables), from, to };
}
