import type { Role } from "../query/role.js";
import { layoutNamed, runnerLayoutOf, type Layout } from "./command-layout.js";
import { readOptions, type OptionUse, type Words } from "./options.js";

/** The command that a wrapper or launcher runs. All indexes are positions in the words of the whole command line. */
export interface Prefix {
  /**
   * `words`: the words of the inner command begin at `next`. `code`: the word at `codeAt` is shell code from `codeOffset` on.
   * `split`: the word at `codeAt` contains the first words of the inner command from `codeOffset` on; the others begin at `next`.
   * `login`: the inner command is a shell that reads standard input (`ssh HOST`, `su USER`, `sudo -i`). `none`: there is no inner
   * command, or it is not among the words. `other`: the layout does not apply to the words.
   */
  readonly kind: "words" | "code" | "split" | "login" | "none" | "other";
  /** Index of the first word after the prefix; the number of words if there is none. */
  readonly next: number;
  readonly codeAt?: number;
  readonly codeOffset?: number;
  /** Index of the first word after the inner command (`parallel COMMAND ::: VALUES`); absent if the inner command ends the line. */
  readonly end?: number;
  /** True if the words from `next` on are joined by spaces and read by a shell (`ssh`). */
  readonly joined?: true;
  /** Index of the word with an option's value that is the inner command's name (`docker run --entrypoint`). */
  readonly entryAt?: number;
  readonly entryOffset?: number;
}

/** Reads the wrapper or launcher whose name is at `words[from]`. */
export function prefixOf(role: Role, words: Words, from: number): Prefix {
  return readPrefix(runnerLayoutOf(role), words, from + 1);
}

/** The part of a command line that has been read: its options, and the index of the next word. */
interface Progress {
  readonly options: OptionUse[];
  next: number;
  terminated: boolean;
}

/** Reads a wrapper or launcher by its layout, from the first word after its name. */
export function readPrefix(layout: Layout, words: Words, start: number): Prefix {
  if (layout.has("behind")) return readAfterMarker(layout, words, start);
  if (layout.is("codeOnly")) return readMixed(layout, words, start);
  const progress: Progress = { options: [], next: start, terminated: false };
  passOptions(layout, words, progress);
  const inner = layout.inner(words[progress.next] ?? undefined);
  if (inner !== undefined)
    return inner === null || isIdle(layout, progress.options)
      ? nothing(words)
      : readPrefix(inner, words, progress.next + 1);
  for (let left = Number(layout.words("operands")[0] ?? 0); left > 0; left--) {
    if (progress.next >= words.length) return nothing(words);
    if (layout.is("terminated") && progress.terminated) break; // `kubectl exec -f pod.yaml -- COMMAND` names no pod
    progress.next++;
    if (layout.is("optionsBehind") && !progress.terminated) passOptions(layout, words, progress);
  }
  return conclude(layout, words, progress);
}

/** Skips options, and assignments between them if the command accepts them (`sudo A=1 -u app B=2 sh`). */
function passOptions(layout: Layout, words: Words, progress: Progress): void {
  for (;;) {
    const line = readOptions(layout, words, progress.next);
    progress.options.push(...line.options);
    progress.next = line.operands[0] ?? words.length;
    progress.terminated ||= line.terminator >= 0 && line.terminator < progress.next;
    // skip the second value of an option that takes two
    const last = line.options.at(-1);
    if (
      last !== undefined &&
      layout.options("double").has(last.name) &&
      last.valueAt === progress.next - 1 &&
      line.terminator < 0
    ) {
      progress.next++;
      continue;
    }
    const before = progress.next;
    while (layout.is("assignments") && belongsToEnvironment(words[progress.next])) progress.next++;
    while (layout.is("slashes") && ["", "/"].includes(words[progress.next]?.slice(0, 1) ?? "-"))
      progress.next++;
    if (progress.next === before || progress.terminated || !layout.is("optionsBehind")) return;
  }
}

/** Whether a word is `K=V`, even with a name that the shell does not allow (`npm_config_my-key=1`), or `-`, which means `env -i`. */
function belongsToEnvironment(word: string | null | undefined): boolean {
  return word === "-" || (typeof word === "string" && word.indexOf("=") > 0);
}

/** Returns the inner command after all options and operands of the wrapper or launcher. */
function conclude(layout: Layout, words: Words, { options, next }: Progress): Prefix {
  if (isIdle(layout, options)) return nothing(words);
  const code = valueOf(layout.options("code"), options);
  if (code) return { kind: "code", next, codeAt: code.valueAt, codeOffset: code.valueOffset };
  const split = valueOf(layout.options("split"), options);
  if (split) return { kind: "split", next, codeAt: split.valueAt, codeOffset: split.valueOffset };
  const entry = valueOf(layout.options("entry"), options);
  if (entry && entry.value !== "")
    return { kind: "words", next, entryAt: entry.valueAt, entryOffset: entry.valueOffset };
  if (layout.is("codeIsNeeded")) return nothing(words);
  if (next >= words.length) {
    const starts =
      layout.is("shell") || options.some((option) => layout.options("login").has(option.name));
    return starts ? { kind: "login", next } : nothing(words);
  }
  const until = layout.words("until");
  const end =
    until.length === 0
      ? -1
      : words.findIndex((word, at) => at >= next && until.includes(word ?? ""));
  // `parallel ::: COMMAND COMMAND`
  if (end === next) return { kind: "words", next: next + 1, end: next + 2, joined: true };
  const inner = end < 0 ? words : words.slice(0, end);
  const isAlone =
    layout.is("joined", "alone") && readOptions(layout, inner, next).operands.length === 1;
  return {
    kind: "words",
    next,
    ...((layout.is("joined") || isAlone) && { joined: true as const }),
    ...(end >= 0 ? { end } : isAlone && { end: next + 1 }),
  };
}

/** Reads `find … -exec COMMAND` or `cmd /c COMMAND`, where a marker precedes the command. Without one, `cmd` reads standard input. */
function readAfterMarker(layout: Layout, words: Words, start: number): Prefix {
  const lowered = words.slice(start).map((word) => word?.toLowerCase() ?? "");
  if (lowered.some((word) => layout.words("idle").includes(word))) return nothing(words);
  const at = lowered.findIndex((word) => layout.words("behind").includes(word));
  const isShell = layout.is("shell");
  const code = layout.has("code")
    ? valueOf(layout.options("code"), readOptions(layout, words, start).options)
    : undefined;
  if (code !== undefined && (at < 0 || code.at < start + at))
    return {
      kind: "code",
      next: words.length,
      codeAt: code.valueAt,
      codeOffset: code.valueOffset,
    };
  const among = layout.words("among");
  const isAmong = (word: string): boolean =>
    among.some((part) =>
      part.endsWith("$") ? word.endsWith(part.slice(0, -1)) : word.includes(part),
    );
  if (among.length > 0 && !lowered.some(isAmong)) return nothing(words);
  if (at < 0)
    return {
      kind: isShell && lowered.every((word) => word.startsWith("/")) ? "login" : "other",
      next: words.length,
    };
  const next = start + at + 1;
  if (next >= words.length) return nothing(words);
  if (layout.is("operand", "code")) return { kind: "code", next, codeAt: next, codeOffset: 0 };
  if (layout.is("shellWords")) return readShellWords(words, next);
  // a single word contains a whole command line, and so do words with a pipe operator among them
  const joined = isShell && (next === words.length - 1 || words.includes("|", next));
  return { kind: "words", next, ...(joined && { joined }) };
}

/**
 * Reads `su` or `runuser`, which have options before and after the user's name. With `--`, the words after it and after the name are
 * passed to that user's shell.
 */
function readMixed(layout: Layout, words: Words, start: number): Prefix {
  const line = readOptions(layout, words, start);
  if (isIdle(layout, line.options)) return nothing(words);
  const code = valueOf(layout.options("code"), line.options);
  if (code)
    return { kind: "code", next: words.length, codeAt: code.valueAt, codeOffset: code.valueOffset };
  const user = line.operands.find((at) => words[at] !== "-");
  if (user !== undefined && line.options.some(({ name }) => layout.options("wordsWith").has(name)))
    return { kind: "words", next: user };
  if (user === undefined || line.terminator < 0) return { kind: "login", next: words.length };
  return readShellWords(words, Math.max(user, line.terminator) + 1);
}

/** Reads words that are passed to a shell as its options and operands. */
function readShellWords(words: Words, start: number): Prefix {
  const shell = readOptions(layoutNamed("bash"), words, start);
  const codeAt = shell.operands[0];
  if (codeAt === undefined || !shell.options.some((option) => option.name === "c"))
    return nothing(words);
  return { kind: "code", next: words.length, codeAt, codeOffset: 0 };
}

/** The options with which a command runs nothing; used for a layout that lists no such options. */
const IDLE: ReadonlySet<string> = new Set(["help", "version"]);

function isIdle(layout: Layout, options: readonly OptionUse[]): boolean {
  const idle = layout.has("idle") ? layout.options("idle") : IDLE;
  return options.some((option) => idle.has(option.name));
}

function valueOf(names: ReadonlySet<string>, options: readonly OptionUse[]): OptionUse | undefined {
  return options.findLast((option) => names.has(option.name) && option.valueAt >= 0);
}

function nothing(words: Words): Prefix {
  return { kind: "none", next: words.length };
}
