import type { OffsetEncoding, Redaction } from "../protocol/index.js";
import { REDACTION_NOTICE } from "../protocol/index.js";
import { mintAssertions, type PersonalDataAssertion } from "./assertion.js";
import type { Entity } from "./entity.js";
import type { EntityFinder } from "./finder.js";
import { redactText } from "./replace.js";
import { selectEntities } from "./select.js";

/** A text may hold entities by the ten thousand; beyond this number they are replaced and counted only. */
const MAX_ASSERTIONS = 1000;

/** What the redactor says about one text. */
export interface RedactedText {
  /** The text with its entities replaced; as long as the original in every encoding. */
  replaced(): string;
  /** For the first entities, up to {@link MAX_ASSERTIONS}. */
  readonly assertions: PersonalDataAssertion[];
  readonly summary: Redaction;
}

export interface RedactionContext {
  /** SHA-256 of the text as UTF-8. */
  readonly subjectHash: string;
  /** For the spans of the assertions. */
  readonly offsetEncoding: OffsetEncoding;
  readonly signal: AbortSignal;
}

/** Finds personal data and secrets; the only origin of assertions about them (card rule 23). */
export class Redactor {
  constructor(readonly finders: readonly EntityFinder[]) {}

  async redact(text: string, context: RedactionContext): Promise<RedactedText> {
    const found = await Promise.all(this.finders.map((finder) => finder.find(text, context.signal)));
    const entities = selectEntities(found.flat());
    return {
      replaced: () => redactText(text, entities),
      assertions: mintAssertions(text, entities.slice(0, MAX_ASSERTIONS), context),
      summary: summarize(entities),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.finders.map((finder) => finder.close()));
  }
}

function summarize(entities: readonly Entity[]): Redaction {
  const counts = new Map<Entity["type"], number>();
  for (const { type } of entities) counts.set(type, (counts.get(type) ?? 0) + 1);
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([type, count]) => ({ type, count }));
  return { entityTypes: sorted.map(({ type }) => type), entities: sorted, notice: REDACTION_NOTICE };
}
