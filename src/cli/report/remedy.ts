import type { Finding } from "../../core/index.js";
import { remedyOf, type Remedy, type Step } from "../../remedy/index.js";

type Words = Extract<Remedy, { words: unknown }>["words"];

const WORDS: Readonly<Record<Words, string>> = {
  download:
    "download to a file, read it, compare its checksum with the publisher's, then run the file",
  print: "print the decoded payload and read it, instead of executing it unseen",
  pin: "look at the program at this address first, and run a copy that you have read, or a version that is pinned",
  "log-in": "use ssh, which controls who may log in and from where",
};

const COMMENTS: Readonly<Partial<Record<Step["purpose"], string>>> = {
  look: "look at what would run",
  compare: "compare with the publisher's checksum or signature",
  print: "read it, instead of executing it unseen",
};

/** Returns the safer commands, one line each: download, look, verify, run. Empty if the trace does not lead to one. */
export function remedy(finding: Finding, text: string): string[] {
  const way = remedyOf(finding, text);
  if (way === null) return [];
  if ("words" in way) return [WORDS[way.words]];
  const others = way.steps.flatMap(({ otherwise }) =>
    otherwise === undefined ? [] : [`# if Windows does not allow scripts: ${otherwise}`],
  );
  return [...linesOf(way.steps), ...others];
}

/** Returns the steps as lines of a script, those that need it with a comment, one below the other. */
export function linesOf(steps: readonly Step[]): string[] {
  const width = Math.max(
    ...steps.map(({ purpose, command }) => (purpose in COMMENTS ? command.length : 0)),
  );
  return steps.map(({ purpose, command }) => {
    const comment = COMMENTS[purpose];
    return comment === undefined ? command : `${command.padEnd(width)}    # ${comment}`;
  });
}
