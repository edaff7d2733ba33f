import { REDACTION_NOTICE, type OffsetEncoding, type Redaction } from "../protocol/index.js";
import { mintAssertions, type PersonalDataAssertion } from "./assertion.js";
import type { Entity } from "./entity.js";
import type { Scan, ScanTask } from "./scan.js";

/** A text may contain tens of thousands of entities; beyond this number they are only replaced and counted. */
const MAX_ASSERTIONS = 1000;

/** Finds entities by other means, such as another service. */
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
  /** For the spans of the assertions. */
  readonly offsetEncoding: OffsetEncoding;
  /** Whether the text is wanted with its entities replaced. */
  readonly replace: boolean;
  readonly signal: AbortSignal;
}

/** The redactor's result for one text. */
export interface RedactedText {
  /** As long as the original in every encoding; `null` if it was not requested. */
  readonly replaced: string | null;
  /** For the first entities, up to {@link MAX_ASSERTIONS}. */
  readonly assertions: PersonalDataAssertion[];
  readonly summary: Redaction;
}

/** Finds personal data and secrets; the only origin of assertions about them (card rule 23). */
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
