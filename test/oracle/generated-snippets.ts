import fc from "fast-check";
import type { Detector } from "../../src/core/index.js";
import { unmarked } from "../support/marked.js";
import { receivers } from "../generated/pipeline-parts.js";
import { shellCase, sizes, type Choice } from "../generated/shell-case.js";
import type { Sandbox } from "./sandbox.js";

/** The indices of the pieces that the programs of the sandbox support. Other tests cover the other pieces. */
const supported: Readonly<Record<Exclude<keyof Choice, "carrier">, readonly number[]>> = {
  fetch: [0, 1, 2],
  address: [0, 1, 2, 3, 6],
  fetchSpelling: [0, 1, 2, 3, 4, 5],
  receiverSpelling: [0, 1, 2, 3, 4, 5],
  redirect: [0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  stage: [0, 1, 3, 5, 7, 8],
  fetchWrapper: [0, 6, 8, 9, 11, 13, 14, 16, 20, 21],
  wrapper: [0, 6, 8, 9, 10, 11, 13, 14, 16, 20, 21], // without `time`, which is a separate program after a pipe and may be missing
  receiver: receivers.flatMap(({ arguments: args }, index) =>
    /-r |json\.tool|--input-type|pipefail/.test(args) ? [] : [index],
  ),
};

/** Patterns of snippets that are flagged although no fetched code is executed, and the rule of the contract that requires this. */
const explanations: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /<<EOF\nx |-[ce] "cd /,
    "fetched text inside other code is code, even if this code is not a valid program of the language",
  ],
  [
    /(?:python3|node)["']? -[ce] \$\(/,
    "an unquoted substitution counts, even if the shell splits it into several words",
  ],
  [
    /(?:n["'\\]*o["'\\]*d["'\\]*e|6eode)["']* <\(/,
    "an interpreter with a process substitution counts, even if it refuses to read a pipe as a file",
  ],
  [/["\\']*(?:source|\.)["']* <\(/, "source of a process substitution counts whatever its text"],
  [/for l in|while read/, "a loop may execute the lines that it reads as shell code"],
  [/eval|S=/, "fetched text given to eval is shell code"],
  [/2>&1 \| cat/, "standard error does not matter"],
];

/** Choices of pieces that the sandbox can run. Most pieces are the first, simplest ones. */
export const runnableChoices: fc.Arbitrary<Choice> = fc.record({
  fetch: plainOr(supported.fetch),
  address: plainOr(supported.address),
  fetchSpelling: plainOr(supported.fetchSpelling),
  receiverSpelling: plainOr(supported.receiverSpelling),
  redirect: plainOr(supported.redirect),
  stage: plainOr(supported.stage),
  fetchWrapper: plainOr(supported.fetchWrapper),
  wrapper: plainOr(supported.wrapper),
  receiver: fc.constantFrom(...supported.receiver),
  carrier: fc.nat(sizes.carrier - 1),
});

function plainOr(options: readonly number[]): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constantFrom(...options) },
  );
}

export interface Disagreement {
  readonly snippet: string;
  readonly detected: boolean;
  readonly executed: boolean;
  /** The rule of the contract that explains the difference, or null if there is none. */
  readonly reason: string | null;
}

/**
 * Runs the snippet of a choice in the sandbox and compares the result with the detector's. Returns null if they agree, and `skipped`
 * if the pieces cannot be combined or the interpreter is missing.
 */
export function compare(
  choice: Choice,
  detector: Detector,
  sandbox: Sandbox,
): Disagreement | null | "skipped" {
  const marked = shellCase(choice);
  const word = receivers[choice.receiver]?.word ?? "";
  if (marked === null || !isRunnable(word, sandbox)) return "skipped";
  const snippet = unmarked(marked);
  const detected = detector.detect(`\`\`\`bash\n${snippet}\n\`\`\`\n`).labels.length > 0;
  const executed = sandbox.executes(snippet, word);
  if (detected === executed) return null;
  const reason = detected
    ? (explanations.find(([pattern]) => pattern.test(snippet))?.[1] ?? null)
    : null;
  return { snippet, detected, executed, reason };
}

const interpreterNames = ["sh", "bash", "zsh", "python3", "node"];

/** Whether a word is not an interpreter or is available in the sandbox. */
function isRunnable(word: string, sandbox: Sandbox): boolean {
  return sandbox.programs.has(word) || !interpreterNames.includes(word);
}

/** Whether all interpreters that a snippet names are available in the sandbox. */
export function allRunnable(snippet: string, sandbox: Sandbox): boolean {
  return interpreterNames.every(
    (name) => isRunnable(name, sandbox) || !new RegExp(`\\b${name}\\b`).test(snippet),
  );
}
