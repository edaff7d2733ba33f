import type { AssertionRecord, OffsetEncoding } from "../protocol/index.js";
import type { Entity } from "./entity.js";
import { encodeSpans } from "./offsets.js";

/** Not exported, so that no other module can create a value of the type. */
declare const minted: unique symbol;

/** States that a part of a text is personal data. Only the redactor creates assertions. */
export type PersonalDataAssertion = Readonly<AssertionRecord> & { readonly [minted]: true };

/** All assertions that this module created. A copy of an assertion is not in the set. */
const genuine = new WeakSet<object>();

/** Whether a value is an assertion that the redactor in this process created. */
export function isGenuineAssertion(value: unknown): value is PersonalDataAssertion {
  return typeof value === "object" && value !== null && genuine.has(value);
}

/** Creates the assertions for the entities of a text. `index.ts` does not export this function. */
export function mintAssertions(
  text: string,
  entities: readonly Entity[],
  { subjectHash, offsetEncoding }: { subjectHash: string; offsetEncoding: OffsetEncoding },
): PersonalDataAssertion[] {
  const spans = encodeSpans(
    text,
    entities.map(({ start, end }) => [start, end]),
    offsetEncoding,
  );
  return entities.map(({ type, score }, index) => {
    const id = `pda_${subjectHash.slice(0, 24)}${index.toString(16).padStart(8, "0")}`;
    const record: AssertionRecord = {
      id,
      entityType: type,
      span: spans[index] ?? [0, 0],
      score,
      origin: "redactor",
      subjectHash,
    };
    genuine.add(record);
    return Object.freeze(record) as PersonalDataAssertion;
  });
}
