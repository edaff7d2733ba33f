import { modelRevision, type Revision } from "../../../src/protocol/index.js";
import { encodeSpans } from "../../../src/redactor/offsets.js";
import { encodeAnswer } from "../../../src/evaluator/answer.js";
import type { EvaluatedText, EvaluationTask } from "../../../src/evaluator/task.js";

/** Replaces the worker of the evaluator in tests: finds `curl URL | sh`, and fails for texts with words such as WORKER-EXITS. */
const revision = (profile: Revision["profile"]): Revision => ({
  package: "0.0.0",
  profile,
  grammars: { bash: "1.0.0" },
  queries: "0".repeat(64),
});

export default function evaluate({
  text,
  profile,
  offsetEncoding,
  sourceHash,
}: EvaluationTask): EvaluatedText {
  if (text.includes("WORKER-EXITS")) process.exit(3);
  if (text.includes("WORKER-THROWS")) throw new Error(`cannot read ${text}`);
  if (text.includes("WORKER-HANGS")) for (;;);
  const match = /curl \S+ \| sh/.exec(text);
  const common = {
    notes: [],
    outcome: text.includes("WORKER-GIVES-UP")
      ? {
          status: "incomplete" as const,
          limits: [
            {
              limit: "deadline",
              message: "out of time",
              span: [0, text.length] as [number, number],
            },
          ],
        }
      : { status: "complete" as const },
    modelRevision: modelRevision(revision(profile)),
    offsetEncoding,
    sourceHash,
  };
  if (match === null)
    return encodeAnswer({ code: "NONE", labels: [], spans: [], findings: [], ...common });
  const [span = [0, 0] as [number, number]] = encodeSpans(
    text,
    [[match.index, match.index + match[0].length]],
    offsetEncoding,
  );
  const finding = {
    rule: "bash/fetch-pipe",
    level: "finding" as const,
    span,
    text: match[0],
    snippet: { kind: "prose", language: "shell", tag: null },
    trace: [],
  };
  return encodeAnswer({
    code: "PS",
    labels: ["PS"],
    spans: [span],
    findings: [finding],
    ...common,
  });
}

export function revisions(): Revision[] {
  return [revision("contract"), revision("extended")];
}
