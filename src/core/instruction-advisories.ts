import { candidateOf, type Candidate } from "./evaluate/candidate.js";
import type { Context, Instruction } from "./context/index.js";
import { Findings } from "./evaluate/findings.js";
import type { Match } from "./model.js";
import type { Place } from "./segment/region.js";
import type { DetectorEngine } from "./create-engine.js";

/** Returns a candidate advisory for each instruction in prose whose rule is not disabled. */
export function adviceIn(
  text: string,
  instructions: readonly Instruction[],
  engine: DetectorEngine,
): Candidate[] {
  const made = new Findings(text);
  return instructions
    .filter(({ rule }) => !engine.off.has(rule))
    .map((instruction) => {
      const { span, block } = instruction;
      const place: Place = {
        kind: "prose",
        language: "unknown",
        tag: null,
        start: span[0],
        block,
      };
      return candidateOf(adviceOf(instruction), place, made);
    });
}

/**
 * Returns a `dismiss` for instructions in prose. If the steps of an instruction are in several blocks, the step that runs the download
 * is judged first, in its block, and then the whole instruction. The order matters: the first judgement in a paragraph determines which
 * of its words are a command.
 */
export function dismissOf(
  instructions: readonly Instruction[],
  { dismiss }: Context,
): Context["dismiss"] {
  const runningAt = new Map(instructions.map(({ span, running }) => [span[0], running]));
  return (span, place) => {
    const running = runningAt.get(span[0]);
    const isDivided = running !== undefined && span[0] < place.block.start;
    return (
      (isDivided ? dismiss(running, { ...place, start: running[0] }) : null) ?? dismiss(span, place)
    );
  };
}

function adviceOf({ rule, span, address, running }: Instruction): Match {
  return {
    rule,
    level: "advisory",
    span,
    trace: [
      {
        step: "fetch",
        span: address,
        message: "the text tells the reader to download from this address",
      },
      { step: "execute", span: running, message: "the text tells the reader to run it" },
    ],
  };
}
