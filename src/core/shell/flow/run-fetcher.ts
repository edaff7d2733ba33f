import type { TraceStep } from "../../model.js";
import { patternsOf, type Role } from "../../query/role.js";
import { pathsNamed } from "./variable-paths.js";
import { textsOf } from "./values.js";
import { optionWords, unknown, type Argument } from "./argument.js";
import { readFetch, type FetchReading, type WordPart } from "./fetch-destination.js";
import type { Runner, Scope } from "./runner.js";
import { fetched, mergeRemotes, passed, silent, type Remote, type Stream } from "./stream.js";

export function fetchStep(word: Argument, name: string, role: Role): TraceStep {
  return {
    step: "fetch",
    span: word.span,
    message: `${name} fetches remote content`,
    cardRule: 1,
    ...patternsOf(role),
  };
}

/**
 * Matches options with which a fetcher reads URLs or a body from standard input: `wget -i -`, `curl -d @-`. A fetcher without them
 * does not read standard input, for example in a loop with redirected input.
 */
const READS_STDIN = /(?:^|\s)(?:-\w*[iT]|--(?:input-file|upload-file))[= ]?-(?=\s|$)|@-(?=\s|$)/;

/** Runs a fetcher: returns what it writes to standard output, and records the files it writes. */
export function runFetcher(
  name: string,
  role: Role,
  args: readonly Argument[],
  steps: readonly TraceStep[],
  runner: Runner,
  scope: Scope,
): Stream {
  const [word] = args;
  if (word === undefined) return silent;
  const reading = readFetch(role, optionWords(args), 1, name);
  if (reading.unknown !== undefined)
    runner.note({
      kind: "undecided",
      reason: "output-not-known",
      message: `${name} writes where its ${reading.unknown} says`,
      span: word.span,
    });
  if (reading.destination === "none") return silent;
  const fetchSteps = [...steps, fetchStep(word, name, role)];
  noteFiles(reading, args, fetched(word.span[0], fetchSteps, role.rule), scope);
  if (reading.destination === "file") return silent;
  const option = args[reading.at];
  const output: TraceStep = {
    step: "output",
    message: reading.message,
    cardRule: reading.cardRule,
    ...(option === undefined ? {} : { span: option.span }),
  };
  const [file] = namesOf(args);
  const remote: Remote = {
    ...fetched(word.span[0], [...fetchSteps, output], role.rule),
    ...(file !== undefined && { file }),
  };
  const { stdin } = scope;
  const isReader =
    stdin.remote !== null &&
    !stdin.remote.executed &&
    !stdin.remote.inherited &&
    READS_STDIN.test(optionWords(args).join(" "));
  return {
    remote: isReader ? mergeRemotes(passed(stdin.remote, word.span[0]), remote) : remote,
    text: null,
  };
}

/** Returns the paths that a part of an argument may name; empty if they are unknown. */
function partOf(args: readonly Argument[], part: WordPart | undefined): readonly string[] {
  const argument = part === undefined ? undefined : args[part.at];
  return argument === undefined || part === undefined
    ? []
    : pathsNamed(argument).map((path) => path.slice(part.offset));
}

/** Returns the last path components of a command's URLs. */
function namesOf(args: readonly Argument[]): string[] {
  return args.slice(1).flatMap((argument) => nameIn(argument, 0));
}

/** Returns the last path component of each URL that may begin at an offset in an argument, if it is known: `"$BASE/install.sh"`. */
function nameIn(argument: Argument | undefined, offset: number): string[] {
  return (argument === undefined ? [] : textsOf(argument)).flatMap((text) => {
    const [, name = unknown] = /\/([^/?#]+)(?:[?#].*)?$/.exec(text.slice(offset)) ?? [];
    return name.includes(unknown) ? [] : name;
  });
}

/** Records the files that a fetcher writes; a file without a name is named by the last path component of its URL. */
function noteFiles(
  reading: FetchReading,
  args: readonly Argument[],
  remote: Remote,
  scope: Scope,
): void {
  const folder = partOf(args, reading.folder)[0]?.replace(/\/+$/, "/") ?? "";
  const prefix = folder === "" || folder.endsWith("/") ? folder : `${folder}/`;
  const { files: named, naming, destination } = reading;
  const files = named.flatMap((part) => partOf(args, part));
  const names =
    naming?.flatMap(({ at, offset }) => nameIn(args[at], offset)) ??
    (named.length === 0 && destination === "file" ? namesOf(args) : []);
  for (const file of [...files, ...names]) scope.env.recordDownload(prefix + file, remote);
}
