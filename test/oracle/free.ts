import fc from "fast-check";
import type { Detector } from "../../src/core/index.js";
import { allRunnable, type Disagreement } from "./flow.js";
import { Draw, sinks } from "./grammar.js";
import type { Sandbox } from "./sandbox.js";

/** What runs although the contract calls it negative, with the sentence that says so. */
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

/** What is flagged although nothing runs, with the sentence that says so. */
const flaggedIdle: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /wc -l|local\.sh|xargs|\brev\b|xxd|base64/,
    "decisions 4: anything may stand between in the pipe",
  ],
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
  // a fault of its parser: elsewhere, and in other shells, the group runs
  [
    /\$\(time (?:-p )?\{/,
    "card 8: bash 5.2 refuses a group that `time` begins a substitution with",
  ],
];

/** Free texts; most draws take the plainest piece. */
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

/** Runs one text in the sandbox and compares; null where both agree, skipped where a shell it names is not there. */
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
