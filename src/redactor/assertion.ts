import type { AssertionRecord, OffsetEncoding } from "../protocol/index.js";
import type { Entity } from "./entity.js";
import { encodeSpans } from "./offsets.js";

/** Not exported, so that no other module can create a value of the type. */
declare const minted: unique symbol;

/** A personal-data assertion. Only the redactor makes them (card rule 23). */
export type PersonalDataAssertion = Readonly<AssertionRecord> & { readonly [minted]: true };

/** Every assertion made here; a copy or a look-alike is not one. */
const genuine = new WeakSet<object>();

/** Whether a value was made by the redactor in this process. */
export function isGenuineAssertion(value: unknown): value is PersonalDataAssertion {
  return typeof value === "object" && value !== null && genuine.has(value);
}

/** Makes the assertions for a text's entities. Not offered outside the redactor. */
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
