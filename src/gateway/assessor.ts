import { createHash, webcrypto } from "node:crypto";
import type { AssessmentRequest, EvaluationRequest, Profile, Verdict } from "../protocol/index.js";
import { PresidioError, type RedactedText, type Redactor } from "../redactor/index.js";
import { abortError, ServiceError, type Call } from "../service/index.js";
import { assessmentJson } from "./assessment-json.js";
import type { EvaluatorPort, ReceivedAnswer, Reader } from "./evaluator-port.js";
import type { AssessedAnswer, AnswerTask } from "./assess-answer.js";

/** Maximum length in UTF-16 code units of a text that is hashed on this thread; longer texts are hashed on Node's thread pool. */
const MAX_SHORT_LENGTH = 64 * 1024;

/** Returns the SHA-256 of a text as UTF-8, in hexadecimal. */
export async function subjectHashOf(text: string): Promise<string> {
  if (text.length <= MAX_SHORT_LENGTH)
    return createHash("sha256").update(text, "utf8").digest("hex");
  return Buffer.from(
    await webcrypto.subtle.digest("SHA-256", new TextEncoder().encode(text)),
  ).toString("hex");
}

export interface AssessorOptions {
  readonly evaluator: Pick<EvaluatorPort, "mode" | "evaluate">;
  /** Present only with a remote evaluator. */
  readonly reader: Reader | undefined;
  readonly redactor: Redactor;
  readonly textWorker: {
    assessAnswer(task: AnswerTask, signal: AbortSignal): Promise<AssessedAnswer>;
  };
  readonly config: AssessorConfig;
}

/** The configuration of assessments; it is read for each request, so that it may change. */
export interface AssessorConfig {
  /** Evaluator codes to abstain from. */
  readonly disableCode: readonly string[];
  readonly evaluatorSourceHash?: string | undefined;
  readonly evaluatorRevision: readonly string[];
  /** The profile for a request that does not name one. */
  readonly profile: Profile;
}

export interface Assessment {
  readonly verdict: Verdict;
  /** The serialized response. */
  readonly json: string | Buffer;
}

/** An evaluator's response, and the request that was sent. */
interface Answered {
  readonly answer: ReceivedAnswer;
  readonly question: EvaluationRequest;
}

/** Redacts and evaluates a text, and returns the verdict. */
export class Assessor {
  constructor(readonly options: AssessorOptions) {}

  async assess(request: AssessmentRequest, subjectHash: string, call: Call): Promise<Assessment> {
    const [redacted, assessed] = await this.#ask(request, subjectHash, call);
    if (!assessed.ok)
      throw new ServiceError(
        assessed.code,
        assessed.detail === undefined ? {} : { detail: assessed.detail },
      );
    const { verdict, evaluated } = assessed;
    const { responseId } = request;
    const head = { subjectHash, ...(responseId === undefined ? {} : { responseId }), verdict };
    return {
      verdict,
      json: assessmentJson({
        head,
        evaluated,
        redaction: redacted.summary,
        assertions: redacted.assertions,
      }),
    };
  }

  /**
   * Redacts and evaluates a text. A remote evaluator gets the redacted text; an evaluator in this process gets the original, and
   * does not wait for the redactor.
   */
  async #ask(
    request: AssessmentRequest,
    subjectHash: string,
    call: Call,
  ): Promise<[RedactedText, AssessedAnswer]> {
    const question = this.#questionOf(request);
    if (this.options.evaluator.mode === "embedded") {
      const evaluated = this.options.evaluator
        .evaluate(question, call)
        .then((answer) => this.#assessAnswer({ answer, question }, request.text, call));
      return Promise.all([this.#redact(request, subjectHash, call), evaluated]);
    }
    const redacted = await this.#redact(request, subjectHash, call);
    if (redacted.replaced === null) throw new ServiceError("internal-error");
    const answered = await this.#askRemote(question, redacted.replaced, call);
    return [redacted, await this.#assessAnswer(answered, request.text, call)];
  }

  /**
   * Sends the redacted text to the remote evaluator. If the result depends on something that was replaced, the text is evaluated
   * only in this process, so that redaction never changes a result.
   */
  async #askRemote(question: EvaluationRequest, redacted: string, call: Call): Promise<Answered> {
    const { evaluator, reader } = this.options;
    const redactedQuestion = { ...question, text: redacted };
    if (redacted !== question.text) {
      if (reader === undefined) throw new ServiceError("internal-error");
      const { answer, isSame } = await reader.compare(question, redacted, call);
      if (!isSame) return { answer, question };
    }
    return { answer: await evaluator.evaluate(redactedQuestion, call), question: redactedQuestion };
  }

  async #assessAnswer(
    { answer, question }: Answered,
    text: string,
    call: Call,
  ): Promise<AssessedAnswer> {
    const { textWorker, config } = this.options;
    const {
      disableCode: disabled,
      evaluatorSourceHash: sourceHash,
      evaluatorRevision: modelRevisions,
    } = config;
    const expected = { sourceHash, modelRevisions };
    const original = question.text === text ? undefined : text;
    try {
      return await textWorker.assessAnswer(
        { answer, question, original, disabled, expected },
        call.signal,
      );
    } catch (error) {
      if (call.signal.aborted) throw abortError(call, error);
      // A response that a worker cannot read is invalid: another attempt would also fail.
      throw new ServiceError("evaluator-invalid-response", {
        detail: "the response cannot be read",
        cause: error,
      });
    }
  }

  async #redact(
    request: AssessmentRequest,
    subjectHash: string,
    call: Call,
  ): Promise<RedactedText> {
    const { text, offsetEncoding = "utf-16" } = request;
    const { signal } = call;
    const replace = this.options.evaluator.mode === "remote";
    try {
      return await this.options.redactor.redact({
        text,
        subjectHash,
        offsetEncoding,
        replace,
        signal,
      });
    } catch (error) {
      if (signal.aborted) throw abortError(call, error);
      if (error instanceof PresidioError)
        throw new ServiceError("redactor-failed", { cause: error });
      throw new ServiceError("evaluation-interrupted", { retryAfter: 1, cause: error });
    }
  }

  /** Returns the request for the evaluator. The profile is always set, because a remote evaluator may have another default. */
  #questionOf({ text, profile, offsetEncoding = "utf-16" }: AssessmentRequest): EvaluationRequest {
    return { text, offsetEncoding, profile: profile ?? this.options.config.profile };
  }
}
