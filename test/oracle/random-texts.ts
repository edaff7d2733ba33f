import fc from "fast-check";
import type { Detector } from "../../src/core/index.js";
import { allRunnable, type Disagreement } from "./flow.js";
import { Draw, sinks } from "./grammar.js";
import type { Sandbox } from "./sandbox.js";

/** Texts that are executed although they are negative in the contract, with its sentence. */
const runsUnflagged: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/>[>|&]? ?f\b|> p\b|-o ?f\b|wget https|tee f/, "card 10 and 17: flow through a file"],
  [
    /^(?:\$|`|"\$|")|; \$V\b|do \$l\b|'\$l'/,
    "decisions 4: a bare substitution names no interpreter",
  ],
  [/ssh host(?:$| "\$)|trap "\$/, "decisions 4: ssh and trap name no interpreter"],
  [/script -qc|find \. /, "decisions 2: the launchers are a list"],
  [/\balias\b/, "decisions 4: an alias is text"],
];

/** Texts that are flagged although nothing is executed, with the sentence of the contract. */
const flaggedIdle: readonly (readonly [pattern: RegExp, reason: string])[] = [
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
    "decisions 4: the code of a trap is read where it stands, not where the shell ends",
  ],
  [
    /\|\||&&|\bif\b|! /,
    "decisions 4: a condition between fetch and execution does not change the label",
  ],
  // a bug of this shell's parser: other shells run the group
  [
    /\$\(time (?:-p )?\{/,
    "card 8: bash 5.2 refuses a group that `time` begins a substitution with",
  ],
];

/** Randomly composed texts; most draws are the simplest piece. */
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

/** Runs a text in the sandbox and compares the results; null if they agree. Skipped if a named shell is missing. */
export function compareText(
  snippet: string,
  detector: Detector,
  sandbox: Sandbox,
): Disagreement | null | "skipped" {
  if (!allRunnable(snippet, sandbox)) return "skipped";
  const detected = detector.detect(`\`\`\`bash\n${snippet}\n\`\`\`\n`).labels.length > 0;
  const executed = sandbox.executes(snippet, "bash");
  if (detected === executed) return null;
  const explained = detected ? flaggedIdle : runsUnflagged;
  return {
    snippet,
    detected,
    executed,
    reason: explained.find(([pattern]) => pattern.test(snippet))?.[1] ?? null,
  };
}
