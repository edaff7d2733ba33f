import { REDACTION_NOTICE, type OffsetEncoding, type Redaction } from "../protocol/index.js";
import { mintAssertions, type PersonalDataAssertion } from "./personal-data-assertion.js";
import type { Entity } from "./entity.js";
import type { Scan, ScanTask } from "./scan.js";

/** Maximum number of assertions. A text may contain tens of thousands of entities; further entities are only replaced and counted. */
const MAX_ASSERTIONS = 1000;

/** Finds entities in addition to the recognizers, for example with another service. */
export interface EntityFinder {
  find(text: string, signal: AbortSignal): Promise<Entity[]>;
}

export interface RedactorParts {
  readonly scanner: { scan(task: ScanTask, signal: AbortSignal): Promise<Scan> };
  readonly finders: readonly EntityFinder[];
}

export interface RedactionRequest {
  readonly text: string;
  /** SHA-256 of the text as UTF-8. */
  readonly subjectHash: string;
  /** The encoding of the assertions' spans. */
  readonly offsetEncoding: OffsetEncoding;
  /** Whether to return the text with its entities replaced. */
  readonly replace: boolean;
  readonly signal: AbortSignal;
}

/** The redactor's result for one text. */
export interface RedactedText {
  /** The text with its entities replaced, with the same length as the original in every encoding; `null` if it was not requested. */
  readonly replaced: string | null;
  /** The assertions for the first entities, at most {@link MAX_ASSERTIONS}. */
  readonly assertions: PersonalDataAssertion[];
  readonly summary: Redaction;
}

/** Finds personal data and secrets. Only the redactor creates assertions about them. */
export class Redactor {
  constructor(readonly parts: RedactorParts) {}

  async redact(request: RedactionRequest): Promise<RedactedText> {
    const { text, replace, signal } = request;
    const { scanner, finders } = this.parts;
    const extra = (await Promise.all(finders.map((finder) => finder.find(text, signal)))).flat();
    const { entities, counts, replaced } = await scanner.scan(
      { text, extra, replace, atMost: MAX_ASSERTIONS },
      signal,
    );
    return {
      replaced,
      assertions: mintAssertions(text, entities, request),
      summary: {
        entityTypes: counts.map(({ type }) => type),
        entities: [...counts],
        notice: REDACTION_NOTICE,
      },
    };
  }
}
