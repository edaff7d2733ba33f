import type { Span, TraceStep } from "../../model.js";
import { roleOf, type Role, type Roles } from "../../query/role.js";
import { appliedRole } from "../command-layout.js";
import { prefixOf } from "../prefixes.js";
import { splitWords } from "../../lex/quoting.js";
import { argumentOf, withoutPrefix, optionWords, unknown, type Argument } from "./argument.js";
import { addressOf } from "./run-by-address.js";
import { withDelayedExpansion } from "./delayed-expansion.js";
import type { Runner } from "./runner.js";

/** A command after its wrappers and launchers. */
export interface ResolvedCommand {
  readonly kind: "command";
  readonly name: string | null;
  /** The roles that patterns give the command. */
  readonly roles: Roles;
  /** The arguments, with the command's own word first. */
  readonly args: readonly Argument[];
  readonly steps: readonly TraceStep[];
  /** Whether standard input becomes arguments (`xargs`). */
  readonly appends: boolean;
  /** Whether the name cannot refer to a function, because a wrapper such as `sudo` runs only programs. */
  readonly programOnly: boolean;
  /** Whether another shell joins the words and reads them as code (`ssh`). */
  readonly joined: boolean;
  /** The `K=V` words of the wrappers. */
  readonly environment: readonly Argument[];
}

/** Words that are passed to a shell as code (`su -c CODE`, `ssh HOST WORDS`). */
export interface CodeCommand extends Pick<ResolvedCommand, "args" | "steps"> {
  readonly kind: "code";
  readonly word: Argument;
  readonly offset: number;
}

/** A shell that reads standard input and is not named by the command (`ssh HOST`, `sudo -i`). */
export interface Login extends Pick<ResolvedCommand, "steps"> {
  readonly kind: "login";
  readonly word: Argument;
  readonly name: string;
}

/** The result of following wrappers and launchers. */
export type Resolved = ResolvedCommand | CodeCommand | Login | { readonly kind: "nothing" };

/** Wrappers that are reserved words of the shell: a function may follow them. */
const KEYWORDS: ReadonlySet<string> = new Set(["time", "coproc"]);

/** Maximum number of nested wrappers that are followed. */
const MAX_WRAPPERS = 64;

/** Follows wrappers and launchers to the command that runs. */
export function resolveCommand(all: readonly Argument[], runner: Runner): Resolved {
  const steps: TraceStep[] = [];
  let args = all;
  const environment: Argument[] = [];
  let joined = false;
  let appends = false;
  let programOnly = false;
  for (let depth = 0; depth < MAX_WRAPPERS; depth++) {
    const [first] = args;
    if (first === undefined) return { kind: "nothing" };
    const name = programName(first, runner) ?? wrapperVariable(first, runner);
    // `$STD bash FILE`, `{{ sudo }} bash FILE`: an unknown word right before a known command is empty or a wrapper
    if (mayBeEmpty(first, name) && isKnown(args.slice(1), runner)) {
      args = args.slice(1);
      continue;
    }
    const roles = name === null ? [] : runner.roles(name, args);
    // `gcloud storage cat` fetches, `gcloud compute ssh` launches
    const fetches =
      roleOf(roles, "source.fetcher") !== null &&
      appliedRole(roles, "source.fetcher", optionWords(args)) !== null;
    const role = fetches ? null : (roleOf(roles, "flow.wrapper") ?? roleOf(roles, "flow.launcher"));
    const command: ResolvedCommand = {
      kind: "command",
      name,
      roles,
      args,
      steps: [...steps],
      appends,
      programOnly,
      environment,
      joined,
    };
    if (name === null || role === null) return command;
    const prefix = prefixOf(role, optionWords(args), 0);
    // `uv run -`, `uv run URL`: a command that executes something itself is a wrapper only before a known command
    const address = appliedRole(roles, "source.address", optionWords(args));
    if (address !== null && addressOf(address, args) !== null) return command;
    const executes = ["source.address", "sink.interpreter"].some(
      (capture) => roleOf(roles, capture) !== null,
    );
    const inner = args.slice(prefix.next);
    const isWrapping =
      !executes ||
      prefix.kind === "code" ||
      (prefix.kind === "words" && isKnown(inner, runner) && !isCode(inner, roles));
    if (prefix.kind === "other" || !isWrapping) return command;
    steps.push({
      step: "wrapper",
      span: first.span,
      message: `${name} runs the words after it`,
      patterns: [role.pattern],
    });
    environment.push(
      ...args.slice(1, prefix.next).filter((argument) => assignedName(argument) !== null),
    );
    if (roleOf(roles, "flow.appender") !== null) appends = true;
    if (baseName(first) !== null && !KEYWORDS.has(name)) programOnly = true;
    const coded = prefix.codeAt === undefined ? undefined : args[prefix.codeAt];
    switch (prefix.kind) {
      case "login":
        return { kind: "login", word: first, name, steps };
      case "none":
        return { kind: "nothing" };
      case "code":
        if (coded === undefined) return { kind: "nothing" };
        return { kind: "code", word: first, args: [coded], offset: prefix.codeOffset ?? 0, steps };
      case "split":
        // options and assignments may be in the string
        args = [first, ...wordsOf(coded, prefix.codeOffset ?? 0), ...args.slice(prefix.next)];
        break;
      case "words": {
        const rest = withDelayedExpansion(role, args, prefix);
        const isText =
          (rest.length === 1 || rest.every(({ remote }) => remote === null)) &&
          rest.every(({ process }) => process === null);
        if (prefix.joined === true && isText)
          return { kind: "code", word: first, args: rest, offset: 0, steps };
        joined ||= prefix.joined === true;
        const entry = prefix.entryAt === undefined ? undefined : args[prefix.entryAt];
        args = entry ? [withoutPrefix(entry, prefix.entryOffset ?? 0), ...rest] : rest;
      }
    }
  }
  runner.limit("depth", "wrappers of one command are nested too deeply", spanOf(all));
  return { kind: "nothing" };
}

/** Whether words are code: a pipe character is among them, or a parenthesis among those of PowerShell. */
function isCode(words: readonly Argument[], roles: Roles): boolean {
  const isPowershell = roleOf(roles, "sink.interpreter")?.settings["reads"] === "powershell";
  return words.some(({ text }) => text === "|" || (isPowershell && text?.startsWith("(") === true));
}

/** Returns the span of a command's words. */
function spanOf(words: readonly Argument[]): Span {
  const [first] = words;
  return first === undefined ? [0, 0] : [first.span[0], words.at(-1)?.span[1] ?? first.span[1]];
}

/** Returns the name in a word that is an assignment (`env K=V`, `declare "K=V"`); null for any other word. */
export function assignedName({ text, shape }: Argument): string | null {
  return /^([A-Za-z_]\w*)=/.exec(text ?? shape ?? "")?.[1] ?? null;
}

/** Returns the name of the program that a command word names, or that its wildcards match; null if it is unknown. */
export function programName(word: Argument, runner: Runner): string | null {
  return word.isPattern === true && word.text !== null
    ? (runner.globbed(word.text) ?? baseName(word))
    : baseName(word);
}

/** Returns the last path component of a command word, by which names are compared; null if it is unknown. */
function baseName({ text, shape = "" }: Argument): string | null {
  const name =
    text ?? (shape.lastIndexOf("/") > shape.lastIndexOf(unknown) ? shape : interrupted(shape));
  return name === null ? null : name.slice(name.lastIndexOf("/") + 1);
}

/** Returns the launcher of a command whose output comes from another machine (`ssh HOST cat FILE`); null if there is none. */
export function remoteLauncher(
  args: readonly Argument[],
  runner: Runner,
): { readonly word: Argument; readonly role: Role } | null {
  for (const [at, word] of args.entries()) {
    const name = baseName(word);
    const roles = name === null ? [] : runner.roles(name, args.slice(at));
    const role = roleOf(roles, "source.remote");
    if (role !== null) return { word, role };
    if (at > MAX_WRAPPERS || (at === 0 && roleOf(roles, "flow.wrapper") === null)) return null;
  }
  return null;
}

/** `cu${x}rl`: returns a word without the unknown parts inside it, which are probably empty; null for any other word. */
function interrupted(shape: string): string | null {
  return /\w\uFFFC+\w+$/.test(shape) ? shape.replaceAll(unknown, "") : null;
}

/** Whether a command word is a variable of unknown value, or a placeholder such as `{{ sudo }}`, which is a mark and letters here. */
function mayBeEmpty({ text, variable }: Argument, name: string | null): boolean {
  if (name === null) return variable !== undefined;
  return text?.startsWith(unknown) === true && /^[a-z]+$/.test(text.slice(1));
}

/** Whether words begin with a command that fetches, executes or runs another command. */
function isKnown(words: readonly Argument[], runner: Runner): boolean {
  const [first] = words;
  const name = first === undefined ? null : programName(first, runner);
  if (name === null) return false;
  const roles = runner.roles(name, words);
  return [
    "source.fetcher",
    "sink.interpreter",
    "sink.builtin",
    "flow.wrapper",
    "flow.launcher",
  ].some((capture) => roleOf(roles, capture) !== null);
}

/** `$SUDO bash`: returns the wrapper that is part of the name of a variable of unknown value; null if there is none. */
function wrapperVariable({ variable }: Argument, runner: Runner): string | null {
  const parts = variable?.toLowerCase().split("_") ?? [];
  return parts.find((part) => roleOf(runner.roles(part, []), "flow.wrapper") !== null) ?? null;
}

/** `env -S "bash -c 'CODE'"`: returns the words in one argument, which may contain quotes. */
function wordsOf(argument: Argument | undefined, offset: number): Argument[] {
  if (argument === undefined || argument.text === null) return [];
  const { source, variables } = argument.code();
  return Array.from(splitWords(source, offset), ({ word, start, end }) => {
    const span = source.origin(start, end);
    const code = { source: word, variables, from: span[0], to: span[1] };
    return argumentOf(span, word.text, () => code);
  });
}
