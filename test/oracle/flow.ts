import fc from "fast-check";
import type { Detector } from "../../src/core/index.js";
import { unmarked } from "../support/marked.js";
import { interpreters } from "../generated/pieces.js";
import { shellCase, sizes, type Choice } from "../generated/shell.js";
import type { Sandbox } from "./sandbox.js";

/** Pieces that the stub programs support; other tests cover other options, spellings and stages. */
const actable: Readonly<Record<Exclude<keyof Choice, "carrier">, readonly number[]>> = {
  fetch: [0, 1, 2],
  address: [0, 1, 2, 3, 6],
  fetchSpelling: [0, 1, 2, 3, 4, 5],
  interpreterSpelling: [0, 1, 2, 3, 4, 5],
  redirect: [0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  stage: [0, 1, 3, 5, 7, 8],
  fetchWrapper: [0, 6, 8, 9, 11, 13, 14, 16, 20, 21],
  wrapper: [0, 6, 8, 9, 10, 11, 13, 14, 16, 20, 21], // `time` behind a pipe is a program of its own that may be missing
  interpreter: interpreters.flatMap(({ arguments: args }, index) =>
    /-r |json\.tool|--input-type|pipefail/.test(args) ? [] : [index],
  ),
};

/** Carriers for which the contract differs from a single run of the shell, with the sentence of the contract. */
const explained: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /<<EOF\nx |-[ce] "cd /,
    "card 8: fetched text inside other code is code, also where this code is no program of the language",
  ],
  [
    /(?:python3|node)["']? -[ce] \$\(/,
    "card, spans: an unquoted substitution counts, also where it splits into its own words",
  ],
  [
    /(?:n["'\\]*o["'\\]*d["'\\]*e|6eode)["']* <\(/,
    "card 9: an interpreter with a process substitution counts, also where it refuses to read a pipe as a file",
  ],
  [
    /["\\']*(?:source|\.)["']* <\(/,
    "card 9: source of a process substitution counts whatever its text",
  ],
  [/for l in|while read/, "decisions 4: loops pass lines on as shell code"],
  [/eval|S=/, "card 9: fetched text given to eval is shell code"],
  [/2>&1 \| cat/, "decisions 3: standard error does not matter"],
];

/** Choices of pieces that the sandbox can run, mostly simple ones. */
export const actableChoices: fc.Arbitrary<Choice> = fc.record({
  fetch: plainOr(actable.fetch),
  address: plainOr(actable.address),
  fetchSpelling: plainOr(actable.fetchSpelling),
  interpreterSpelling: plainOr(actable.interpreterSpelling),
  redirect: plainOr(actable.redirect),
  stage: plainOr(actable.stage),
  fetchWrapper: plainOr(actable.fetchWrapper),
  wrapper: plainOr(actable.wrapper),
  interpreter: fc.constantFrom(...actable.interpreter),
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
  /** The sentence of the contract that explains the difference; null if there is none. */
  readonly reason: string | null;
}

/** Runs a choice in the sandbox and compares the results; null if they agree or the pieces cannot be combined. */
export function compare(
  choice: Choice,
  detector: Detector,
  sandbox: Sandbox,
): Disagreement | null | "skipped" {
  const marked = shellCase(choice);
  const word = interpreters[choice.interpreter]?.word ?? "";
  if (marked === null || !runnable(word, sandbox)) return "skipped";
  const snippet = unmarked(marked);
  const detected = detector.detect(`\`\`\`bash\n${snippet}\n\`\`\`\n`).labels.length > 0;
  const executed = sandbox.executes(snippet, word);
  if (detected === executed) return null;
  const reason = detected
    ? (explained.find(([pattern]) => pattern.test(snippet))?.[1] ?? null)
    : null;
  return { snippet, detected, executed, reason };
}

const interpreterNames = ["sh", "bash", "zsh", "python3", "node"];

/** Whether the sandbox has an interpreter. */
function runnable(word: string, sandbox: Sandbox): boolean {
  return sandbox.programs.has(word) || !interpreterNames.includes(word);
}

/** Whether the sandbox has every interpreter that a text names. */
export function allRunnable(snippet: string, sandbox: Sandbox): boolean {
  return interpreterNames.every(
    (name) => runnable(name, sandbox) || !new RegExp(`\\b${name}\\b`).test(snippet),
  );
}
