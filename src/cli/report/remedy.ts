import type { Finding } from "../../core/index.js";
import { remedyOf, type Advice, type Step } from "../../remedy/index.js";

const ADVICE: Readonly<Record<Advice, string>> = {
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

/** Returns the safer commands for a finding, one line each, or a line of advice; empty if there is neither. */
export function remedyLines(finding: Finding, text: string): string[] {
  const found = remedyOf(finding, text);
  if (found === null) return [];
  if ("advice" in found) return [ADVICE[found.advice]];
  const alternatives = found.steps.flatMap(({ otherwise }) =>
    otherwise === undefined ? [] : [`# if Windows does not allow scripts: ${otherwise}`],
  );
  return [...linesOf(found.steps), ...alternatives];
}

/** Returns the commands of steps, one line each; some have a comment, and all comments begin in the same column. */
export function linesOf(steps: readonly Step[]): string[] {
  const width = Math.max(
    ...steps.map(({ purpose, command }) => (purpose in COMMENTS ? command.length : 0)),
  );
  return steps.map(({ purpose, command }) => {
    const comment = COMMENTS[purpose];
    return comment === undefined ? command : `${command.padEnd(width)}    # ${comment}`;
  });
}
