import fc from "fast-check";
import type { Detector } from "../../src/core/index.js";
import { allRunnable, type Disagreement } from "./generated-snippets.js";
import { Draw, sinks } from "./shell-grammar.js";
import type { Sandbox } from "./sandbox.js";

/** Patterns of snippets that execute fetched code but are not flagged, and the rule of the contract that requires this. */
const executedButNegative: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/>[>|&]? ?f\b|> p\b|-o ?f\b|wget https|tee f/, "flow through a file"],
  [/^(?:\$|`|"\$|")|; \$V\b|do \$l\b|'\$l'/, "a bare substitution names no interpreter"],
  [/ssh host(?:$| "\$)|trap "\$/, "ssh and trap name no interpreter"],
  [/script -qc|find \. /, "only the listed launchers count"],
  [/\balias\b/, "an alias is text"],
];

/** Patterns of snippets that are flagged although no fetched code is executed, and the rule of the contract that requires this. */
const flaggedButNotExecuted: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /wc -l|local\.sh|xargs|\brev\b|xxd|base64/,
    "a pipe may have any commands between fetcher and interpreter",
  ],
  [
    /eval (?:"?echo|.*'\$\()|-c '"?\$1|-c '"?\$0|echo \{\}/,
    "fetched text inside other code is code",
  ],
  [/\^\^|@Q|:0\}|#V|%x|\/\/a/, "variables carry fetched text"],
  [/while read|for l in|read -r/, "a loop may execute the lines that it reads as shell code"],
  [/source |\. [<\/]|eval/, "fetched text given to eval or source is shell code"],
  [/\{ trap '/, "the code of a trap is read where it is written, not where the shell ends"],
  [/\|\||&&|\bif\b|! /, "a condition between fetch and execution does not change the label"],
  // bash has a bug here: other shells run the group
  [
    /\$\(time (?:-p )?\{/,
    "bash 5.2 refuses a group after `time` at the beginning of a substitution",
  ],
];

/** Randomly composed snippets, in which most pieces are the first, simplest ones. */
export const randomSnippets: fc.Arbitrary<string> = fc
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
export function compareSnippet(
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
