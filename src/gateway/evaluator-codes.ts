import { KNOWN_CODES, type CodeRule, type EvaluatorCode, type Verdict } from "../protocol/index.js";
import { ServiceError } from "../service/service-error.js";

/** The verdict of each code while it is enabled. */
const VERDICTS: Readonly<Record<EvaluatorCode, Verdict>> = { PS: "finding", NONE: "clear" };

/** The known evaluator codes, and which of them are disabled. */
export class EvaluatorCodes {
  readonly #rules: ReadonlyMap<string, CodeRule>;

  constructor(disabled: readonly string[]) {
    this.#rules = new Map(
      KNOWN_CODES.map((code) => [
        code,
        { code, verdict: VERDICTS[code], enabled: !disabled.includes(code) },
      ]),
    );
  }

  /** All rules, as `/v1/version` shows them. */
  get rules(): CodeRule[] {
    return [...this.#rules.values()];
  }

  /**
   * Returns the verdict for a code, which is `abstained` if the code is disabled.
   * @throws ServiceError `evaluator-unknown-code`
   */
  verdictFor(code: string): Verdict {
    const rule = this.#rules.get(code);
    if (rule === undefined) throw new ServiceError("evaluator-unknown-code");
    return rule.enabled ? rule.verdict : "abstained";
  }
}
