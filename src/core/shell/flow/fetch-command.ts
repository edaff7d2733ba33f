import type { TraceStep } from "../../model.js";
import { patternsOf, type Role } from "../../query/role.js";
import { pathOf } from "./paths.js";
import { optionWords, type Argument } from "./argument.js";
import { readFetch, type FetchReading } from "./fetchers.js";
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

/** Addresses or a body from standard input: `wget -i -`, `curl -d @-`. Else a fetcher, in a loop that is fed say, leaves it alone. */
const READS_STDIN = /(?:^|\s)(?:-\w*[iT]|--(?:input-file|upload-file))[= ]?-(?=\s|$)|@-(?=\s|$)/;

/** What a fetcher writes to standard output; the files it writes are remembered. */
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
  if (reading.destination === "file")
    noteFiles(
      reading,
      args,
      fetched(word.span[0], [...steps, fetchStep(word, name, role)], role.rule),
      scope,
    );
  if (reading.destination !== "stdout") return silent;
  const option = args[reading.at];
  const output: TraceStep = {
    step: "output",
    message: reading.message,
    cardRule: reading.cardRule,
    ...(option === undefined ? {} : { span: option.span }),
  };
  const remote = fetched(word.span[0], [...steps, fetchStep(word, name, role), output], role.rule);
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

/** Remembers the files a download goes to; without a name, the last part of the address is one. */
function noteFiles(
  reading: FetchReading,
  args: readonly Argument[],
  remote: Remote,
  scope: Scope,
): void {
  for (const at of reading.files) {
    const argument = args[at];
    const file = argument === undefined ? null : pathOf(argument);
    if (file !== null) scope.env.write(file.replace(/^--?[\w-]*=/, ""), remote);
  }
  if (reading.files.length > 0) return;
  for (const { text } of args.slice(1)) {
    const name = /\/([^/?#]+)(?:[?#].*)?$/.exec(text ?? "")?.[1];
    if (name !== undefined) scope.env.write(name, remote);
  }
}
