import fc from "fast-check";
import type { Detector } from "../../src/core/index.js";
import { allRunnable, type Disagreement } from "./flow.js";
import { Draw, sinks } from "./grammar.js";
import type { Sandbox } from "./sandbox.js";

/** Matches snippets that execute fetched code but are negative in the contract, each with the sentence of the contract. */
const executedButNegative: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/>[>|&]? ?f\b|> p\b|-o ?f\b|wget https|tee f/, "card 10 and 17: flow through a file"],
  [
    /^(?:\$|`|"\$|")|; \$V\b|do \$l\b|'\$l'/,
    "decisions 4: a bare substitution names no interpreter",
  ],
  [/ssh host(?:$| "\$)|trap "\$/, "decisions 4: ssh and trap name no interpreter"],
  [/script -qc|find \. /, "decisions 2: the launchers are a list"],
  [/\balias\b/, "decisions 4: an alias is text"],
];

/** Matches snippets that the contract flags although nothing is executed, each with the sentence of the contract. */
const flaggedButNotExecuted: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/wc -l|local\.sh|xargs|\brev\b|xxd|base64/, "decisions 4: anything may be between in the pipe"],
  [
    /eval (?:"?echo|.*'\$\()|-c '"?\$1|-c '"?\$0|echo \{\}/,
    "card 8: fetched text inside other code is code",
  ],
  [/\^\^|@Q|:0\}|#V|%x|\/\/a/, "decisions 4: variables carry fetched text"],
  [/while read|for l in|read -r/, "decisions 4: loops pass lines on as shell code"],
  [/source |\. [<\/]|eval/, "card 9: fetched text given to eval or source is shell code"],
  [
    /\{ trap '/,
    "decisions 4: the code of a trap is read where it is written, not where the shell ends",
  ],
  [
    /\|\||&&|\bif\b|! /,
    "decisions 4: a condition between fetch and execution does not change the label",
  ],
  // a bug in bash's parser: other shells run the group
  [
    /\$\(time (?:-p )?\{/,
    "card 8: bash 5.2 refuses a group that `time` begins a substitution with",
  ],
];

/** Randomly composed snippets; most pieces are the first, simplest ones. */
export const freeTexts: fc.Arbitrary<string> = fc
  .tuple(
    fc.nat(),
    fc.nat(),
    fc.array(
      fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat() }),
      { maxLength: 24 },
    ),
  )
  .map(([sink, carrier, others]) =>
    new Draw([sink, carrier, ...others]).text(sinks).replace(/ +$/gm, ""),
  );

/**
 * Runs a snippet in the sandbox and compares the result with the detector's. Returns null if they agree, and `skipped` if an
 * interpreter is missing.
 */
export function compareText(
  snippet: string,
  detector: Detector,
  sandbox: Sandbox,
): Disagreement | null | "skipped" {
  if (!allRunnable(snippet, sandbox)) return "skipped";
  const detected = detector.detect(`\`\`\`bash\n${snippet}\n\`\`\`\n`).labels.length > 0;
  const executed = sandbox.executes(snippet, "bash");
  if (detected === executed) return null;
  const explained = detected ? flaggedButNotExecuted : executedButNegative;
  return {
    snippet,
    detected,
    executed,
    reason: explained.find(([pattern]) => pattern.test(snippet))?.[1] ?? null,
  };
}
